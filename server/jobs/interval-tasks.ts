import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from './bounded-wait.js';

/** A task counts as stopped when no tick has ended for this many of its intervals, and for at least a minute. */
const MISSED_TICKS = 4;
const LEAST_PATIENCE_MS = 60_000;
/** How long a stop waits for running ticks. */
const STOP_WITHIN_MS = 4000;

/** `stopping` is aborted when the process stops: a tick that takes long should then end soon. */
type Tick = (stopping: AbortSignal) => Promise<void>;

interface IntervalTask {
  name: string;
  everyMs: number;
  tick: Tick;
  /** When the last tick ended, or the first began; by `performance.now()`. */
  beatAt: number;
}

/**
 * Tasks that every process runs on its own: once after the start, then at an interval. They look for what is due in the
 * database and are safe when several processes run them at once.
 */
@Injectable()
export class IntervalTasks implements OnModuleDestroy {
  private readonly logger = new Logger('IntervalTasks');
  private readonly tasks: IntervalTask[] = [];
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly running = new Map<IntervalTask, Promise<void>>();
  private readonly failing = new Set<IntervalTask>();
  private readonly stopping = new AbortController();

  /** Adds a task whose ticks never overlap. Call it before the application has started. */
  repeat(name: string, everyMs: number, tick: Tick): void {
    this.tasks.push({ name, everyMs, tick, beatAt: performance.now() });
  }

  /** Starts the first ticks. Call it once, when jobs can be sent. */
  start(): void {
    for (const task of this.tasks) {
      task.beatAt = performance.now();
      this.begin(task);
      this.timers.push(setInterval(() => this.begin(task), task.everyMs).unref());
    }
  }

  /** Whether all tasks are running. A failing task counts as running; one whose tick never ends does not. */
  get isBeating(): boolean {
    const now = performance.now();
    const patienceMs = (everyMs: number) => Math.max(LEAST_PATIENCE_MS, MISSED_TICKS * everyMs);
    return this.tasks.every(({ beatAt, everyMs }) => now - beatAt < patienceMs(everyMs));
  }

  /** The names of the tasks whose last tick failed. */
  get failingTasks(): string[] {
    return [...this.failing].map(({ name }) => name);
  }

  /** Runs before the jobs stop and the database closes: a tick needs both. */
  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers) clearInterval(timer);
    this.stopping.abort(new Error('the process stops'));
    await waitAtMost(STOP_WITHIN_MS, Promise.all(this.running.values()));
  }

  private begin(task: IntervalTask): void {
    if (this.running.has(task)) return;
    this.running.set(
      task,
      this.tick(task).finally(() => this.running.delete(task)),
    );
  }

  /** Logs an error when it first occurs, not at every tick that fails. */
  private async tick(task: IntervalTask): Promise<void> {
    try {
      await task.tick(this.stopping.signal);
      this.failing.delete(task);
    } catch (error) {
      if (!this.failing.has(task)) this.logger.error(`${task.name} failed: ${String(rootOf(error))}`);
      this.failing.add(task);
    } finally {
      task.beatAt = performance.now();
    }
  }
}
