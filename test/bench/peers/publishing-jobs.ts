// Jobs of the same engine, set as ours, that do nothing: how late such an engine is by itself. It makes as many as it is
// told to for one instant, and answers how late each was begun (ms).
import { PgBoss } from 'pg-boss';

/** How many jobs are due when (ms since 1970). */
export interface JobsOrder {
  count: number;
  dueAt: number;
}

const QUEUE = 'nothing';
const engine = new PgBoss({
  connectionString: process.env.DATABASE_URL,
  schema: 'peer',
  schedule: false,
  max: 10,
});
engine.on('error', (error) => console.error(error));
await engine.start();
await engine.createQueue(QUEUE, { policy: 'short', retryLimit: 0, expireInSeconds: 60 });

let dueAt = 0;
let count = 0;
let late: number[] = [];
const [worker] = [
  await engine.work(
    QUEUE,
    { pollingIntervalSeconds: 0.5, batchSize: 50, burstWhenBatchFull: true },
    (jobs: unknown[]) => {
      late.push(...jobs.map(() => Date.now() - dueAt));
      if (late.length === count) process.send?.(late);
      return Promise.resolve();
    },
  ),
];

process.on('message', (order: JobsOrder) => {
  ({ dueAt, count } = order);
  late = [];
  const startAfter = new Date(dueAt);
  const jobs = Array.from({ length: count }, (_, index) => ({
    startAfter,
    singletonKey: `${dueAt} ${index}`,
  }));
  // As ours, it is woken when they are due.
  void engine
    .insert(QUEUE, jobs)
    .then(() => setTimeout(() => engine.notifyWorker(worker), dueAt + 1 - Date.now()));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
