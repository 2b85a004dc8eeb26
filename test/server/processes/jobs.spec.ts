import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '../../support/jest.ts';
import { Logger } from '@nestjs/common';
import { sql } from 'drizzle-orm';
import { getRollbackPlans } from 'pg-boss';
import { Database, type Orm } from '../../../dist/server/database/database.js';
import { DatabaseOpenError } from '../../../dist/server/database/database-open-error.js';
import { migrate } from '../../../dist/server/database/migrate.js';
import { AppError } from '../../../dist/server/errors/app-error.js';
import { Jobs, type RunningJob } from '../../../dist/server/jobs/job-engine.js';
import { QUEUES } from '../../../dist/server/jobs/job-queues.js';
import { TestClock } from '../../support/clock.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { setJobTime } from '../../support/job-clock.ts';
import { untilSeen } from '../../support/until.ts';

const QUEUE = 'mirror-import';
/** How long a stop waits for jobs that do not end. */
const STOP_WITHIN_MS = 5000;
type Job = RunningJob<typeof QUEUE>;

let database: Database;
let drop: () => Promise<void>;
const clock = new TestClock();
const running: Jobs[] = [];
let errors: ReturnType<typeof silentErrors>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase());
  errors = silentErrors();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((jobs) => jobs.beforeApplicationShutdown()));
  errors.mockClear();
});
afterAll(async () => {
  errors.mockRestore();
  await database.close();
  await drop();
});

const silentErrors = () => jest.spyOn(Logger.prototype, 'error').mockReturnValue();

/** A process that works on the queue. */
async function start(handler: (job: Job) => Promise<void>, on = database): Promise<Jobs> {
  const jobs = new Jobs(on);
  jobs.work(QUEUE, handler);
  await jobs.onModuleInit();
  await jobs.onApplicationBootstrap();
  running.push(jobs);
  return jobs;
}

/** A handler that notes the workspaces of its jobs. */
function noting(): { seen: string[]; handler: (job: Job) => Promise<void> } {
  const seen: string[] = [];
  return { seen, handler: ({ payload }) => Promise.resolve(void seen.push(payload.workspaceId)) };
}

const untilStopped = ({ signal }: Job) =>
  new Promise<void>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason as Error)),
  );

const payload = (workspaceId: string) => ({ workspaceId, subject: 's' });
const send = (jobs: Jobs, workspaceId: string, options: { startAfter?: Date; tx?: Orm } = {}) =>
  jobs.send(QUEUE, payload(workspaceId), { key: workspaceId, ...options });
const timesDone = (seen: string[], workspaceId: string) => seen.filter((one) => one === workspaceId).length;
const done = (seen: string[], workspaceId: string) =>
  untilSeen(`${workspaceId} done`, () => timesDone(seen, workspaceId) > 0 || undefined);

/** Lets time pass for jobs, and lets the process look for those that are due. */
async function pass(jobs: Jobs, time: Parameters<TestClock['advance']>[0]): Promise<void> {
  clock.advance(time);
  await setJobTime(database, clock);
  jobs.wake(QUEUE);
}

describe('a job', () => {
  it('is done at once, and refused while one with its key waits or runs', async () => {
    let finish = () => {};
    const seen: string[] = [];
    const jobs = await start(async ({ payload: { workspaceId } }) => {
      seen.push(workspaceId);
      await new Promise<void>((resolve) => (finish = resolve));
    });
    expect(await send(jobs, 'robin')).toBe(true);
    expect(await send(jobs, 'robin')).toBe(false);
    await done(seen, 'robin');
    expect(await send(jobs, 'robin')).toBe(false);
    finish();
    await untilSeen('the key free again', () => send(jobs, 'robin'));
    await untilSeen('the second one', () => timesDone(seen, 'robin') === 2);
    finish();
  });

  it('commits with the transaction that it is sent in, or never existed', async () => {
    const { seen, handler } = noting();
    const jobs = await start(handler);
    const attempt = database.transaction(async (tx) => {
      await send(jobs, 'taken-back', { tx });
      throw new Error('no');
    });
    await expect(attempt).rejects.toThrow('no');
    await database.transaction(async (tx) => {
      expect(await send(jobs, 'kept', { tx })).toBe(true);
      expect(await send(jobs, 'kept', { tx })).toBe(false);
      await tx.execute(sql`select 1`);
    });
    jobs.wake(QUEUE);
    await done(seen, 'kept');
    expect(seen).toEqual(['kept']);
  });

  it('that is due later is done when its time has come', async () => {
    const { seen, handler } = noting();
    const jobs = await start(handler);
    await setJobTime(database, clock);
    await send(jobs, 'later', { startAfter: new Date(clock.now().getTime() + 3_600_000) });
    await pass(jobs, { minutes: 59 });
    await send(jobs, 'meanwhile');
    await done(seen, 'meanwhile');
    expect(seen).not.toContain('later');
    await pass(jobs, { minutes: 1 });
    await done(seen, 'later');
  });

  it('names its workspace for the version before as well, and one of that version is done', async () => {
    const { seen, handler } = noting();
    const jobs = await start(handler);
    await setJobTime(database, clock);
    await send(jobs, 'upgraded', { startAfter: new Date(clock.now().getTime() + 3_600_000) });
    const { rows } = await database.executeSql(
      "select data from pgboss.job where singleton_key = 'upgraded'",
    );
    expect(rows).toEqual([{ data: { workspaceId: 'upgraded', uid: 'upgraded', subject: 's' } }]);
    await database.executeSql(
      "update pgboss.job set data = data - 'workspaceId' where singleton_key = 'upgraded'",
    );
    await pass(jobs, { hours: 1 });
    await done(seen, 'upgraded');
  });

  it('is done once, however many processes there are', async () => {
    const [here, there] = [noting(), noting()];
    const one = await start(here.handler);
    const two = await start(there.handler);
    const uids = Array.from({ length: 24 }, (_, index) => `user-${index}`);
    await Promise.all(uids.map((uid, index) => send(index % 2 ? one : two, uid)));
    await untilSeen('all of them', () => {
      one.wake(QUEUE);
      two.wake(QUEUE);
      return here.seen.length + there.seen.length >= uids.length;
    });
    expect([...here.seen, ...there.seen].sort()).toEqual([...uids].sort());
  });
});

describe('a job that fails', () => {
  it('is retried, each time later, and knows which try is the last', async () => {
    const tries: boolean[] = [];
    const jobs = await start(({ isLastTry }) => {
      tries.push(isLastTry);
      return Promise.reject(AppError.of('google/unavailable'));
    });
    await send(jobs, 'unlucky');
    const { retryLimit = 0 } = QUEUES[QUEUE].options;
    for (let count = 1; count <= retryLimit + 1; count += 1) {
      await untilSeen(`try ${count}`, () => tries.length === count);
      await untilSeen('it put off', async () => (await stateOf('unlucky')) !== 'active');
      await pass(jobs, { minutes: 10 });
    }
    expect(tries).toEqual([...Array<boolean>(retryLimit).fill(false), true]);
    expect(await stateOf('unlucky')).toBe('failed');
    expect(errors).not.toHaveBeenCalled();
  });

  it('unexpectedly is logged by its innermost cause, and keeps nothing of what people wrote', async () => {
    const jobs = await start(() =>
      Promise.reject(new Error('Failed query: secret words', { cause: new Error('no such column') })),
    );
    await send(jobs, 'broken');
    await untilSeen('a line', () => errors.mock.calls.length > 0);
    expect(errors.mock.calls).toEqual([[expect.stringMatching(/mirror-import .* no such column/)]]);
    await untilSeen('it put off', async () => (await stateOf('broken')) === 'retry');
    const { rows } = await database.executeSql(`select * from pgboss.job`);
    expect(JSON.stringify(rows)).not.toContain('secret');
  });
});

describe('a process', () => {
  it('that dies leaves its jobs to others', async () => {
    const { seen, handler } = noting();
    // Long after its last sign of life, a process is as good as dead.
    const dead = await start(untilStopped);
    await send(dead, 'orphan');
    await untilSeen('it begun', async () => (await stateOf('orphan')) === 'active');
    await pass(dead, { hours: 1 });
    const jobs = await start(handler);
    await untilSeen('it given up', async () => (await stateOf('orphan')) === 'retry');
    await pass(jobs, { minutes: 1 });
    await done(seen, 'orphan');
  });

  it('that stops aborts its jobs, which another process does later', async () => {
    const { seen, handler } = noting();
    const reasons: unknown[] = [];
    const stopping = await start(async (job) => {
      seen.push('begun');
      await untilStopped(job).catch((reason: Error) => {
        reasons.push(reason.message);
        throw reason;
      });
    });
    await send(stopping, 'interrupted');
    await done(seen, 'begun');
    const began = performance.now();
    await stopping.beforeApplicationShutdown();
    expect(performance.now() - began).toBeLessThan(STOP_WITHIN_MS);
    expect(reasons).toEqual(['the process stops']);
    expect(errors).not.toHaveBeenCalled();
    const jobs = await start(handler);
    await pass(jobs, { minutes: 1 });
    await done(seen, 'interrupted');
  });

  it('that has stopped leaves no statement running and starts no more', async () => {
    let underWay = 0;
    const slow = Object.create(database, {
      executeSql: {
        value: async (text: string, values?: unknown[]) => {
          underWay += 1;
          await new Promise((resolve) => void setTimeout(resolve, 30));
          return database.executeSql(text, values).finally(() => (underWay -= 1));
        },
      },
    }) as Database;
    const jobs = new Jobs(slow);
    jobs.work(QUEUE, () => Promise.resolve());
    await jobs.onModuleInit();
    await jobs.onApplicationBootstrap();
    // The engine's own round, which its stop does not wait for.
    const round = (jobs as unknown as { engine: { supervise(): Promise<void> } }).engine.supervise();
    await jobs.beforeApplicationShutdown();
    expect(underWay).toBe(0);
    await round.catch(() => undefined);
    await expect(send(jobs, 'too-late')).rejects.toThrow('the process stops');
    expect(underWay).toBe(0);
    expect(errors).not.toHaveBeenCalled();
  });

  it('logs once that the database is unreachable, not at every poll', async () => {
    let isAway = false;
    const frail = Object.create(database, {
      executeSql: {
        value: (text: string, values?: unknown[]) =>
          isAway ? Promise.reject(new Error('connection lost')) : database.executeSql(text, values),
      },
    }) as Database;
    const { seen, handler } = noting();
    const jobs = await start(handler, frail);
    isAway = true;
    await untilSeen('a line', () => {
      jobs.wake(QUEUE);
      return errors.mock.calls.length > 0;
    });
    for (let look = 0; look < 20; look += 1) {
      jobs.wake(QUEUE);
      await database.executeSql('select 1');
    }
    isAway = false;
    await send(jobs, 'afterwards');
    await done(seen, 'afterwards');
    expect(errors.mock.calls).toEqual([['The job engine: connection lost']]);
  });
});

describe("the engine's tables", () => {
  const version = async () =>
    (await database.executeSql('select version from pgboss.version')).rows as { version: number }[];

  it('are brought up to date by our own migration', async () => {
    const before = await version();
    await database.executeSql(getRollbackPlans('pgboss'));
    expect(await version()).not.toEqual(before);
    await migrate(database.orm);
    expect(await version()).toEqual(before);
    await migrate(database.orm);
    const { seen, handler } = noting();
    await send(await start(handler), 'after-all');
    await done(seen, 'after-all');
  });

  it('of a newer version are left alone', async () => {
    await database.executeSql('update pgboss.version set version = version + 1');
    await expect(migrate(database.orm)).rejects.toThrow(DatabaseOpenError);
    await database.executeSql('update pgboss.version set version = version - 1');
  });
});

async function stateOf(key: string): Promise<string | undefined> {
  const { rows } = await database.executeSql(
    'select state::text from pgboss.job where singleton_key = $1 order by created_on desc limit 1',
    [key],
  );
  return (rows as { state: string }[])[0]?.state;
}
