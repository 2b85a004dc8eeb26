import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from './bounded-wait.js';
import { FairQueue, type Task } from './fair-queue.js';
import { IntervalTasks } from './interval-tasks.js';
import { ProcessStops } from './process-stops.js';

/** Work counts as no longer read when no reading has ended for this many of its intervals, and for at least a minute. */
const MISSED_READINGS = 4;
const LEAST_PATIENCE_MS = 60_000;
/** How long a stop waits for steps under way: a request that has left, and a little to record its outcome. */
const STOP_WITHIN_MS = 9_000;

/** What is due, in the lane whose places it takes. */
export interface DueTask<Lane extends string> extends Task {
  lane: Lane;
}

/** How one kind of due work is done. */
export interface WorkKind<Lane extends string, Item extends DueTask<Lane>> {
  /** As the log and the metrics name it, such as `replies`. */
  name: string;
  /** How often it is read, in milliseconds. */
  everyMs: number;
  /** What is due by now. Of each owner the first `FIRST_OF_OWNER` are enough: the rest is read when these are under way. */
  read: () => Promise<Item[]>;
  /** How many steps of a lane may run at once in this process, for now; of one owner half of them. */
  limits: Record<Lane, () => number>;
  /**
   * Takes one step, under a claim, since other processes read the same. True: there may be more to do for it at once.
   * Once `DueWork.stopping` is aborted nothing more leaves, and what has not left is given back. An error is logged; the
   * row is due again when its claim ends.
   */
  step: (task: Item) => Promise<boolean | void>;
}

/** How many tasks of one owner a reading gives at most. */
export const FIRST_OF_OWNER = 50;

/**
 * All work that is due by its row in the database; each kind knows which column says when. Every process reads repeatedly
 * what is due and queues it in memory, fairly. Nothing has to be woken, and nothing can be lost: what was
 * changed, put off or left behind by a dead process is due when its row says so, and a claim decides which process takes
 * the step. A step may take long: only the reading counts as the health of this process.
 */
@Injectable()
export class DueWork implements OnModuleDestroy {
  private readonly works: Work<string, DueTask<string>>[] = [];
  private readonly stop = new AbortController();

  constructor(private readonly intervalTasks: IntervalTasks) {}

  /** Aborted, with `ProcessStops`, when this process stops: from then on nothing may leave. */
  get stopping(): AbortSignal {
    return this.stop.signal;
  }

  /** Adds a kind of work, which begins with the application. Call it before that has started. */
  add<Lane extends string, Item extends DueTask<Lane>>(kind: WorkKind<Lane, Item>): Work<Lane, Item> {
    const work = new Work(kind, this.stopping);
    this.works.push(work as unknown as Work<string, DueTask<string>>);
    this.intervalTasks.repeat(`Reading due ${kind.name}`, kind.everyMs, () => work.look());
    return work;
  }

  /** Whether all work that is due is still read. A reading that fails counts; one that never ends does not. */
  get isRead(): boolean {
    return this.works.every((work) => work.isRead);
  }

  /** What this process works on, by kind and lane. */
  count(): { work: string; lane: string; waiting: number; running: number; longestMs: number }[] {
    return this.works.flatMap((work) => work.count());
  }

  /** Reads nothing more, and waits for the steps under way: what has left ends, the rest is given back. */
  async onModuleDestroy(): Promise<void> {
    this.stop.abort(new ProcessStops());
    await waitAtMost(STOP_WITHIN_MS, Promise.all(this.works.map((work) => work.stop())));
  }
}

/** One kind of due work in this process. */
export class Work<Lane extends string, Item extends DueTask<Lane>> {
  private readonly logger = new Logger('DueWork');
  private readonly lanes: [lane: Lane, queue: FairQueue<Item>][];
  /** When each step began that is under way, by `performance.now()`. */
  private readonly begun = new Map<Item, number>();
  private reading: Promise<void> | undefined;
  private rereading: Promise<void> | undefined;
  private isWantedAgain = false;
  private readAt = performance.now();

  constructor(
    private readonly kind: WorkKind<Lane, Item>,
    private readonly stopping: AbortSignal,
  ) {
    this.lanes = (Object.keys(kind.limits) as Lane[]).map((lane) => [
      lane,
      new FairQueue(kind.limits[lane], (task) => this.take(task)),
    ]);
  }

  /** Reads what is due and begins it, as far as there is room. What is committed before this call is read. */
  look(): Promise<void> {
    return this.begin();
  }

  /** As `look`, for a caller that does not wait for it. An error is logged. */
  lookSoon(): void {
    this.look().catch((error: unknown) => this.logFault(error));
  }

  /** Resolves when nothing that was read waits or runs, and nothing is being read once more. */
  async idle(): Promise<void> {
    do {
      await this.rereading;
      await Promise.all(this.lanes.map(([, queue]) => queue.idle()));
    } while (this.rereading);
  }

  async stop(): Promise<void> {
    await Promise.all(this.lanes.map(([, queue]) => queue.stop()));
  }

  get isRead(): boolean {
    const patienceMs = Math.max(LEAST_PATIENCE_MS, MISSED_READINGS * this.kind.everyMs);
    return performance.now() - this.readAt < patienceMs;
  }

  count(): ReturnType<DueWork['count']> {
    return this.lanes.map(([lane, queue]) => {
      const begun = [...this.begun].filter(([task]) => task.lane === lane).map(([, at]) => at);
      const longestMs = begun.length > 0 ? performance.now() - Math.min(...begun) : 0;
      return { work: this.kind.name, lane, waiting: queue.backlog, running: queue.size, longestMs };
    });
  }

  private begin(): Promise<void> {
    if (this.reading) this.isWantedAgain = true;
    this.reading ??= this.read().finally(() => (this.reading = undefined));
    return this.reading;
  }

  private async read(): Promise<void> {
    do {
      this.isWantedAgain = false;
      if (this.stopping.aborted) return;
      try {
        const due = await this.kind.read();
        for (const [lane, queue] of this.lanes) queue.add(due.filter((task) => task.lane === lane));
      } finally {
        this.readAt = performance.now();
      }
    } while (this.isWantedAgain);
  }

  private async take(task: Item): Promise<void> {
    this.begun.set(task, performance.now());
    try {
      if (await this.kind.step(task)) this.rereading ??= this.lookAgain();
    } catch (error) {
      this.logFault(error);
    } finally {
      this.begun.delete(task);
    }
  }

  /** Not before the queue has forgotten the task that asks for it. */
  private async lookAgain(): Promise<void> {
    await nextTurn();
    this.rereading = undefined;
    await this.begin().catch((error: unknown) => this.logFault(error));
  }

  private logFault(error: unknown): void {
    if (error instanceof ProcessStops) return;
    this.logger.error({ event: 'due_work.fault', work: this.kind.name, reason: String(rootOf(error)) });
  }
}
