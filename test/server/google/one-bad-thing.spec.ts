import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { createHash } from 'node:crypto';
import type { Operation } from 'gbp-simulator';
import type { MirrorDto } from '../../../dist/server/business-profile/mirror/mirror.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { LogLines } from '../../support/log-lines.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { freePort } from '../../support/processes/program.ts';
import { HOUR_MS, look, MINUTE_MS, schedule, SECOND_MS } from '../../support/features/publishing.ts';
import { type Reviewing, startReviewing } from '../../support/features/reviews.ts';
import { forgetEveryone } from '../../support/users.ts';

const DAY_MS = 24 * HOUR_MS;
const BOOKS = 'Riverside Books';
/** Too long for an index, however well Postgres packs it. */
const TOO_LONG = Array.from({ length: 80 }, (_, index) =>
  createHash('sha256').update(String(index)).digest('hex'),
).join('');

const log = new LogLines();
let setting: Reviewing;
let idris: SignedInClient;
let metricsPort: number;
beforeAll(async () => {
  metricsPort = await freePort();
  log.listen();
  setting = await startReviewing({ LOG_LEVEL: 'warn', METRICS_PORT: String(metricsPort) });
});
afterAll(async () => {
  await setting.close();
  log.stop();
});
beforeEach(async () => {
  await forgetEveryone(setting.served.database);
  setting.google.reset();
  // A second ahead, so that no post has to wait for Google's time.
  setting.google.clock.set(new Date(setting.served.clock.now().getTime() + SECOND_MS));
  log.clear();
  idris = await setting.connected(PEOPLE.idris);
});

const world = () => setting.google.world;
const idOf = (title: string) => world().location({ location: title }).id;

/** From now on Google's answers have these values, by the end of the name of the object that they belong to. */
const odd = (operation: Operation, values: Record<string, Record<string, unknown>>) =>
  setting.google.faults.rate(operation, 'odd-values', 1, 1, { values });

/** Has all locations read again. */
async function refreshed(client: SignedInClient): Promise<MirrorDto> {
  await client.send('post', '/api/mirror').expect(202);
  await placesRead(client);
  return (await client.send('get', '/api/mirror').expect(200)).body as MirrorDto;
}

async function namesOf(client: SignedInClient): Promise<string[]> {
  const { body } = await client.send('get', '/api/locations').expect(200);
  return (body as { items: { name: string }[] }).items.map(({ name }) => name);
}

/** How often something was left out since the start, by kind. */
async function leftOut(kind: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${metricsPort}/metrics`);
  const [, count] =
    new RegExp(`^shingle_google_left_out_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(await answer.text()) ??
    [];
  return Number(count ?? 0);
}

describe('U+0000 and half a surrogate pair', () => {
  it('in a description keep no location from being listed and shown', async () => {
    world().editByOwner({
      location: BOOKS,
      fields: { profile: { description: 'Old\0 and new books \ud83d by the river.' } },
    });
    const before = await namesOf(idris);
    expect(await refreshed(idris)).toMatchObject({ problem: null, unreadableLocations: 0 });
    expect(await namesOf(idris)).toEqual(before);
    const { body } = await idris.send('get', `/api/locations/${idOf(BOOKS)}`).expect(200);
    expect(body.description).toBe('Old\ufffd and new books \ufffd by the river.');
  });

  it('in a review keep no other review from being read', async () => {
    await setting.read(idris);
    const bad = world().addReview({
      location: BOOKS,
      stars: 1,
      comment: 'Closed\0 when I came \ude00.',
      reviewer: 'Ann\0 Lee',
    });
    const good = world().addReview({ location: 'Van Tongeren Repairs', stars: 5, comment: 'Quick.' });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    expect(await setting.shown(idris, bad.id)).toMatchObject({
      text: 'Closed\ufffd when I came \ufffd.',
      reviewerName: 'Ann\ufffd Lee',
    });
    expect(await setting.shown(idris, good.id)).toMatchObject({ text: 'Quick.' });
    expect((await setting.listOf(idris)).unreadable).toBe(0);
  });

  it('in what Google says of a post leave the post published', async () => {
    const post = await schedule(setting, idris, { locationId: idOf(BOOKS) });
    setting.google.faults.next('localPosts.create', 'odd-values', {
      values: { '': { searchUrl: 'https://local.google.com/place\0' } },
    });
    await setting.passAndWork(MINUTE_MS);
    await setting.passAndWork(MINUTE_MS);
    expect(await look(idris, post)).toMatchObject({ status: 'PUBLISHED' });
  });
});

describe('a review that cannot be stored', () => {
  it('is left out alone, logged, counted, and said in the inbox until it can', async () => {
    const earlier = world().addReview({ location: BOOKS, stars: 4, comment: 'Fine shelves.' });
    await setting.read(idris);
    const long = world().addReview({ location: BOOKS, stars: 2, comment: 'Long.' });
    const starless = world().addReview({ location: BOOKS, stars: 3, comment: 'Starless.' });
    const good = world().addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
    const elsewhere = world().addReview({ location: 'Van Tongeren Repairs', stars: 5, comment: 'Quick.' });
    const before = await leftOut('review');
    odd('reviews.list', {
      [`reviews/${earlier.id}`]: { comment: 7 },
      [`reviews/${long.id}`]: { name: long.name.replace(long.id, TOO_LONG) },
      [`reviews/${starless.id}`]: { starRating: null },
    });
    await setting.passAndRead(idris, DAY_MS);
    const texts = (await setting.listOf(idris, '?limit=100')).items.map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['Lovely.', 'Fine shelves.']));
    expect(texts).not.toContain('Long.');
    expect(await setting.shown(idris, good.id)).toBeDefined();
    expect(await setting.shown(idris, elsewhere.id)).toBeDefined();
    expect((await setting.listOf(idris)).unreadable).toBe(3);
    const lines = log.of('google.left_out');
    expect(new Set(lines.map(({ id }) => id)).size).toBe(3);
    expect(lines[0]).toMatchObject({ level: 'warn', kind: 'review', location: idOf(BOOKS) });
    expect((await leftOut('review')) - before).toBe(lines.length);
    expect(log.all).not.toContain('Lovely.');
    expect(log.all).not.toContain('Long.');

    setting.google.faults.clear();
    await setting.passAndRead(idris, DAY_MS);
    expect((await setting.listOf(idris)).unreadable).toBe(0);
    expect(await setting.shown(idris, long.id)).toMatchObject({ text: 'Long.' });
  });

  it('is said as soon as news show it', async () => {
    await setting.read(idris);
    const { id } = world().addReview({ location: BOOKS, stars: 2, comment: 'Odd.' });
    const good = world().addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
    odd('reviews.list', { [`reviews/${id}`]: { comment: { text: 'Odd.' } } });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    expect(await setting.shown(idris, good.id)).toBeDefined();
    expect((await setting.listOf(idris)).unreadable).toBe(1);
  });

  it.each(['many', 1e308])(
    'with figures that are none (%s): the reviews are there, and the figures unknown',
    async (averageRating) => {
      const good = world().addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
      odd('reviews.list', { '': { averageRating, totalReviewCount: 1e12 } });
      await setting.read(idris);
      expect(await setting.shown(idris, good.id)).toBeDefined();
      expect(await setting.summaryOf(idris, `?locationId=${idOf(BOOKS)}`)).toMatchObject({
        averageRating: null,
        total: 0,
      });
    },
  );
});

describe('a location that cannot be stored', () => {
  it('is left out alone and said in the list; what was known of it stays', async () => {
    const before = await namesOf(idris);
    const [other] = before.filter((name) => name !== BOOKS);
    world().editByOwner({ location: other!, fields: { title: 'Zinnia Cycles' } });
    odd('locations.list', { [`locations/${idOf(BOOKS)}`]: { title: 7 } });
    const counted = await leftOut('location');
    expect(await refreshed(idris)).toMatchObject({ problem: null, unreadableLocations: 1 });
    const names = before.map((name) => (name === other ? 'Zinnia Cycles' : name));
    expect((await namesOf(idris)).sort()).toEqual(names.sort());
    expect((await leftOut('location')) - counted).toBeGreaterThan(0);
    expect(log.of('google.left_out')[0]).toMatchObject({ kind: 'location', location: idOf(BOOKS) });
    // It is not gone.
    const { body } = await idris.send('get', '/api/changes').expect(200);
    expect(JSON.stringify(body)).not.toContain('presence');
    setting.google.faults.clear();
    expect(await refreshed(idris)).toMatchObject({ unreadableLocations: 0 });
  });

  it('is not gone when Google gives it without its name', async () => {
    const before = await namesOf(idris);
    odd('locations.list', { [`locations/${idOf(BOOKS)}`]: { name: null } });
    odd('locations.get', { [`locations/${idOf(BOOKS)}`]: { name: null } });
    expect(await refreshed(idris)).toMatchObject({ problem: null, unreadableLocations: 1 });
    expect(await namesOf(idris)).toEqual(before);
    await setting.pass(DAY_MS);
    setting.google.faults.clear();
    expect(await refreshed(idris)).toMatchObject({ unreadableLocations: 0 });
    expect(await namesOf(idris)).toEqual(before);
  });

  it('is said when it has never been read, and has no name', async () => {
    odd('locations.list', {
      [`locations/${idOf(BOOKS)}`]: { name: null },
      'locations/4200000000000000203': { serviceItems: 'none' },
    });
    const client = await setting.connected(PEOPLE.idris);
    const { unreadableLocations } = (await client.send('get', '/api/mirror').expect(200)).body as MirrorDto;
    expect(unreadableLocations).toBeGreaterThan(0);
    expect((await namesOf(client)).length).toBeGreaterThan(0);
  });

  it('is shown as it was last read, and nothing is sent on top of what cannot be read', async () => {
    const path = `/api/locations/${idOf(BOOKS)}`;
    odd('locations.get', { [`locations/${idOf(BOOKS)}`]: { title: 7 } });
    expect((await idris.send('get', path).expect(200)).body.name).toBe(BOOKS);
    const answer = await idris.send('patch', path, { name: 'Riverside Books & Maps' }).expect(503);
    expect(answer.body).toMatchObject({ code: 'google/unreadable' });
    expect(setting.google.calls.count({ operation: 'locations.patch' })).toBe(0);
    expect((await idris.send('get', '/api/mirror').expect(200)).body.unreadableLocations).toBe(1);
    setting.google.faults.clear();
    await idris.send('get', path).expect(200);
    expect((await idris.send('get', '/api/mirror').expect(200)).body.unreadableLocations).toBe(0);
  });
});

it('an account that cannot be stored leaves the others, and is said', async () => {
  const before = await namesOf(idris);
  const [, second] = world().accounts({ email: PEOPLE.idris });
  odd('accounts.list', { [`accounts/${second!.id}`]: { name: `accounts/${TOO_LONG}` } });
  expect(await refreshed(idris)).toMatchObject({ problem: null, unreadableAccounts: 1 });
  // The locations below it are read as those of somebody who is no member of their account.
  expect(await namesOf(idris)).toEqual(before);
});

it('a search word that is none leaves the others, and one that is cut stays whole', async () => {
  const smile = '😀';
  odd('performance.searchKeywords', {
    '': {
      searchKeywordsCounts: [
        { searchKeyword: 7, insightsValue: { value: '3' } },
        null,
        { searchKeyword: 'old books', insightsValue: { value: '5' } },
        { searchKeyword: `${'a'.repeat(199)}${smile}`, insightsValue: { value: '6' } },
      ],
    },
  });
  const { body } = await idris.send('get', `/api/locations/${idOf(BOOKS)}/stats`).expect(200);
  expect(body.searchQueries).toEqual({ value: 11, isBelow: false });
});

describe('attributes', () => {
  const attributesOf = async () =>
    (await idris.send('get', `/api/locations/${idOf(BOOKS)}/attributes`).expect(200)).body.items as {
      id: string;
      name: string;
      values: string[];
    }[];

  it('are shown while only the catalogue fails, and by their names once it works', async () => {
    setting.google.faults.rate('attributes.list', 'error-before', 1, 1);
    const without = await attributesOf();
    expect(without.length).toBeGreaterThan(0);
    for (const { name, values } of without) expect([name, ...values]).not.toContain('');
    setting.google.faults.clear();
    const named = await attributesOf();
    expect(named.map(({ id }) => id).sort()).toEqual(without.map(({ id }) => id).sort());
    expect(named).not.toEqual(without);
  });

  it('are shown but for those that cannot be read', async () => {
    const before = await attributesOf();
    const [first, ...others] = before;
    odd('locations.getAttributes', { [`attributes/${first!.id}`]: { name: 7 } });
    const counted = await leftOut('attribute');
    expect(await attributesOf()).toEqual(others);
    expect((await leftOut('attribute')) - counted).toBe(1);
  });
});
