import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { getTableColumns, sql } from 'drizzle-orm';
import { posts } from '../../../dist/server/database/schema.js';
import { type SignedInClient, startTestApp, type TestApp, uniqueEmail } from '../../support/app.ts';

/** More than anybody has; see `too_many_posts`. */
const MAX_WAITING = 10_000;
const HOUR_MS = 60 * 60_000;
const NO_ID = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';

let served: TestApp;
let robin: SignedInClient;
beforeAll(async () => {
  served = await startTestApp();
  robin = await served.signUp();
});
afterAll(() => served.close());

const later = (hours: number): Date => new Date(served.clock.now().getTime() + hours * HOUR_MS);
const schedule = (client: SignedInClient) =>
  client.send('post', '/api/posts', {
    locationId: 'sample-101',
    publishAt: later(1).toISOString(),
    postBody: { languageCode: 'en-US', topicType: 'STANDARD', summary: 'Fresh bread' },
  });

/** Copies a post so many times, the time and the status changed. */
async function copy(id: string, count: number, status: string, publishAt: Date): Promise<void> {
  const changed: Record<string, ReturnType<typeof sql>> = {
    id: sql`gen_random_uuid()`,
    status: sql`${status}`,
    publish_at: sql`${publishAt.toISOString()}::timestamptz`,
    next_step_at: sql`null::timestamptz`,
  };
  const names = Object.values(getTableColumns(posts)).map(({ name }) => name);
  const columns = sql.join(
    names.map((name) => sql.identifier(name)),
    sql`, `,
  );
  const values = sql.join(
    names.map((name) => changed[name] ?? sql`${posts}.${sql.identifier(name)}`),
    sql`, `,
  );
  await served.database.orm.execute(
    sql`insert into ${posts} (${columns}) select ${values} from ${posts}, generate_series(1, ${count}::int) where ${posts.id} = ${id}`,
  );
}

describe('posts that wait for their time', () => {
  it('are 10,000 at most for each user, however many requests come at once', async () => {
    const { body: first } = await schedule(robin).expect(201);
    // Those that have gone out, or have failed, do not count.
    await copy(first.id, 10, 'PUBLISHED', later(2));
    await copy(first.id, 10, 'FAILED', later(2));
    const waiting = sql<number>`count(*)::int`;
    const [counted] = await served.database.orm
      .select({ waiting })
      .from(posts)
      .where(
        sql`${posts.workspaceId} = ${robin.uid} and ${posts.status} = 'SCHEDULED' and ${posts.publishAt} > ${later(0).toISOString()}`,
      );
    await copy(first.id, MAX_WAITING - 3 - (counted?.waiting ?? 0), 'SCHEDULED', later(2));
    const answers = await Promise.all(Array.from({ length: 8 }, () => schedule(robin)));
    const taken = answers.filter(({ status }) => status === 201);
    const refused = answers.filter(({ status }) => status === 409);
    expect([taken.length, refused.length]).toEqual([3, 5]);
    expect(refused[0]?.body).toMatchObject({
      code: 'too_many_posts',
      message:
        'You can have at most 10,000 scheduled posts. Delete some of them, or schedule this one after others are published.',
    });
  });

  it('are refused no change, and one that failed is none of them until it waits again', async () => {
    const ofRobin = (status: 'SCHEDULED' | 'FAILED') =>
      served.database.orm
        .select({ id: posts.id })
        .from(posts)
        .where(
          sql`${posts.workspaceId} = ${robin.uid} and ${posts.status} = ${status} and not ${posts.seeded}`,
        )
        .limit(1);
    const [[waiting], [failed]] = await Promise.all([ofRobin('SCHEDULED'), ofRobin('FAILED')]);
    const change = { publishAt: later(3).toISOString() };
    await robin.send('patch', `/api/posts/${waiting?.id}`, change).expect(200);
    const refused = await robin.send('patch', `/api/posts/${failed?.id}`, change).expect(409);
    expect(refused.body.code).toBe('too_many_posts');
    await robin.send('post', `/api/posts/${failed?.id}/retry`).expect(200);
    await robin.send('delete', `/api/posts/${waiting?.id}`).expect(204);
    await schedule(robin).expect(201);
  });

  it('are counted for each user alone', async () => {
    await schedule(await served.signUp()).expect(201);
  });
});

describe('a page of a list', () => {
  it('has 100 items at most, whatever the list', async () => {
    const { body } = await served.visitor().send('get', '/api/openapi.json').expect(200);
    const lists = Object.entries<Record<string, { parameters?: { name: string; schema: object }[] }>>(
      body.paths,
    ).flatMap(([path, { get }]) =>
      (get?.parameters ?? []).filter(({ name }) => name === 'limit').map(({ schema }) => ({ path, schema })),
    );
    expect(lists.map(({ path }) => path)).toEqual(expect.arrayContaining(['/api/posts', '/api/locations']));
    for (const { path, schema } of lists) {
      const maximum = path === '/api/posts' ? 1000 : 100;
      expect([path, schema]).toEqual([path, expect.objectContaining({ minimum: 1, maximum })]);
      const refused = await robin.send('get', `${path.replace('{id}', NO_ID)}?limit=101`).expect(400);
      expect(refused.body.errors).toEqual([
        { field: 'limit', message: expect.stringMatching(/^Limit must be from 1 to 100/) },
      ]);
    }
    const page = await robin.send('get', '/api/posts').expect(200);
    expect(page.body.items).toHaveLength(100);
    expect(page.body.nextCursor).toEqual(expect.any(String));
  });

  it('has 1000 posts at most in a month, which is drawn whole', async () => {
    const ask = (query: object) => robin.send('get', '/api/posts').query(query);
    const month = { from: '2026-10-26T00:00:00Z', to: '2026-12-07T00:00:00Z' };
    await ask({ ...month, limit: 1000 }).expect(200);
    for (const wrong of [
      { ...month, limit: 1001 },
      { ...month, to: '2026-12-11T00:00:00Z', limit: 101 },
      { from: month.from, limit: 101 },
      { from: 'some day', to: 'another', limit: 101 },
    ])
      await ask(wrong).expect(400);
  });
});

describe('a password', () => {
  const kinds = {
    'of 128 characters, with spaces at both ends': ` ${'correct horse '.repeat(9)} `,
    'of other scripts, an emoji and a combined accent': `пароль 密码 🔑 ${'é'.normalize('NFD')}`,
    'of quotes, a backslash and mark-up': `'" \\ <b>&amp;</b> %00 --`,
  };

  it(`may be ${Object.keys(kinds).join(', ')}, and is taken as it is`, async () => {
    const tryOut = async (password: string): Promise<void> => {
      const email = uniqueEmail();
      const logIn = (given: string) =>
        served.visitor().send('post', '/api/auth/login', { email, password: given });
      const signUp = { fullName: 'Robin van Berg', email, password };
      await served.visitor().send('post', '/api/auth/signup', signUp).expect(200);
      const others = [
        password.trim(),
        password.slice(0, -1),
        password.normalize('NFC'),
        password.toUpperCase(),
      ];
      for (const other of others) if (other !== password) await logIn(other).expect(400);
      await logIn(password).expect(200);
    };
    await Promise.all(Object.values(kinds).map(tryOut));
  });
});
