import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { writeBackup } from '../../../dist/server/database/backup-write.js';
import type { PostDetailsDto, PostDto } from '../../../dist/server/posts/post.dto.js';
import { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import type { RestoredPosts } from '../../../dist/server/publishing/restored-posts.js';
import { type Client, cookieOf, PASSWORD, type SignedInClient, type TestApp } from '../../support/app.ts';
import { linesOf, restore } from '../../support/database/backup.ts';
import { openTestDatabase } from '../../support/database/database.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import {
  HOUR_MS,
  LEASE_MS,
  look,
  MINUTE_MS,
  newText,
  type Publishing,
  schedule,
  SECOND_MS,
  startPublishing,
} from '../../support/features/publishing.ts';

/** From the restore on: the settle window, and the claim that it is counted from the end of. */
const SETTLED_MS = 10 * MINUTE_MS + LEASE_MS;
const UNCONFIRMED = 'We couldn’t confirm whether Google published this post.';

let folder: string;
let setting: Publishing;
let locationId: string;
/** On the server that was backed up, and is gone after the restore. */
let before: SignedInClient;
/** The server on the restored database, and the same person there. */
let restored: TestApp;
let client: Client;
let target: Awaited<ReturnType<typeof openTestDatabase>>;
let doubted: RestoredPosts;
let posts: Awaited<ReturnType<typeof livePastTheBackup>>;
const queuesBeforeStart: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shingle-backup-posts-'));
  setting = await startPublishing();
  before = await setting.connected(PEOPLE.tamsin);
  locationId = setting.google.world.location({ location: 'Okonjo Ceramics' }).id;
  posts = await livePastTheBackup();
  target = await openTestDatabase();
  await setDatabaseTime(target.database, setting.served.clock);
  doubted = await restore(target.database, join(folder, 'backup.gz'));
  queuesBeforeStart.push(...(await jobs()));
  restored = await setting.replica({}, target.database);
  client = restored.visitor();
  const account = { email: before.email, password: PASSWORD, rememberMe: true };
  client.cookie = cookieOf(await client.send('post', '/api/auth/login', account).expect(200));
});
afterAll(async () => {
  await restored?.close();
  await target?.database.close();
  await target?.drop();
  await setting.close();
  await rm(folder, { recursive: true, force: true });
});

/** What was scheduled before the backup, and what became of it afterwards on the server that is gone. */
async function livePastTheBackup() {
  const plan = (fields: Record<string, unknown> & { inMs?: number }) =>
    schedule(setting, before, { locationId, ...fields });
  const refused = await plan({});
  setting.google.faults.next('localPosts.create', 'forbidden');
  await setting.passAndWork(MINUTE_MS);
  const live = await plan({});
  await setting.passAndWork(MINUTE_MS);
  await setting.passAndWork(10 * SECOND_MS);
  setting.google.configure({ processingMs: HOUR_MS });
  const inReview = await plan({});
  await setting.passAndWork(MINUTE_MS);
  const text = newText();
  const out = await plan({ summary: text, inMs: 5 * MINUTE_MS });
  const twin = await plan({ summary: text, inMs: 3 * HOUR_MS });
  const cancelled = await plan({ inMs: 6 * MINUTE_MS });
  const unsent = await plan({ inMs: 20 * MINUTE_MS });
  const moved = await plan({ inMs: 4 * HOUR_MS });
  const later = await plan({ inMs: 5 * HOUR_MS });
  // A reading that is under way when the backup is made.
  await setting.served.database.executeSql('update mirror_imports set ended_at = null');
  await writeBackup(setting.served.database, join(folder, 'backup.gz'));

  await before.send('post', `/api/posts/${refused.id}/retry`).expect(200);
  await before.send('delete', `/api/posts/${cancelled.id}`).expect(204);
  const publishAt = new Date(setting.served.clock.now().getTime() + 2 * MINUTE_MS).toISOString();
  await before.send('patch', `/api/posts/${moved.id}`, { publishAt }).expect(200);
  await setting.passAndWork(10 * MINUTE_MS);
  // It is gone; the next post falls due while nobody is there.
  await setting.pass(20 * MINUTE_MS);
  return { refused, live, inReview, out, twin, cancelled, unsent, moved, later };
}

const timesAtGoogle = ({ summary }: PostDto) =>
  setting.google.world.posts({ location: locationId }).filter((post) => post.summary === summary).length;
const see = (post: PostDto): Promise<PostDetailsDto> => look(client, post);
const work = async (ms: number): Promise<void> => {
  await setting.pass(ms);
  await setting.workOff(restored);
};

async function jobs(): Promise<unknown[]> {
  const { rows } = await target.database.executeSql(`select name, singleton_key from pgboss.job`);
  return rows;
}

describe('after a backup was restored', () => {
  it('all users sign in again and find their own data', async () => {
    expect(doubted).toEqual({ overdue: 3, later: 4 });
    const old = restored.visitor();
    old.cookie = before.cookie;
    await old.send('get', '/api/auth/profile').expect(401);
    const { body } = await client.send('get', '/api/auth/gbp-status').expect(200);
    expect(body).toMatchObject({ hasAccess: true, email: PEOPLE.tamsin });
    expect(linesOf(join(folder, 'backup.gz')).join('\n')).not.toMatch(/1\/\/|ya29/);
  });

  it('work that was in progress continues automatically', async () => {
    expect(queuesBeforeStart).toEqual([]);
    await placesRead(client);
    const due = await restored.app.get(LedgerRepository).due();
    expect(due.map(({ id }) => id)).toContain(posts.out.id);
  });

  it('a post that was published since is found at Google and not sent again', async () => {
    expect(timesAtGoogle(posts.out)).toBe(1);
    await setting.workOff(restored);
    expect(await see(posts.out)).toMatchObject({ status: 'QUEUED', detail: 'in_review' });
    expect(timesAtGoogle(posts.out)).toBe(1);
  });

  it('one that Google has taken before the backup is followed up by its name', async () => {
    expect(await see(posts.live)).toMatchObject({ status: 'PUBLISHED' });
    expect(await see(posts.inReview)).toMatchObject({ status: 'QUEUED', detail: 'in_review' });
  });

  it('a failed post that was published since is found when it is retried', async () => {
    expect(await see(posts.refused)).toMatchObject({ status: 'FAILED' });
    await client.send('post', `/api/posts/${posts.refused.id}/retry`).expect(200);
    await setting.workOff(restored);
    expect(await see(posts.refused)).toMatchObject({ status: 'QUEUED', detail: 'in_review' });
    expect(timesAtGoogle(posts.refused)).toBe(1);
  });

  it('nothing is sent again while Google may still list it late', async () => {
    const { body } = await client
      .send('patch', `/api/posts/${posts.later.id}`, {
        publishAt: new Date(restored.clock.now().getTime() + MINUTE_MS).toISOString(),
      })
      .expect(200);
    await work(2 * MINUTE_MS);
    expect(timesAtGoogle(posts.later)).toBe(0);
    await work(SETTLED_MS);
    expect(timesAtGoogle(posts.later)).toBe(1);
    expect(await see(body as PostDto)).toMatchObject({ status: 'QUEUED', detail: 'in_review' });
  });

  it('one whose time has passed and which Google does not list is held for its owner', async () => {
    for (const post of [posts.unsent, posts.cancelled]) {
      const held = await see(post);
      expect(held).toMatchObject({ status: 'FAILED', detail: 'unconfirmed' });
      expect(held.errorDetails).toContain(UNCONFIRMED);
      expect(held.attempts.at(-1)).toMatchObject({
        outcome: 'not_found',
        error: expect.stringContaining('A backup was restored'),
      });
      expect(timesAtGoogle(post)).toBe(0);
    }
    await client.send('post', `/api/posts/${posts.unsent.id}/retry`).expect(200);
    await work(MINUTE_MS);
    expect(timesAtGoogle(posts.unsent)).toBe(1);
  });

  it('a post that is due later goes out at its time, unless it was moved and published before', async () => {
    await work(6 * HOUR_MS);
    expect(timesAtGoogle(posts.twin)).toBe(2);
    expect(timesAtGoogle(posts.moved)).toBe(1);
    await work(2 * HOUR_MS);
    for (const post of [posts.twin, posts.moved, posts.out, posts.inReview, posts.later])
      expect(await see(post)).toMatchObject({ status: 'PUBLISHED' });
  });
});
