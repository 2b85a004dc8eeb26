import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { ConnectionsService } from '../../../dist/server/business-profile/connection/connections.service.js';
import { posts, publishAttempts } from '../../../dist/server/database/schema.js';
import type { GoogleSimulator } from 'gbp-simulator';
import type { PostDto } from '../../../dist/server/posts/post.dto.js';
import type { PostRow } from '../../../dist/server/posts/posts.repository.js';
import { type SignedInClient, startTestApp, type TestApp } from '../../support/app.ts';
import { setDatabaseTime } from '../../support/database/database-time.ts';
import { googleEnv, loseConnection } from '../../support/google/google-connection.ts';
import { PEOPLE, startSimulator } from '../../support/google/google-simulator.ts';
import { connectWithPlaces } from '../../support/google/places-read.ts';

let google: GoogleSimulator;
let served: TestApp;
let tamsin: SignedInClient;
beforeAll(async () => {
  google = await startSimulator();
  google.configure({ editsPerMinute: 1000 });
  served = await startTestApp(googleEnv(google));
  tamsin = await connected(PEOPLE.tamsin);
});
afterAll(async () => {
  await served.close();
  await google.close();
});

async function connected(email: string): Promise<SignedInClient> {
  const client = await served.signUp();
  await connectWithPlaces(client, email);
  return client;
}

const placeId = (title: string) => google.world.location({ location: title }).id;

let written = 0;
/** Schedules a post so many days ahead, and answers its id. */
async function scheduled(client: SignedInClient, title: string, days = 1): Promise<string> {
  const answer = await client
    .send('post', '/api/posts', {
      locationId: placeId(title),
      publishAt: new Date(served.clock.now().getTime() + days * 86_400_000).toISOString(),
      postBody: { languageCode: 'en-US', summary: `News ${(written += 1)}`, topicType: 'STANDARD' },
    })
    .expect(201);
  return answer.body.id as string;
}

const set = (id: string, change: Partial<PostRow>) =>
  served.database.orm.update(posts).set(change).where(eq(posts.id, id));

describe('deleting at Google as well', () => {
  const CERAMICS = 'Okonjo Ceramics';
  let id: string;
  let name: string;

  // A post that is live at Google, and that we know to be.
  beforeEach(async () => {
    google.faults.clear();
    // Edits of one place are limited by the minute.
    served.clock.advance({ minutes: 1 });
    google.clock.advance(60_000);
    await setDatabaseTime(served.database, served.clock);
    id = await scheduled(tamsin, CERAMICS);
    const { accountIds } = google.world.location({ location: CERAMICS });
    const { access_token: token } = google.world.issueTokens({ email: PEOPLE.tamsin });
    const path = `accounts/${accountIds[0]}/locations/${placeId(CERAMICS)}/localPosts`;
    const answer = await fetch(`${google.addresses.GBP_V4_URL}/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}` },
      body: JSON.stringify({ languageCode: 'en-US', summary: 'News', topicType: 'STANDARD' }),
    });
    ({ name } = (await answer.json()) as { name: string });
    await set(id, {
      status: 'PUBLISHED',
      googleName: name,
      publishedAt: served.clock.now(),
      nextStepAt: null,
    });
    google.calls.clear();
  });

  const isAtGoogle = () => google.world.posts().some((post) => post.name === name);
  const isHere = async () => (await tamsin.send('get', `/api/posts/${id}`)).status === 200;
  const remove = (query = '') => tamsin.send('delete', `/api/posts/${id}${query}`);
  const deletions = () => google.calls.count({ operation: 'localPosts.delete' });

  it('is asked for separately', async () => {
    await remove().expect(204);
    expect([await isHere(), isAtGoogle()]).toEqual([false, true]);
    expect(deletions()).toBe(0);
  });

  it('takes it away in both places', async () => {
    await remove('?atGoogle=true').expect(204);
    expect([await isHere(), isAtGoogle()]).toEqual([false, false]);
  });

  it('is done when Google has it no more', async () => {
    google.world.removePost({ post: name });
    await remove('?atGoogle=true').expect(204);
    expect([await isHere(), deletions()]).toEqual([false, 1]);
  });

  it('is not done while Google says that it is gone, and lists it', async () => {
    google.faults.next('localPosts.delete', 'not-found');
    const answer = await remove('?atGoogle=true').expect(409);
    expect(answer.body.code).toBe('post_still_shown');
    expect([await isHere(), isAtGoogle()]).toEqual([true, true]);
    await remove('?atGoogle=true').expect(204);
    expect([await isHere(), isAtGoogle()]).toEqual([false, false]);
  });

  it.each(['error-before', 'reset-before', 'rate-limited'] as const)(
    'deletes nothing when Google cannot do it at present: %s',
    async (fault) => {
      google.faults.next('localPosts.delete', fault);
      const answer = await remove('?atGoogle=true').expect(503);
      expect(answer.body.code).toBe(fault === 'rate-limited' ? 'google/busy' : 'google/unavailable');
      expect([await isHere(), isAtGoogle()]).toEqual([true, true]);
      await remove('?atGoogle=true').expect(204);
    },
  );

  it('can be repeated when Google has done it and its answer was lost', async () => {
    google.faults.next('localPosts.delete', 'reset-after');
    await remove('?atGoogle=true').expect(503);
    expect([await isHere(), isAtGoogle()]).toEqual([true, false]);
    await remove('?atGoogle=true').expect(204);
    expect(await isHere()).toBe(false);
  });

  it('is refused while the connection is lost, and works after reconnecting', async () => {
    google.world.revokeAccess({ email: PEOPLE.tamsin });
    google.world.expireAccessTokens({ email: PEOPLE.tamsin });
    expect((await remove('?atGoogle=true').expect(409)).body.code).toBe('google/reconnect');
    expect([await isHere(), isAtGoogle()]).toEqual([true, true]);
    await connectWithPlaces(tamsin, PEOPLE.tamsin);
    await remove('?atGoogle=true').expect(204);
    expect([await isHere(), isAtGoogle()]).toEqual([false, false]);
  });

  it('does not take a place that the person may no longer see for a post that is gone', async () => {
    const { accountIds } = google.world.location({ location: CERAMICS });
    const place = { email: PEOPLE.tamsin, account: accountIds[0] ?? '' };
    google.world.setRole({ ...place, role: null });
    expect((await remove('?atGoogle=true').expect(422)).body.code).toBe('google/refused');
    expect([await isHere(), isAtGoogle()]).toEqual([true, true]);
    google.world.setRole({ ...place, role: 'PRIMARY_OWNER' });
  });

  it('is refused while the post is being sent, and asks Google nothing', async () => {
    await set(id, { status: 'QUEUED', googleName: null });
    for (const query of ['', '?atGoogle=true'])
      expect((await remove(query).expect(409)).body.code).toBe('post_locked');
    expect([await isHere(), deletions()]).toEqual([true, 0]);
  });

  it('asks Google nothing about a post that was never there', async () => {
    await set(id, { status: 'FAILED', googleName: null });
    await remove('?atGoogle=true').expect(204);
    expect([await isHere(), deletions()]).toEqual([false, 0]);
  });

  it('is nobody else’s business', async () => {
    const other = await connected(PEOPLE.tamsin);
    await other.send('delete', `/api/posts/${id}?atGoogle=true`).expect(404);
    expect([await isHere(), isAtGoogle(), deletions()]).toEqual([true, true, 0]);
  });

  it('is asked for with true alone', async () => {
    const answer = await remove('?atGoogle=yes').expect(400);
    expect(answer.body.errors).toEqual([
      { field: 'atGoogle', message: 'At Google can only be true, or left out' },
    ]);
  });
});

describe('the history of a post', () => {
  it('tells each attempt with its times and reasons, and nothing of what only we need', async () => {
    const id = await scheduled(tamsin, 'Okonjo Ceramics');
    const at = (seconds: number) => new Date(Date.UTC(2026, 10, 21, 9, 0, seconds));
    const googleName = 'accounts/1/locations/2/localPosts/3';
    await served.database.orm.insert(publishAttempts).values([
      {
        postId: id,
        attempt: 2,
        startedAt: at(0),
        outcome: 'not_sent',
        error: 'Google was busy.',
        endedAt: at(1),
      },
      {
        postId: id,
        attempt: 5,
        startedAt: at(30),
        sentAt: at(31),
        bodyHash: 'abc',
        googleDate: at(31),
        googleName,
      },
    ]);
    const { body } = await tamsin.send('get', `/api/posts/${id}`).expect(200);
    expect(body.attempts).toEqual([
      {
        attempt: 1,
        startedAt: '2026-11-21T09:00:00.000Z',
        sentAt: null,
        endedAt: '2026-11-21T09:00:01.000Z',
        outcome: 'not_sent',
        error: 'Google was busy.',
      },
      {
        attempt: 2,
        startedAt: '2026-11-21T09:00:30.000Z',
        sentAt: '2026-11-21T09:00:31.000Z',
        endedAt: null,
        outcome: null,
        error: null,
      },
    ]);
    expect(JSON.stringify(body)).not.toContain('localPosts');
  });
});

describe('the posts at risk', () => {
  let idris: SignedInClient;
  beforeEach(async () => {
    idris = await connected(PEOPLE.idris);
  });

  async function heldOf(client: SignedInClient): Promise<{ ids: string[]; counts: object }> {
    const { body } = await client.send('get', '/api/posts?held=true&order=soonest').expect(200);
    return { ids: (body.items as { id: string }[]).map(({ id }) => id), counts: body.counts as object };
  }
  const none = { ids: [], counts: { all: 0, scheduled: 0, published: 0, failed: 0 } };

  it('are none while the connection works', async () => {
    await scheduled(idris, 'Riverside Books');
    expect(await heldOf(idris)).toEqual(none);
  });

  it.each([
    ['lost', () => loseConnection(served, idris.uid)],
    ['without quota', () => served.app.get(ConnectionsService).markNoQuota(idris.uid)],
  ])('are all that wait while the connection is %s, the soonest first', async (_state, mark) => {
    const late = await scheduled(idris, 'Riverside Books', 40);
    const soon = await scheduled(idris, 'Riverside Books', 1);
    await set(soon, { status: 'QUEUED', detail: 'waiting_for_quota' });
    await set(await scheduled(idris, 'Riverside Books', 2), { status: 'PUBLISHED' });
    await set(await scheduled(idris, 'Riverside Books', 2), { status: 'QUEUED' });
    await set(await scheduled(idris, 'Riverside Books', 3), { status: 'FAILED' });
    await mark();
    expect(await heldOf(idris)).toEqual({
      ids: [soon, late],
      counts: { all: 2, scheduled: 2, published: 0, failed: 0 },
    });
    expect((await heldOf(tamsin)).ids).toEqual([]);
  });

  it('are those that are held, until they are released', async () => {
    const id = await scheduled(idris, 'Riverside Books');
    await set(id, { detail: 'connection_lost' });
    expect((await heldOf(idris)).ids).toEqual([id]);
  });

  it('are those of a Google account that is no longer the connected one, though they are listed nowhere else', async () => {
    const former = await scheduled(idris, 'Riverside Books');
    await connectWithPlaces(idris, PEOPLE.tamsin);
    const current = await scheduled(idris, 'The Night Oven');
    expect((await heldOf(idris)).ids).toEqual([former]);
    const { body } = await idris.send('get', '/api/posts').expect(200);
    expect((body.items as { id: string }[]).map(({ id }) => id)).toEqual([current]);
  });

  it('are still told after disconnecting, beside the sample data', async () => {
    const id = await scheduled(idris, 'Riverside Books');
    await idris.send('delete', '/api/auth/gbp-connection').expect(200);
    expect((await heldOf(idris)).ids).toEqual([id]);
    const { body } = await idris.send('get', '/api/posts').expect(200);
    expect((body.items as { id: string }[]).map((post) => post.id)).not.toContain(id);
  });

  it('of the connected account are its own, also while its access has ended', async () => {
    const id = await scheduled(idris, 'Riverside Books');
    await loseConnection(served, idris.uid);
    const { body } = await idris.send('get', `/api/posts/${id}`).expect(200);
    expect(body.isOfOtherAccount).toBe(false);
  });

  it('are asked for with true alone', async () => {
    const { body } = await idris.send('get', '/api/posts?held=1').expect(400);
    expect(body.errors).toEqual([{ field: 'held', message: 'Held can only be true, or left out' }]);
  });
});

describe.each([
  ['another account is connected', (client: SignedInClient) => connectWithPlaces(client, PEOPLE.tamsin)],
  ['nothing is', (client: SignedInClient) => client.send('delete', '/api/auth/gbp-connection').expect(200)],
])('a post that waits for a Google account, while %s', (_what, leave) => {
  let idris: SignedInClient;
  const waiting: string[] = [];
  let id: string;
  beforeAll(async () => {
    idris = await connected(PEOPLE.idris);
    for (let count = 0; count < 5; count += 1) waiting.push(await scheduled(idris, 'Riverside Books'));
    await leave(idris);
  });
  beforeEach(() => {
    id = waiting.pop() ?? '';
  });

  it('can be looked at, and says that it does', async () => {
    const { body } = await idris.send('get', `/api/posts/${id}`).expect(200);
    expect(body).toMatchObject({ id, status: 'SCHEDULED', isOfOtherAccount: true, attempts: [] });
    const list = await idris.send('get', '/api/posts?held=true').expect(200);
    expect((list.body.items as PostDto[]).find((post) => post.id === id)?.isOfOtherAccount).toBe(true);
    await tamsin.send('get', `/api/posts/${id}`).expect(404);
  });

  it('cannot be changed or retried, which is said clearly', async () => {
    const change = { publishAt: '2027-03-01T09:00:00Z' };
    for (const request of [
      idris.send('patch', `/api/posts/${id}`, change),
      idris.send('post', `/api/posts/${id}/retry`),
    ]) {
      const { body } = await request.expect(409);
      expect(body.code).toBe('other_account');
      expect(body.message).toMatch(/^This post belongs to a Google account that isn’t connected\./);
    }
  });

  it('can be deleted here, and by nobody else', async () => {
    await tamsin.send('delete', `/api/posts/${id}`).expect(404);
    await idris.send('delete', `/api/posts/${id}`).expect(204);
    await idris.send('get', `/api/posts/${id}`).expect(404);
  });

  it('is not deleted at Google through whoever is connected', async () => {
    await set(id, { googleName: `of an earlier attempt of ${id}` });
    google.calls.clear();
    const { body } = await idris.send('delete', `/api/posts/${id}?atGoogle=true`).expect(409);
    expect([body.code, google.calls.count({ operation: 'localPosts.delete' })]).toEqual(['other_account', 0]);
    await idris.send('get', `/api/posts/${id}`).expect(200);
  });

  it('is unseen once it waits no more', async () => {
    for (const status of ['PUBLISHED', 'FAILED', 'QUEUED'] as const) {
      await set(id, { status });
      await idris.send('get', `/api/posts/${id}`).expect(404);
      await idris.send('delete', `/api/posts/${id}`).expect(404);
      await idris.send('post', `/api/posts/${id}/retry`).expect(404);
    }
  });
});
