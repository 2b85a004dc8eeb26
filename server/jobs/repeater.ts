import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { rootOf } from '../errors/root-cause.js';

interface Task {
  name: string;
  everyMs: number;
  round: () => Promise<void>;
}

/**
 * Rounds that every process makes by itself: once after the start, then again and again. They look for what is due in
 * the database and must do no harm when several processes make them at once.
 */
@Injectable()
export class Repeater implements BeforeApplicationShutdown {
  private readonly logger = new Logger('Repeater');
  private readonly tasks: Task[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Map<Task, Promise<void>>();
  private readonly failing = new Set<Task>();

  /** Adds a round; to be called before the application has started. It never overlaps itself. */
  repeat(name: string, everyMs: number, round: () => Promise<void>): void {
    this.tasks.push({ name, everyMs, round });
  }

  /** Begins the first rounds; to be called once, when jobs can be sent. */
  start(): void {
    for (const task of this.tasks) {
      this.begin(task);
      this.timers.push(setInterval(() => this.begin(task), task.everyMs).unref());
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all(this.running.values());
  }

  private begin(task: Task): void {
    if (this.running.has(task)) return;
    this.running.set(
      task,
      this.make(task).finally(() => this.running.delete(task)),
    );
  }

  /** One round; a fault is logged when it begins, not at every round that it spoils. */
  private async make(task: Task): Promise<void> {
    try {
      await task.round();
      this.failing.delete(task);
    } catch (error) {
      if (!this.failing.has(task)) this.logger.error(`${task.name} failed: ${String(rootOf(error))}`);
      this.failing.add(task);
    }
  }
}
