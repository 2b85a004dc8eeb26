import type { Logger } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { PgBoss } from 'pg-boss';
import type { Database } from '../database/database.js';
import { JOB_ENGINE_SCHEMA } from '../database/job-engine-schema.js';
import { QUEUES, type QueueName } from './queues.js';

/** How often it is looked for jobs whose process has died. */
const SUPERVISE_EVERY_S = 5;
/** How often finished jobs are cleared away. */
const CLEAR_EVERY_S = 10 * 60;
/** A fault that lasts is logged again after this time, not at every poll. */
const SAME_FAULT_MS = 10 * 60_000;

/** The engine's statements. Some are still under way when it says that it has stopped. */
export class EngineStatements {
  private readonly running = new Set<Promise<unknown>>();
  isClosed = false;

  constructor(private readonly database: Database) {}

  async executeSql(text: string, values?: unknown[]): Promise<{ rows: unknown[] }> {
    if (this.isClosed) throw new Error('the process stops');
    const statement = this.database.executeSql(text, values);
    this.running.add(statement);
    return statement.finally(() => this.running.delete(statement));
  }

  /** Lets no further statement through, and resolves when those under way have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.allSettled(this.running);
  }
}

/** pg-boss on our own database, whose tables are there already; not started yet. */
export function createJobEngine(statements: EngineStatements, logger: Logger): PgBoss {
  const engine = new PgBoss({
    db: { executeSql: (text, values) => statements.executeSql(text, values) },
    schema: JOB_ENGINE_SCHEMA,
    migrate: false,
    // No cron expressions and no jobs that depend on others are used.
    schedule: false,
    flowIntervalSeconds: 60 * 60,
    superviseIntervalSeconds: SUPERVISE_EVERY_S,
    // The jobs of a dead process are looked for whenever the queues are counted.
    monitorIntervalSeconds: SUPERVISE_EVERY_S,
    maintenanceIntervalSeconds: CLEAR_EVERY_S,
    // The database has its own vacuum, and its operator; neither works on the embedded one.
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
 * Makes the queues that are missing and brings the settings of all up to date. Afterwards the engine knows every
 * queue by heart: looking one up while a transaction holds the embedded database's only connection would wait for ever.
 */
export async function prepareQueues(engine: PgBoss): Promise<void> {
  for (const name of Object.keys(QUEUES) as QueueName[]) {
    const { policy, options } = QUEUES[name];
    await engine.createQueue(name, { policy, ...options });
    await engine.updateQueue(name, options);
    await engine.findJobs(name, { key: '' });
  }
}
