import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { rootOf } from '../errors/root-cause.js';

/** A task whose round is overdue by so many of its own intervals is not being made any more. */
const MISSED_ROUNDS = 3;
/** How long a stop waits for the rounds that run. */
const STOP_WITHIN_MS = 4000;

interface Task {
  name: string;
  everyMs: number;
  round: () => Promise<void>;
  /** When the last round ended, well or not, or the first began; by `performance.now()`. */
  beatAt: number;
}

/**
 * Rounds that every process makes by itself: once after the start, then again and again. They look for what is due in
 * the database and must do no harm when several processes make them at once.
 */
@Injectable()
export class Repeater implements OnModuleDestroy {
  private readonly logger = new Logger('Repeater');
  private readonly tasks: Task[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Map<Task, Promise<void>>();
  private readonly failing = new Set<Task>();

  /** Adds a round; to be called before the application has started. It never overlaps itself. */
  repeat(name: string, everyMs: number, round: () => Promise<void>): void {
    this.tasks.push({ name, everyMs, round, beatAt: performance.now() });
  }

  /** Begins the first rounds; to be called once, when jobs can be sent. */
  start(): void {
    for (const task of this.tasks) {
      task.beatAt = performance.now();
      this.begin(task);
      this.timers.push(setInterval(() => this.begin(task), task.everyMs).unref());
    }
  }

  /** Whether the rounds are made: that one fails is no matter of life and death, that one never ends is. */
  get isBeating(): boolean {
    const now = performance.now();
    return this.tasks.every(({ beatAt, everyMs }) => now - beatAt < (MISSED_ROUNDS + 1) * everyMs);
  }

  /** The tasks whose last round has failed, by name. */
  get failingTasks(): string[] {
    return [...this.failing].map(({ name }) => name);
  }

  /** Before the jobs stop and the database closes: a round needs both. */
  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    const patience = new AbortController();
    const tooLong = delay(STOP_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined);
    await Promise.race([Promise.all(this.running.values()), tooLong]);
    patience.abort();
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
    } finally {
      task.beatAt = performance.now();
    }
  }
}
