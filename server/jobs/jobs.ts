import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { setTimeout as delay } from 'node:timers/promises';
import { fromDrizzle, type JobResult, type JobWithMetadata, type PgBoss } from 'pg-boss';
import { Database, type Orm } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import { rootOf } from '../errors/root-cause.js';
import { createJobEngine, EngineStatements, prepareQueues } from './job-engine.js';
import { type JobPayloads, type QueueName, QUEUES } from './queues.js';

/** How long a stop waits for jobs that run; then they are given back and done again later. */
const STOP_WITHIN_MS = 5000;

/** A job while it is being worked on. */
export interface RunningJob<Queue extends QueueName> {
  payload: JobPayloads[Queue];
  /** Whether a failure now is the last: there will be no other try. */
  isLastTry: boolean;
  /** Aborted when the process stops or another one has taken the job over: give up soon, by throwing. */
  signal: AbortSignal;
}

/** Our transactions tell less of what a statement answers than the engine wants to know. */
type EngineTransaction = Parameters<typeof fromDrizzle>[0];

type Handler<Queue extends QueueName> = (job: RunningJob<Queue>) => Promise<void>;

export interface SendOptions {
  /** Jobs with the same key exclude each other, as the queue's policy says. */
  key: string;
  /** Not before; at once without it. */
  startAfter?: Date;
  /** Commits with this transaction. Whoever sends in one calls `wake` after it has committed. */
  tx?: Orm;
}

/**
 * Background work: each job is done at least once, whatever crashes, by any process on the same database.
 * A handler that throws is called again after a while, as often as its queue allows.
 */
@Injectable()
export class Jobs implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Jobs');
  private readonly statements: EngineStatements;
  private readonly engine: PgBoss;
  private readonly handlers = new Map<QueueName, Handler<QueueName>>();
  private readonly workers = new Map<QueueName, string[]>();
  private readonly stopping = new AbortController();

  constructor(database: Database) {
    this.statements = new EngineStatements(database);
    this.engine = createJobEngine(this.statements, this.logger);
  }

  /** Names who works on a queue's jobs; to be called before the application has started. */
  work<Queue extends QueueName>(queue: Queue, handler: Handler<Queue>): void {
    this.handlers.set(queue, handler as Handler<QueueName>);
  }

  /** Puts a job into a queue. False when a job with this key is there already and excludes it. */
  async send<Queue extends QueueName>(
    queue: Queue,
    payload: JobPayloads[Queue],
    { key, startAfter, tx }: SendOptions,
  ): Promise<boolean> {
    const id = await this.engine.send(queue, payload, {
      singletonKey: key,
      ...(startAfter && { startAfter }),
      ...(tx && { db: fromDrizzle(tx as EngineTransaction, sql) }),
    });
    if (!tx) this.wake(queue);
    return id !== null;
  }

  /** Puts many jobs into a queue at once; those that are there already under their key are left out. */
  async sendAll<Queue extends QueueName>(
    queue: Queue,
    jobs: { payload: JobPayloads[Queue]; key: string; startAfter: Date }[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    await this.engine.insert(
      queue,
      jobs.map(({ payload, key, startAfter }) => ({ data: payload, singletonKey: key, startAfter })),
    );
    this.wake(queue);
  }

  /** Lets this process look for due jobs now. */
  wake(queue: QueueName): void {
    for (const worker of this.workers.get(queue) ?? []) this.engine.notifyWorker(worker);
  }

  /** How many jobs there are in each queue, as they were counted a few seconds ago. */
  async count(): Promise<{ queue: string; waiting: number; later: number; running: number }[]> {
    const queues = await this.engine.getQueues(Object.keys(QUEUES));
    return queues.map(({ name, readyCount, deferredCount, activeCount }) => ({
      queue: name,
      waiting: readyCount,
      later: deferredCount,
      running: activeCount,
    }));
  }

  /** Everything that sends comes later: a queue that is looked up inside a transaction would wait for ever. */
  async onModuleInit(): Promise<void> {
    await this.engine.start();
    await prepareQueues(this.engine);
  }

  async onApplicationBootstrap(): Promise<void> {
    for (const [queue, handler] of this.handlers) {
      const { workers, pollingIntervalSeconds, batchSize = 1 } = QUEUES[queue];
      const ids: string[] = [];
      for (let count = 0; count < workers; count += 1)
        ids.push(
          await this.engine.work(
            queue,
            {
              pollingIntervalSeconds,
              batchSize,
              burstWhenBatchFull: batchSize > 1,
              includeMetadata: true,
              perJobResults: true,
            },
            (jobs: JobWithMetadata<JobPayloads[QueueName]>[]) =>
              Promise.all(jobs.map((job) => this.run(handler, job))),
          ),
        );
      this.workers.set(queue, ids);
    }
    // What a process that died has left is not left until the first round.
    await this.engine.supervise();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the process stops'));
    const patience = new AbortController();
    const finished = Promise.all(
      [...this.handlers.keys()].map((queue) => this.engine.offWork(queue, { wait: true })),
    );
    await Promise.race([
      finished,
      delay(STOP_WITHIN_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    await this.engine.stop({ graceful: false, close: false });
    await this.statements.close();
  }

  private async run(
    handler: Handler<QueueName>,
    { id, name, data, retryCount, retryLimit, signal }: JobWithMetadata<JobPayloads[QueueName]>,
  ): Promise<JobResult> {
    try {
      await handler({
        payload: data,
        isLastTry: retryCount >= retryLimit,
        signal: AbortSignal.any([signal, this.stopping.signal]),
      });
      return { id, status: 'completed' };
    } catch (error) {
      const isExpected = error instanceof AppError || this.stopping.signal.aborted;
      if (!isExpected) this.logger.error(`${name} ${id} failed: ${String(rootOf(error))}`);
      // The whole error might repeat what people wrote; the engine keeps only this.
      return { id, status: 'failed', output: { code: error instanceof AppError ? error.code : 'internal' } };
    }
  }
}
