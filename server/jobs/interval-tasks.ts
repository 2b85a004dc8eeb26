import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from './bounded-wait.js';

/** A task has stopped when no tick has ended for so many of its intervals, and for a minute at least. */
const MISSED_TICKS = 4;
const LEAST_PATIENCE_MS = 60_000;
/** How long a stop waits for the ticks that run. */
const STOP_WITHIN_MS = 4000;

interface IntervalTask {
  name: string;
  everyMs: number;
  tick: () => Promise<void>;
  /** When the last tick ended, well or not, or the first began; by `performance.now()`. */
  beatAt: number;
}

/**
 * Tasks that every process does by itself: once after the start, then at an interval. They look for what is due in the
 * database, and do no harm when several processes do them at once.
 */
@Injectable()
export class IntervalTasks implements OnModuleDestroy {
  private readonly logger = new Logger('IntervalTasks');
  private readonly tasks: IntervalTask[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Map<IntervalTask, Promise<void>>();
  private readonly failing = new Set<IntervalTask>();

  /** Adds a task; to be called before the application has started. Its ticks never overlap. */
  repeat(name: string, everyMs: number, tick: () => Promise<void>): void {
    this.tasks.push({ name, everyMs, tick, beatAt: performance.now() });
  }

  /** Begins the first ticks; to be called once, when jobs can be sent. */
  start(): void {
    for (const task of this.tasks) {
      task.beatAt = performance.now();
      this.begin(task);
      this.timers.push(setInterval(() => this.begin(task), task.everyMs).unref());
    }
  }

  /** Whether the tasks go on. One whose ticks fail goes on; one whose tick never ends does not. */
  get isBeating(): boolean {
    const now = performance.now();
    const patienceMs = (everyMs: number) => Math.max(LEAST_PATIENCE_MS, MISSED_TICKS * everyMs);
    return this.tasks.every(({ beatAt, everyMs }) => now - beatAt < patienceMs(everyMs));
  }

  /** The tasks whose last tick has failed, by name. */
  get failingTasks(): string[] {
    return [...this.failing].map(({ name }) => name);
  }

  /** Before the jobs stop and the database closes: a tick needs both. */
  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    await waitAtMost(STOP_WITHIN_MS, Promise.all(this.running.values()));
  }

  private begin(task: IntervalTask): void {
    if (this.running.has(task)) return;
    this.running.set(
      task,
      this.tick(task).finally(() => this.running.delete(task)),
    );
  }

  /** A fault is logged when it begins, not at every tick that it spoils. */
  private async tick(task: IntervalTask): Promise<void> {
    try {
      await task.tick();
      this.failing.delete(task);
    } catch (error) {
      if (!this.failing.has(task)) this.logger.error(`${task.name} failed: ${String(rootOf(error))}`);
      this.failing.add(task);
    } finally {
      task.beatAt = performance.now();
    }
  }
}
