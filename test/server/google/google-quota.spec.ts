import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { GoogleTimeouts } from '../../../dist/server/business-profile/calls/google-clock.js';
import { GoogleQuota, type Priority } from '../../../dist/server/business-profile/calls/quota.js';
import { rateBuckets } from '../../../dist/server/database/connection.schema.js';
import type { Database } from '../../../dist/server/database/database.js';
import { IntervalTasks } from '../../../dist/server/jobs/interval-tasks.js';
import { TestClock } from '../../support/clock.ts';
import { haltDatabaseTime } from '../../support/database/database-time.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { untilSeen } from '../../support/until.ts';

/** What a minute may hold: a full bucket of 50, and 240 that it gains. */
const FULL = 50;

describe("Google's quotas", () => {
  let database: Database;
  let drop: () => Promise<void>;
  let clock: TestClock;
  let quota: GoogleQuota;
  /** Called whenever somebody waits. */
  let onPause: () => void;

  beforeAll(async () => {
    ({ database, drop } = await openTestDatabase());
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });
  beforeEach(async () => {
    await database.orm.delete(rateBuckets);
    clock = new TestClock('2027-03-01T09:00:00Z');
    onPause = () => undefined;
    quota = newReplica();
    await advance({});
  });

  /** Time passes only when a test says so. */
  async function advance(by: Parameters<TestClock['advance']>[0]): Promise<void> {
    clock.advance(by);
    await haltDatabaseTime(database, clock);
  }

  /** Pauses of a millisecond; what comes back into a bucket depends on the steered clock alone. */
  function newReplica(): GoogleQuota {
    const timing = Object.assign(new GoogleTimeouts(), {
      wait: () => {
        onPause();
        return new Promise<void>((resolve) => void setTimeout(resolve, 1));
      },
    });
    return new GoogleQuota(database, timing, new IntervalTasks());
  }

  const claim = (priority: Priority, { workspaceId = 'u1', withinMs = 0 } = {}) => ({
    workspaceId,
    priority,
    endsAt: performance.now() + withinMs,
  });
  const take = (priority: Priority, replica = quota) => replica.take('information', claim(priority));

  /** How many calls go through at once before one is refused. */
  async function takeAll(priority: Priority, replica = quota): Promise<number> {
    for (let taken = 0; ; taken += 1) {
      try {
        await take(priority, replica);
      } catch (error) {
        expect(error).toMatchObject({ code: 'google/busy' });
        return taken;
      }
    }
  }

  /** Empties the bucket and lets somebody wait for it; whoever comes now waits behind them. */
  async function beginQueue(): Promise<{ first: Promise<void> }> {
    await takeAll('publish');
    const isWaiting = new Promise<void>((resolve) => (onPause = resolve));
    const first = quota.take('information', claim('publish', { workspaceId: 'first', withinMs: 10_000 }));
    await isWaiting;
    return { first };
  }

  it('let 50 calls of an API through at once, and the next one times out', async () => {
    expect(await takeAll('publish')).toBe(FULL);
  });

  it('are known as they were left by the last call', async () => {
    expect(quota.lastLeft('information')).toBe(0);
    await take('publish');
    expect(quota.lastLeft('information')).toBe(FULL - 1);
    expect(quota.lastLeft('v4')).toBe(0);
    await takeAll('publish');
    expect(quota.lastLeft('information')).toBe(0);
  });

  it('never let more than 290 calls through in a minute', async () => {
    let taken = await takeAll('publish');
    for (let second = 0; second < 60; second += 1) {
      await advance({ seconds: 1 });
      taken += await takeAll('publish');
    }
    expect(taken).toBe(290);
  });

  it('are kept by all replicas together, whoever asks at the same moment', async () => {
    const other = newReplica();
    const asked = Array.from({ length: 80 }, (_, index) => take('publish', index % 2 ? quota : other));
    const outcomes = await Promise.allSettled(asked);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(FULL);
  });

  it('are separate for each API', async () => {
    await takeAll('publish');
    await expect(quota.take('v4', claim('publish'))).resolves.toBeUndefined();
  });

  it('reserve some for higher priorities: publishing, then saving, then reading, then the mirror', async () => {
    const taken: number[] = [];
    for (const priority of ['mirror', 'read', 'save', 'publish'] as const)
      taken.push(await takeAll(priority));
    expect(taken).toEqual([25, 15, 5, 5]);
  });

  it('let no save, post or view wait for the figures of 3,000 locations', async () => {
    const readings = Array.from({ length: 3000 }, () =>
      quota.take('performance', claim('mirror', { withinMs: 300 })).catch(() => undefined),
    );
    await Promise.all([
      quota.take('information', claim('save')),
      quota.take('v4', claim('publish')),
      quota.take('performance', claim('read', { withinMs: 10_000 })),
    ]);
    expect([quota.lastLeft('information'), quota.lastLeft('v4')]).toEqual([FULL - 1, FULL - 1]);
    await Promise.all(readings);
  });

  it('let a waiting call through as soon as a token is available', async () => {
    await takeAll('publish');
    const waiting = quota.take('information', claim('publish', { withinMs: 10_000 }));
    await advance({ seconds: 1 });
    await expect(waiting).resolves.toBeUndefined();
  });

  it('serve waiting calls by priority, regardless of who came first', async () => {
    const { first } = await beginQueue();
    const served: Priority[] = [];
    const waiting = (['mirror', 'read', 'save', 'publish'] as const).map((priority) =>
      quota.take('information', claim(priority, { withinMs: 10_000 })).then(() => served.push(priority)),
    );
    await advance({ minutes: 1 });
    await Promise.all([first, ...waiting]);
    expect(served).toEqual(['publish', 'save', 'read', 'mirror']);
  });

  it('serve the connections that wait in turns, so that one with many calls holds no other up', async () => {
    const { first } = await beginQueue();
    const served: string[] = [];
    const uids = ['many', 'many', 'many', 'many', 'few', 'single'];
    const waiting = uids.map((uid) =>
      quota
        .take('information', claim('read', { workspaceId: uid, withinMs: 10_000 }))
        .then(() => served.push(uid)),
    );
    await advance({ minutes: 1 });
    await Promise.all([first, ...waiting]);
    expect(served.slice(0, 3).sort()).toEqual(['few', 'many', 'single']);
    expect(served.slice(3)).toEqual(['many', 'many', 'many']);
  });

  it('let a first reading go on in turns with changes of many locations, which may take hours', async () => {
    const { first } = await beginQueue();
    const served: Priority[] = [];
    const many = Array.from({ length: 6 }, () => ['bulk', 'changing'] as const);
    const waiting = [...many, ['mirror', 'new'] as const, ['mirror', 'new'] as const].map(
      ([priority, workspaceId]) =>
        quota
          .take('information', claim(priority, { workspaceId, withinMs: 60_000 }))
          .then(() => served.push(priority)),
    );
    await advance({ minutes: 1 });
    await Promise.all([first, ...waiting]);
    expect(served.slice(0, 4).filter((priority) => priority === 'mirror')).toHaveLength(2);
    expect(served).toHaveLength(8);
  });

  it("let another's single call go at once beside somebody's many, also by another replica", async () => {
    const { first } = await beginQueue();
    let served = 0;
    const many = Array.from({ length: 8 }, () =>
      quota
        .take('information', claim('publish', { workspaceId: 'many', withinMs: 60_000 }))
        .then(() => (served += 1)),
    );
    await advance({ seconds: 1 });
    await first;
    await untilSeen('a call of the many', () => served === 1);
    for (const [workspaceId, replica] of [
      ['few', quota],
      ['single', newReplica()],
    ] as const)
      await replica.take('information', claim('publish', { workspaceId, withinMs: 60_000 }));
    expect(served).toBe(1);
    await advance({ minutes: 1 });
    await Promise.all(many);
  });

  it('refuse a call that has waited its longest time, and still serve the others', async () => {
    await takeAll('publish');
    const late = quota.take('information', claim('publish', { withinMs: 5 }));
    const patient = quota.take('information', claim('read', { withinMs: 10_000 }));
    await expect(late).rejects.toMatchObject({ code: 'google/busy' });
    await advance({ minutes: 1 });
    await expect(patient).resolves.toBeUndefined();
  });

  it('let 5 edits of a profile through at once, 10 in a minute, whoever makes them', async () => {
    const edit = (uid: string) => quota.takeEdit('101', claim('save', { workspaceId: uid }));
    let edits = 0;
    for (let second = 0; second <= 60; second += 1) {
      for (const uid of ['u1', 'u2'])
        await edit(uid).then(
          () => (edits += 1),
          () => undefined,
        );
      if (second === 5) expect(edits).toBe(5);
      await advance({ seconds: 1 });
    }
    expect(edits).toBeLessThanOrEqual(10);
    expect(edits).toBeGreaterThan(7);
    await expect(quota.takeEdit('102', claim('save'))).resolves.toBeUndefined();
  });

  it('leave nothing behind once they are full again', async () => {
    await quota.takeEdit('101', claim('save'));
    await advance({ seconds: 50 });
    await takeAll('publish');
    await advance({ seconds: 11 });
    await quota.forgetFull();
    const left = await database.orm.select({ id: rateBuckets.id }).from(rateBuckets);
    expect(left).toEqual([{ id: 'google information' }]);
    expect(await takeAll('publish')).toBe(44);
  });

  it('neither gain nor lose tokens when a clock is behind', async () => {
    for (let taken = 0; taken < 30; taken += 1) await take('publish');
    await advance({ seconds: -5 });
    expect(await takeAll('publish')).toBe(20);
    await advance({ seconds: 5 });
    expect(await takeAll('publish')).toBe(0);
  });
});
