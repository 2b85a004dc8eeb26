import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { fromDrizzle, type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss';
import { MINUTE_MS } from '../config/durations.js';
import { Database, type Orm } from '../database/database.js';
import { JOB_ENGINE_SCHEMA } from '../database/migrate.js';
import { AppError } from '../errors/app-error.js';
import { rootOf } from '../errors/database-errors.js';
import { waitAtMost } from './bounded-wait.js';
import { fromStored, type JobPayloads, type QueueName, QUEUES, toStored } from './job-queues.js';

/** How often the engine looks for jobs whose process died. */
const SUPERVISE_EVERY_S = 5;
/** How often finished jobs are deleted. */
const CLEAR_EVERY_S = 10 * 60;
/** A lasting error is logged again after this time, not at every poll. */
const SAME_FAULT_MS = 10 * MINUTE_MS;
/** How long a stop waits for running jobs. After that they are given back and run again later. */
const STOP_WITHIN_MS = 5000;

/** A job while it is being worked on. */
export interface RunningJob<Queue extends QueueName> {
  payload: JobPayloads[Queue];
  /** Whether there is no retry if it fails now. */
  isLastTry: boolean;
  /** Aborted when the process stops or another process took over the job: the handler should throw soon. */
  signal: AbortSignal;
}

/** The engine's type of a transaction has more members than ours. */
type EngineTransaction = Parameters<typeof fromDrizzle>[0];

type Handler<Queue extends QueueName> = (job: RunningJob<Queue>) => Promise<void>;

interface SendOptions {
  /** Jobs with the same key exclude each other, as the queue's policy says. */
  key: string;
  /** The earliest start; at once unless given. */
  startAfter?: Date;
  /** Commits with this transaction. Call `wake` after it has committed. */
  tx?: Orm;
}

/**
 * The jobs of the queues in `job-queues.ts`. Each job runs at least once, whatever crashes, in any process on the same database.
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

  /** Sets the handler of a queue's jobs. Call it before the application has started. */
  work<Queue extends QueueName>(queue: Queue, handler: Handler<Queue>): void {
    this.handlers.set(queue, handler as Handler<QueueName>);
  }

  /** Puts a job into a queue. False when an existing job with this key excludes it. */
  async send<Queue extends QueueName>(
    queue: Queue,
    payload: JobPayloads[Queue],
    { key, startAfter, tx }: SendOptions,
  ): Promise<boolean> {
    const id = await this.engine.send(queue, toStored(payload), {
      singletonKey: key,
      ...(startAfter && { startAfter }),
      ...(tx && { db: fromDrizzle(tx as EngineTransaction, sql) }),
    });
    if (!tx) this.wake(queue);
    return id !== null;
  }

  /** Puts many jobs into a queue at once, except those that an existing job with the same key excludes. */
  async sendAll<Queue extends QueueName>(
    queue: Queue,
    jobs: { payload: JobPayloads[Queue]; key: string; startAfter: Date }[],
  ): Promise<void> {
    if (jobs.length === 0) return;
    await this.engine.insert(
      queue,
      jobs.map(({ payload, key, startAfter }) => ({
        data: toStored(payload),
        singletonKey: key,
        startAfter,
      })),
    );
    this.wake(queue);
  }

  /** Makes this process look for due jobs now. */
  wake(queue: QueueName): void {
    for (const worker of this.workers.get(queue) ?? []) this.engine.notifyWorker(worker);
  }

  /** How many jobs each queue has, as counted a few seconds ago. */
  async count(): Promise<{ queue: string; waiting: number; later: number; running: number }[]> {
    const queues = await this.engine.getQueues(Object.keys(QUEUES));
    return queues.map(({ name, readyCount, deferredCount, activeCount }) => ({
      queue: name,
      waiting: readyCount,
      later: deferredCount,
      running: activeCount,
    }));
  }

  /** Runs before anything sends jobs: looking up a queue inside a transaction would wait forever. */
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
    // Jobs of a dead process should not wait for the first regular check.
    await this.engine.supervise();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort(new Error('the process stops'));
    const finished = Promise.all(
      [...this.handlers.keys()].map((queue) => this.engine.offWork(queue, { wait: true })),
    );
    await waitAtMost(STOP_WITHIN_MS, finished);
    await this.engine.stop({ graceful: false, close: false });
    await this.statements.close();
  }

  private async run(
    handler: Handler<QueueName>,
    { id, name, data, retryCount, retryLimit, signal }: JobWithMetadata<JobPayloads[QueueName]>,
  ): Promise<JobResult> {
    try {
      await handler({
        payload: fromStored(name, data),
        isLastTry: retryCount >= retryLimit,
        signal: AbortSignal.any([signal, this.stopping.signal]),
      });
      return { id, status: 'completed' };
    } catch (error) {
      const isExpected = error instanceof AppError || this.stopping.signal.aborted;
      if (!isExpected) this.logger.error(`${name} ${id} failed: ${String(rootOf(error))}`);
      // The engine stores only the code, because the whole error might repeat what users wrote.
      return { id, status: 'failed', output: { code: error instanceof AppError ? error.code : 'internal' } };
    }
  }
}

/** Runs the engine's statements. Some are still running when the engine says that it has stopped. */
class EngineStatements {
  private readonly running = new Set<Promise<unknown>>();
  isClosed = false;

  constructor(private readonly database: Database) {}

  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    if (this.isClosed) throw new Error('the process stops');
    const statement = this.database.executeSql(text, values);
    this.running.add(statement);
    return statement.finally(() => this.running.delete(statement));
  }

  /** Refuses further statements, and resolves when the running ones have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.running);
  }
}

/** Creates pg-boss on our own database, without starting it. Its tables exist already. */
function createJobEngine(statements: EngineStatements, logger: Logger): PgBoss {
  const engine = new PgBoss({
    db: { executeSql: (text, values) => statements.executeSql(text, values) },
    schema: JOB_ENGINE_SCHEMA,
    migrate: false,
    // No cron expressions and no jobs that depend on others are used.
    schedule: false,
    flowIntervalSeconds: 60 * 60,
    superviseIntervalSeconds: SUPERVISE_EVERY_S,
    // The engine looks for the jobs of a dead process whenever it counts the queues.
    monitorIntervalSeconds: SUPERVISE_EVERY_S,
    maintenanceIntervalSeconds: CLEAR_EVERY_S,
    // A Postgres server has its own vacuum and its own operator. Neither of the two works on the embedded database.
    monitorVacuum: false,
    reindex: false,
  });
  const logged = new LRUCache<string, true>({ max: 100, ttl: SAME_FAULT_MS });
  engine.on('error', ({ message }) => {
    if (statements.isClosed) return;
    const fault = message.replace(/ \(Queue: .*$/, '');
    if (!logged.has(fault)) logger.error(`The job engine: ${fault}`);
    logged.set(fault, true);
  });
  engine.on('warning', ({ message }) => logger.warn(message));
  return engine;
}

/**
 * Creates missing queues and updates the settings of all. After this the engine has every queue in its cache: looking one
 * up while a transaction holds the embedded database's only connection would wait forever.
 */
async function prepareQueues(engine: PgBoss): Promise<void> {
  for (const name of Object.keys(QUEUES) as QueueName[]) {
    const { policy, options } = QUEUES[name];
    await engine.createQueue(name, { policy, ...options });
    await engine.updateQueue(name, options);
    await engine.findJobs(name, { key: '' });
  }
}
