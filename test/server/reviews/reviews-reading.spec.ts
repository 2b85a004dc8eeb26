import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { and, eq } from 'drizzle-orm';
import { GoogleReviews } from '../../../dist/server/business-profile/google/google-reviews.js';
import { noticeEvents } from '../../../dist/server/database/notices.schema.js';
import { reviewReplies, reviews } from '../../../dist/server/database/reviews.schema.js';
import { ReviewReadingService } from '../../../dist/server/reviews/reading/review-reading.service.js';
import { ReviewStore } from '../../../dist/server/reviews/reading/review-store.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { HOUR_MS, MINUTE_MS } from '../../support/features/publishing.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { type Reviewing, startReviewing } from '../../support/features/reviews.ts';
import { forgetEveryone } from '../../support/users.ts';

const DAY_MS = 24 * HOUR_MS;
const BOOKS = 'Riverside Books';

let setting: Reviewing;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startReviewing();
});
afterAll(() => setting.close());
beforeEach(async () => {
  await forgetEveryone(setting.served.database);
  setting.google.reset();
  idris = await setting.connected(PEOPLE.idris);
  await setting.read(idris);
});

const world = () => setting.google.world;

/** The calls that reading has made since, by operation. */
async function callsDuring(work: () => Promise<void>): Promise<Record<string, number>> {
  const before = setting.google.calls.list({}).length;
  await work();
  const counts: Record<string, number> = {};
  for (const { operation } of setting.google.calls.list({}).slice(before))
    if (operation?.startsWith('reviews.')) counts[operation] = (counts[operation] ?? 0) + 1;
  return counts;
}

const eventsOf = async (client: SignedInClient) =>
  (
    await setting.served.database.orm
      .select()
      .from(noticeEvents)
      .where(eq(noticeEvents.workspaceId, client.uid))
  ).filter(({ kind }) => kind.startsWith('new_review'));

describe('reading reviews', () => {
  it('reads each location whole at first, and tells nothing of what was there', async () => {
    expect(setting.google.calls.list({ operation: 'reviews.list' })).toHaveLength(5);
    expect(await eventsOf(idris)).toEqual([]);
  });

  it('asks for news of all locations of an account in one call every 15 minutes, and for nothing in between', async () => {
    expect(await callsDuring(() => setting.passAndRead(idris, 14 * MINUTE_MS))).toEqual({});
    // One call for each of the accounts with a verified location.
    expect(await callsDuring(() => setting.passAndRead(idris, MINUTE_MS))).toEqual({ 'reviews.batchGet': 2 });
  });

  it('finds a new review within 15 minutes with one more call, and the figures with it', async () => {
    const { id } = world().addReview({ location: BOOKS, stars: 1, comment: 'Closed when I came.' });
    const calls = await callsDuring(() => setting.passAndRead(idris, 15 * MINUTE_MS));
    expect(calls['reviews.list']).toBe(1);
    const shown = await setting.shown(idris, id);
    expect(shown).toMatchObject({ stars: 1, text: 'Closed when I came.' });
    const [google] = world().reviews({ location: BOOKS });
    expect(await setting.summaryOf(idris, `?locationId=${shown!.locationId}`)).toMatchObject({
      averageRating: google!.averageRating,
      total: google!.totalReviewCount,
    });
  });

  it('tells of few stars at once, and of others apart, each once', async () => {
    world().addReview({ location: BOOKS, stars: 2, comment: 'Dusty.' });
    world().addReview({ location: BOOKS, stars: 5 });
    world().addReview({
      location: BOOKS,
      stars: 3,
      createdAt: '2026-01-01T00:00:00Z',
      comment: 'Years ago.',
    });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    await setting.passAndRead(idris, 2 * DAY_MS);
    const events = await eventsOf(idris);
    expect(events.map(({ kind, cause, subject }) => ({ kind, cause, stars: subject.stars }))).toEqual(
      expect.arrayContaining([
        { kind: 'new_review_low', cause: 'low', stars: 2 },
        { kind: 'new_review', cause: 'new', stars: 5 },
      ]),
    );
    expect(events).toHaveLength(2);
    expect(events[0]!.subject).toMatchObject({ locationName: BOOKS, reviewId: expect.any(String) });
  });

  it('marks a removed review as gone after a complete reading that lacked it, and not before', async () => {
    const { id, name } = world().addReview({ location: BOOKS, stars: 4, comment: 'Fine.' });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    const before = await setting.shown(idris, id);
    const { counts } = await setting.listOf(idris);
    world().removeReview({ review: name });
    await setting.passAndRead(idris, HOUR_MS);
    expect(await setting.shown(idris, id)).toEqual(expect.objectContaining({ goneAt: null }));
    await setting.passAndRead(idris, DAY_MS);
    expect(await setting.shown(idris, id)).toBeUndefined();
    expect((await setting.listOf(idris)).counts.all).toBe(counts.all - 1);
    expect(await setting.detailsOf(idris, before!.id)).toMatchObject({ goneAt: expect.any(String) });
  });

  it('finds what is gone in a list of several pages, and asks for each by itself', async () => {
    const location = world().reviews({ location: BOOKS })[0]!.location;
    world().writeReviews({ locations: [location], count: 170, seed: 4 });
    await setting.passAndRead(idris, DAY_MS);
    const known = await setting.listOf(idris, `?locationId=${location}`);
    const [google] = world().reviews({ location: BOOKS });
    expect(known.counts.all).toBe(google!.reviews.length);
    for (const { name } of google!.reviews.slice(20, 25)) world().removeReview({ review: name });
    expect(await callsDuring(() => setting.passAndRead(idris, DAY_MS))).toMatchObject({ 'reviews.get': 5 });
    const { counts } = await setting.listOf(idris, `?locationId=${location}`);
    expect(counts.all).toBe(google!.reviews.length - 5);
  });

  it('does not take a review for gone that a page skipped while others changed', async () => {
    const location = world().reviews({ location: BOOKS })[0]!.location;
    world().writeReviews({ locations: [location], count: 120, seed: 4 });
    await setting.passAndRead(idris, DAY_MS);
    const [google] = world().reviews({ location: BOOKS });
    // While the pages are read, one that is still to come goes to the first page, which has been read already.
    const last = google!.reviews.toSorted((a, b) =>
      a.resource.updateTime.localeCompare(b.resource.updateTime),
    )[0]!;
    const reading = setting.served.app.get(GoogleReviews);
    const list = reading.list.bind(reading);
    Object.assign(reading, {
      async *list(...parts: Parameters<GoogleReviews['list']>) {
        let page = 0;
        for await (const one of list(...parts)) {
          if (parts[1].locationId === location && (page += 1) === 1)
            world().editReview({ review: last.name, stars: 1 });
          yield one;
        }
      },
    });
    try {
      await setting.passAndRead(idris, DAY_MS);
    } finally {
      Object.assign(reading, { list });
    }
    const { counts } = await setting.listOf(idris, `?locationId=${location}`);
    expect(counts.all).toBe(google!.reviews.length);
    const { items } = await setting.listOf(idris, `?locationId=${location}&stars=1&limit=100`);
    expect(items.map(({ googleName }) => googleName)).toContain(last.name);
  });

  it('lets no reading that began before a reply was noted take the reply away', async () => {
    const { id, name } = world().addReview({ location: BOOKS, stars: 4, comment: 'Fine.' });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    const shown = (await setting.shown(idris, id))!;
    const store = setting.served.app.get(ReviewStore);
    const owner = await setting.ownerOf(idris);
    const { database, clock } = setting.served;
    const start = (await store.begin(owner, [shown.locationId], clock.now())).get(shown.locationId)!;
    const old = await setting.served.app
      .get(GoogleReviews)
      .get(owner, shown.googleName, { priority: 'read' });
    world().replyElsewhere({ review: name, comment: 'Thank you!' });
    const reply = {
      text: 'Thank you!',
      updatedAt: clock.now(),
      state: 'IN_REVIEW',
      violation: null,
    } as const;
    await database.transaction((tx) => store.noteReply(tx, shown.id, reply));
    await store.store(owner, shown.locationId, [old], start);
    expect(await setting.shown(idris, id)).toMatchObject({
      tab: 'ANSWERED',
      replyAtGoogle: { text: 'Thank you!', state: 'IN_REVIEW' },
    });
    // What begins afterwards counts.
    await setting.passAndRead(idris, DAY_MS);
    expect(await setting.shown(idris, id)).toMatchObject({ replyAtGoogle: { state: 'PUBLIC' } });
  });

  it('changes nothing of a review while a reply may be on its way', async () => {
    const { id, name } = world().addReview({ location: BOOKS, stars: 4, comment: 'Fine.' });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    const shown = (await setting.shown(idris, id))!;
    const { database, clock } = setting.served;
    const owner = await setting.ownerOf(idris);
    const replyId = '5b1f6c3e-58a4-4c7c-9a53-0d51a2c4a001';
    await database.orm.insert(reviewReplies).values({
      ...owner,
      id: replyId,
      reviewId: shown.id,
      version: 1,
      kind: 'PUT',
      text: 'Ours',
      actor: idris.uid,
      state: 'unconfirmed',
      basis: shown.basis,
      createdAt: clock.now(),
    });
    world().replyElsewhere({ review: name, comment: 'Theirs' });
    await setting.passAndRead(idris, DAY_MS);
    expect(await setting.shown(idris, id)).toMatchObject({ replyAtGoogle: null, ownReply: { text: 'Ours' } });
    await database.orm.update(reviewReplies).set({ state: 'failed' }).where(eq(reviewReplies.id, replyId));
    await setting.passAndRead(idris, DAY_MS);
    expect(await setting.shown(idris, id)).toMatchObject({
      replyAtGoogle: { text: 'Theirs' },
      ownReply: { text: 'Ours', state: 'FAILED' },
    });
  });

  it('keeps what is known of a location that lost its voice, marked, until it may not be kept any longer', async () => {
    const { id } = world().addReview({ location: BOOKS, stars: 4, comment: 'Fine.' });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    world().setVerification({ location: BOOKS, verification: 'UNVERIFIED' });
    await setting.passAndRead(idris, DAY_MS);
    expect(await setting.shown(idris, id)).toMatchObject({ isStale: true, text: 'Fine.' });
    expect((await setting.listOf(idris)).notRead).toBe(3);
    const drop = () => setting.served.app.get(ReviewReadingService).dropOld();
    const here = async () => {
      const rows = await setting.served.database.orm
        .select({ googleId: reviews.googleId })
        .from(reviews)
        .where(eq(reviews.workspaceId, idris.uid));
      return rows.map((row) => row.googleId);
    };
    await setting.pass(28 * DAY_MS);
    await drop();
    expect(await here()).toContain(id);
    await setting.pass(2 * DAY_MS);
    await drop();
    expect(await here()).not.toContain(id);
  });

  it('reads a location again that has its voice back', async () => {
    world().setVerification({ location: BOOKS, verification: 'UNVERIFIED' });
    await setting.passAndRead(idris, DAY_MS);
    world().setVerification({ location: BOOKS, verification: 'VERIFIED' });
    const { id } = world().addReview({ location: BOOKS, stars: 4, comment: 'Open again.' });
    await setting.pass(2 * HOUR_MS);
    await idris.send('post', '/api/mirror').expect(202);
    await placesRead(idris);
    await setting.read(idris);
    expect(await setting.shown(idris, id)).toMatchObject({ isStale: false });
  });

  it('reads all locations of an account by themselves where Google refuses them together', async () => {
    world().setVerification({ location: BOOKS, verification: 'UNVERIFIED' });
    const other = (await setting.listOf(idris)).items.find(({ locationName }) => locationName !== BOOKS)!;
    const { id } = world().addReview({ location: other.locationId, stars: 4, comment: 'Still read.' });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    expect(await setting.shown(idris, id)).toMatchObject({ isStale: false });
    expect((await setting.listOf(idris)).notRead).toBe(3);
  });

  it('is put off for 15 minutes by a failure of Google, shows what is known, and goes on', async () => {
    const { id } = world().addReview({ location: BOOKS, stars: 4, comment: 'Fine.' });
    setting.google.faults.next('reviews.batchGet', 'error-before', { times: 50 });
    await setting.passAndRead(idris, 15 * MINUTE_MS);
    expect(await setting.shown(idris, id)).toBeUndefined();
    setting.google.faults.clear();
    expect(await callsDuring(() => setting.passAndRead(idris, 14 * MINUTE_MS))).toEqual({});
    await setting.passAndRead(idris, MINUTE_MS);
    expect(await setting.shown(idris, id)).toBeDefined();
  });

  it('forgets everything when its owner disconnects', async () => {
    const owner = await setting.ownerOf(idris);
    const isOfOwner = and(eq(reviews.workspaceId, owner.workspaceId), eq(reviews.subject, owner.subject));
    const { orm } = setting.served.database;
    expect(await orm.$count(reviews, isOfOwner)).toBeGreaterThan(0);
    await idris.send('delete', '/api/auth/gbp-connection').expect(200);
    expect(await orm.$count(reviews, isOfOwner)).toBe(0);
    await idris.send('get', '/api/reviews').expect(409);
  });
});
