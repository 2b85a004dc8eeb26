import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import type { Database } from '../../../dist/server/database/database.js';
import { idempotencyKeys } from '../../../dist/server/database/publishing.schema.js';
import { AppError } from '../../../dist/server/errors/app-error.js';
import { Idempotency } from '../../../dist/server/posts/idempotency.js';
import { openTestDatabase } from '../../support/database/database.ts';
import { TestClock } from '../../support/clock.ts';
import { addUsers } from '../../support/users.ts';

const BODY = { summary: 'Fresh', at: { day: 1, month: 3 } };

interface Answer {
  id: number;
}

/** A request: whose it is, what it carries, which process it reaches. */
interface Sent {
  uid: string;
  workspace: string;
  route: 'schedulePost' | 'planCampaign';
  key: string;
  body: object;
  at: Idempotency;
}

describe('an Idempotency-Key', () => {
  let database: Database;
  let drop: () => Promise<void>;
  let clock: TestClock;
  let idempotency: Idempotency;
  /** How often the work was done to its end. */
  let done: number;

  beforeAll(async () => {
    ({ database, drop } = await openTestDatabase());
    await addUsers(database, 'u1', 'u2');
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  /** Another process on the same database. */
  const replica = () => new Idempotency(database, clock);

  beforeEach(async () => {
    await database.orm.delete(idempotencyKeys);
    clock = new TestClock('2026-11-21T12:00:00Z');
    idempotency = replica();
    done = 0;
  });

  /** A request whose work answers the number of its turn; `before` runs ahead of the transaction. */
  function request(
    {
      uid = 'u1',
      workspace = uid,
      route = 'schedulePost',
      key = 'k1',
      body = BODY,
      at = idempotency,
    }: Partial<Sent> = {},
    before: () => Promise<unknown> = () => Promise.resolve(),
  ): Promise<Answer> {
    const owner = { workspaceId: workspace, actor: uid };
    return at.once<Answer>({ owner, route, key, body }, async (keep) => {
      await before();
      const answer = { id: done + 1 };
      await database.transaction((tx) => keep!(tx, answer));
      done += 1;
      return answer;
    });
  }

  it('does the work once and gives the same answer again', async () => {
    expect(await request()).toEqual({ id: 1 });
    expect(await request()).toEqual({ id: 1 });
    expect(await request({ at: replica() })).toEqual({ id: 1 });
    expect(done).toBe(1);
  });

  it('does not mind the order of the fields', async () => {
    await request();
    expect(await request({ body: { at: { month: 3, day: 1 }, summary: 'Fresh' } })).toEqual({ id: 1 });
  });

  it('is refused with another body', async () => {
    await request();
    await expect(request({ body: { ...BODY, summary: 'Stale' } })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(done).toBe(1);
  });

  it('belongs to one user', async () => {
    await request();
    expect(await request({ uid: 'u2' })).toEqual({ id: 2 });
  });

  it('belongs to one workspace, while a request is running and afterwards', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const first = request({}, () => finished);
    const other = { workspace: 'u2', body: { summary: 'Stale' } };
    expect(await request(other)).toEqual({ id: 1 });
    finish();
    expect(await first).toEqual({ id: 2 });
    expect(await request(other)).toEqual({ id: 1 });
    expect(await request()).toEqual({ id: 2 });
  });

  it('belongs to one route, while a request is running and afterwards', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const first = request({}, () => finished);
    const other = { route: 'planCampaign', body: { name: 'Summer' } } as const;
    expect(await request(other)).toEqual({ id: 1 });
    finish();
    expect(await first).toEqual({ id: 2 });
    expect(await request(other)).toEqual({ id: 1 });
    expect(await request()).toEqual({ id: 2 });
  });

  it('may be left out, and then every request counts', async () => {
    const owner = { workspaceId: 'u1', actor: 'u1' };
    const unkeyed = { owner, route: 'schedulePost' as const, key: undefined, body: BODY };
    const work = () => Promise.resolve({ id: (done += 1) });
    expect(await idempotency.once(unkeyed, work)).toEqual({ id: 1 });
    expect(await idempotency.once(unkeyed, work)).toEqual({ id: 2 });
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(101)],
    ['with a space', 'two words'],
    ['not ASCII', 'schlüssel'],
    ['with a control character', 'k\t1'],
  ])('is refused when it is %s', async (_name, key) => {
    await expect(request({ key })).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ field: 'Idempotency-Key' }],
    });
  });

  it('may be 100 characters long', async () => {
    expect(await request({ key: '~'.repeat(100) })).toEqual({ id: 1 });
  });

  it('is refused while the same request is running, and answers afterwards', async () => {
    const { promise: finished, resolve: finish } = Promise.withResolvers<void>();
    const first = request({}, () => finished);
    const others = await Promise.allSettled(Array.from({ length: 19 }, () => request()));
    for (const other of others)
      expect(other).toMatchObject({ status: 'rejected', reason: { code: 'request_in_progress' } });
    // Somebody else's key of the same name is not in the way.
    expect(await request({ uid: 'u2', body: { summary: 'Stale' } })).toEqual({ id: 1 });
    await expect(request({ body: { summary: 'Stale' } })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    finish();
    expect(await first).toEqual({ id: 2 });
    expect(await request()).toEqual({ id: 2 });
    expect(done).toBe(2);
  });

  it('lets one of two processes win, and the other gives the same answer', async () => {
    const inBetween = () => request({ at: replica() });
    expect(await request({}, inBetween)).toEqual({ id: 1 });
    expect(done).toBe(1);
  });

  it("returns another process's answer when the work is refused because of it", async () => {
    const refused = async () => {
      await request({ at: replica() });
      throw AppError.of('post_changed');
    };
    expect(await request({}, refused)).toEqual({ id: 1 });
    await expect(
      request({ key: 'k2' }, () => Promise.reject(AppError.of('post_changed'))),
    ).rejects.toMatchObject({ code: 'post_changed' });
  });

  it('is refused when another process was faster with another body', async () => {
    const inBetween = () => request({ at: replica(), body: { summary: 'Stale' } });
    await expect(request({}, inBetween)).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    expect(done).toBe(1);
  });

  it('is free again when the work failed', async () => {
    const failing = request({}, () => Promise.reject(new Error('no location')));
    await expect(failing).rejects.toThrow('no location');
    expect(await request()).toEqual({ id: 1 });
  });

  it('is kept for 24 hours and then forgotten', async () => {
    await request();
    clock.advance({ hours: 24 });
    expect(await request()).toEqual({ id: 1 });
    clock.advance({ seconds: 0.001 });
    expect(await request()).toEqual({ id: 2 });
    clock.advance({ hours: 25 });
    await request({ uid: 'u2', key: 'k2' });
    expect(await database.orm.select({ key: idempotencyKeys.key }).from(idempotencyKeys)).toEqual([
      { key: 'k2' },
    ]);
  });
});
