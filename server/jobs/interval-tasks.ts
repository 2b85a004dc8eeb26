import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from './bounded-wait.js';

/** By how much the time between two ticks varies, so that processes do not all look at once. */
const JITTER = 0.1;
/** How long a stop waits for running ticks. */
const STOP_WITHIN_MS = 4000;

type Tick = () => Promise<void>;

interface IntervalTask {
  name: string;
  everyMs: number;
  tick: Tick;
}

/**
 * Tasks that every process runs on its own: once after the start, then at an interval. They are safe when several processes
 * run them at once.
 */
@Injectable()
export class IntervalTasks implements OnModuleDestroy {
  private readonly logger = new Logger('IntervalTasks');
  private readonly tasks: IntervalTask[] = [];
  private readonly timers = new Map<IntervalTask, NodeJS.Timeout>();
  private readonly running = new Map<IntervalTask, Promise<void>>();
  private readonly failing = new Set<IntervalTask>();
  private isStopping = false;

  /** Adds a task whose ticks never overlap. Call it before the application has started. */
  repeat(name: string, everyMs: number, tick: Tick): void {
    this.tasks.push({ name, everyMs, tick });
  }

  /** Starts the first ticks. Call it once, when jobs can be sent. */
  start(): void {
    for (const task of this.tasks) this.begin(task);
  }

  /** The names of the tasks whose last tick failed. */
  get failingTasks(): string[] {
    return [...this.failing].map(({ name }) => name);
  }

  /** Runs before the jobs stop and the database closes: a tick needs both. */
  async onModuleDestroy(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.isStopping = true;
    await waitAtMost(STOP_WITHIN_MS, Promise.all(this.running.values()));
  }

  /** Begins a tick, unless the last one is still running, and plans the next. */
  private begin(task: IntervalTask): void {
    if (this.isStopping) return;
    const inMs = task.everyMs * (1 + JITTER * (2 * Math.random() - 1));
    this.timers.set(task, setTimeout(() => this.begin(task), inMs).unref());
    if (this.running.has(task)) return;
    this.running.set(
      task,
      this.tick(task).finally(() => this.running.delete(task)),
    );
  }

  /** Logs an error when it first occurs, not at every tick that fails. */
  private async tick(task: IntervalTask): Promise<void> {
    try {
      await task.tick();
      this.failing.delete(task);
    } catch (error) {
      if (!this.failing.has(task)) this.logger.error(`${task.name} failed: ${String(rootOf(error))}`);
      this.failing.add(task);
    }
  }
}
