import { afterAll, beforeAll, beforeEach, describe, expect, it } from '../../support/jest.ts';
import { eq } from 'drizzle-orm';
import { reviews } from '../../../dist/server/database/reviews.schema.js';
import { workspaces } from '../../../dist/server/database/workspaces.schema.js';
import type { ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import type { SignedInClient } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { placesRead } from '../../support/google/places-read.ts';
import { HOUR_MS } from '../../support/features/publishing.ts';
import { type Reviewing, startReviewing } from '../../support/features/reviews.ts';
import { forgetEveryone } from '../../support/users.ts';

let setting: Reviewing;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startReviewing();
});
afterAll(() => setting.close());

const BOOKS = 'Riverside Books';

beforeEach(async () => {
  await forgetEveryone(setting.served.database);
  setting.google.reset();
  idris = await setting.connected(PEOPLE.idris);
  await setting.read(idris);
});

/** All reviews that Google has of Idris' locations, by their ids. */
function atGoogle(): Map<string, { stars: number; original: string | null }> {
  return new Map(
    setting.google.world
      .reviews({ email: PEOPLE.idris })
      .flatMap(({ reviews }) => reviews.map((review) => [review.id, review])),
  );
}

const idAtGoogle = ({ googleName }: ReviewDto) => googleName.split('/').at(-1)!;

/** Every page of the list, and how many there were. */
async function pages(query: string, limit: number): Promise<{ items: ReviewDto[]; pages: number }> {
  const items: ReviewDto[] = [];
  let cursor: string | null = null;
  let count = 0;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const page = await setting.listOf(idris, `?limit=${limit}${query}${after}`);
    items.push(...page.items);
    cursor = page.nextCursor;
    count += 1;
  } while (cursor !== null);
  return { items, pages: count };
}

describe('reviews', () => {
  it('need a connected Business Profile', async () => {
    const stranger = await setting.served.signUp();
    for (const path of ['/api/reviews', '/api/reviews/summary']) {
      const { body } = await stranger.send('get', path).expect(409);
      expect(body.code).toBe('connect/not-connected');
    }
  });

  it('show every review of all locations once, with the counts of the tabs', async () => {
    const { items, counts, isReading, locations, notRead, readAt } = await setting.listOf(idris);
    const known = atGoogle();
    expect(items.map(idAtGoogle).sort()).toEqual([...known.keys()].sort());
    expect(counts.all).toBe(known.size);
    expect(counts.unanswered + counts.answered + counts.rejected).toBe(counts.all);
    expect(items.filter(({ tab }) => tab === 'ANSWERED')).toHaveLength(counts.answered);
    // Two of the five are not verified, and Google serves no reviews of them.
    expect({ isReading, locations, notRead }).toEqual({ isReading: false, locations: 5, notRead: 2 });
    expect(Date.parse(readAt!)).toBeLessThanOrEqual(setting.served.clock.now().getTime());
  });

  it('are not said to be read where there are no locations, from the first or any more', async () => {
    const without = await setting.connected(PEOPLE.wilhelmina);
    const { google } = setting;
    for (const { id } of google.world.locations({ email: PEOPLE.idris }))
      google.world.removeLocation({ location: id });
    await idris.send('post', '/api/mirror').expect(202);
    await placesRead(idris);
    await setting.read(idris);
    for (const client of [without, idris])
      expect(await setting.listOf(client)).toMatchObject({ isReading: false, locations: 0 });
  });

  it('come in their order, unanswered first, then with a text, then few stars, then the newest, page by page', async () => {
    setting.google.world.writeReviews({ email: PEOPLE.idris, count: 120, seed: 3 });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    const rank = ({ tab, text, stars, createdAt, id }: ReviewDto) =>
      [tab === 'ANSWERED' ? 1 : 0, text === null ? 1 : 0, stars, -Date.parse(createdAt), id] as const;
    const sorted = (items: ReviewDto[]) =>
      items.toSorted((a, b) => {
        const [ranksA, ranksB] = [rank(a), rank(b)];
        const differing = ranksA.findIndex((value, index) => value !== ranksB[index]);
        return differing < 0 ? 0 : ranksA[differing]! < ranksB[differing]! ? -1 : 1;
      });
    for (const query of ['', '&tab=UNANSWERED', '&tab=ANSWERED', '&stars=1,2', '&withText=true']) {
      const { items, pages: count } = await pages(query, 17);
      expect(count).toBe(Math.max(1, Math.ceil(items.length / 17)));
      expect(items.map(({ id }) => id)).toEqual(sorted(items).map(({ id }) => id));
    }
    const { items } = await pages('', 17);
    expect(items.map(idAtGoogle).sort()).toEqual([...atGoogle().keys()].sort());
  });

  it('are filtered by stars, location, text, photo, days and words, and counted alike', async () => {
    setting.google.world.writeReviews({ email: PEOPLE.idris, count: 60, seed: 5 });
    setting.google.world.addReview({
      location: BOOKS,
      stars: 2,
      reviewer: 'Marguerite Oyelaran',
      comment: 'Thé glacé WAS  lukewarm',
      media: [{ label: 'The glass' }],
    });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    const all = (await pages('', 100)).items;
    const books = all.find(({ locationName }) => locationName === BOOKS)!.locationId;
    const day = all[3]!.createdAt.slice(0, 10);
    const cases: [string, (review: ReviewDto) => boolean][] = [
      ['stars=2', ({ stars }) => stars === 2],
      ['stars=1,5', ({ stars }) => stars === 1 || stars === 5],
      [`locationId=${books}`, ({ locationId }) => locationId === books],
      ['withText=true', ({ text }) => text !== null],
      ['withPhoto=true', ({ media }) => media.length > 0],
      [`from=${day}`, ({ createdAt }) => createdAt.slice(0, 10) >= day],
      [`to=${day}`, ({ createdAt }) => createdAt.slice(0, 10) <= day],
      ['search=the%20glace%20was%20luke', ({ text }) => text === 'Thé glacé WAS  lukewarm'],
      ['search=oyelaran', ({ reviewerName }) => reviewerName === 'Marguerite Oyelaran'],
      ['search=100%25_', () => false],
    ];
    for (const [query, isMeant] of cases) {
      const { items, counts } = await setting.listOf(idris, `?${query}`);
      expect([query, items.map(({ id }) => id)]).toEqual([query, all.filter(isMeant).map(({ id }) => id)]);
      expect(counts.all).toBe(items.length);
    }
  });

  it('refuse what is no filter', async () => {
    for (const query of [
      'tab=OPEN',
      'stars=6',
      'from=yesterday',
      'to=2026-02-30',
      'withText=no',
      'cursor=abc',
    ])
      await idris.send('get', `/api/reviews?${query}`).expect(400);
  });

  it('of a day are those of the day in the time zone that is asked for', async () => {
    const { items } = await pages('', 100);
    const days = (zone: string) => new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
    for (const zone of ['Pacific/Kiritimati', 'America/Los_Angeles', 'UTC']) {
      const dayOf = ({ createdAt }: ReviewDto) => days(zone).format(new Date(createdAt));
      const day = dayOf(items[3]!);
      const found = await pages(`&from=${day}&to=${day}&timeZone=${zone}`, 100);
      const wanted = items.filter((review) => dayOf(review) === day);
      expect(found.items.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
    }
    await idris.send('get', '/api/reviews?from=2026-11-02&timeZone=Mars/Olympus').expect(400);
  });

  it('keep the original apart from its translation, in whichever order Google gives them', async () => {
    for (const isFirst of [true, false]) {
      const { id } = setting.google.world.addReview({
        location: BOOKS,
        stars: 3,
        comment: 'Muy amable.\n\nVolveré.',
        translation: { text: 'Very kind.\n\nI’ll be back.', isFirst },
      });
      await setting.passAndRead(idris, HOUR_MS);
      expect(await setting.shown(idris, id)).toMatchObject({
        text: 'Muy amable.\n\nVolveré.',
        translation: 'Very kind.\n\nI’ll be back.',
        translationIsFirst: isFirst,
      });
    }
  });

  it('name nobody who is anonymous, have no text where there are only stars, and show media', async () => {
    const { id } = setting.google.world.addReview({
      location: BOOKS,
      stars: 4,
      media: [{ label: 'A shelf' }],
    });
    await setting.passAndRead(idris, HOUR_MS);
    const shown = await setting.shown(idris, id);
    expect(shown).toMatchObject({
      isAnonymous: true,
      reviewerName: null,
      reviewerPhotoUrl: null,
      text: null,
      translation: null,
      media: [{ label: 'A shelf', thumbnailUrl: expect.stringContaining('http'), videoUrl: null }],
      tab: 'UNANSWERED',
    });
    const details = await setting.detailsOf(idris, shown!.id);
    expect(details).toMatchObject({ ...shown, history: [], categoryIsSensitive: false });
    expect(details.lastReviews.every(({ locationName }) => locationName === BOOKS)).toBe(true);
    expect(details.lastReviews.map(({ id: other }) => other)).not.toContain(shown!.id);
    expect(details.lastReviews.length).toBeLessThanOrEqual(5);
  });

  it('say why Google rejected a reply, and stand in a tab of their own', async () => {
    const { id, name } = setting.google.world.addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
    setting.google.world.replyElsewhere({ review: name, comment: 'Call us!' });
    setting.google.world.decideReply({ review: name, verdict: 'REJECTED', policyViolation: 'OFF_TOPIC' });
    await setting.passAndRead(idris, HOUR_MS);
    const shown = await setting.shown(idris, id);
    expect(shown).toMatchObject({
      tab: 'REJECTED',
      replyAtGoogle: { state: 'REJECTED', violation: 'OFF_TOPIC', reason: { code: 'OFF_TOPIC' } },
    });
    const { counts, items } = await setting.listOf(idris, '?tab=REJECTED');
    expect(items.map(idAtGoogle)).toEqual([id]);
    expect(counts.rejected).toBe(1);
  });

  it('say that they were changed after the reply', async () => {
    const { id, name } = setting.google.world.addReview({ location: BOOKS, stars: 5, comment: 'Lovely.' });
    setting.google.world.replyElsewhere({ review: name, comment: 'Thank you!' });
    await setting.passAndRead(idris, HOUR_MS);
    const before = await setting.shown(idris, id);
    expect(before).toMatchObject({ isEditedAfterReply: false, tab: 'ANSWERED' });
    setting.google.world.editReview({ review: name, stars: 1, comment: 'Not lovely any more.' });
    await setting.passAndRead(idris, HOUR_MS);
    const after = await setting.shown(idris, id);
    expect(after).toMatchObject({ isEditedAfterReply: true, stars: 1, id: before!.id });
    expect(after!.basis).not.toBe(before!.basis);
  });

  it('have figures of a location that are Google’s own, and counts of the last 12 months', async () => {
    setting.google.world.writeReviews({ email: PEOPLE.idris, count: 90, seed: 11 });
    await setting.passAndRead(idris, 25 * HOUR_MS);
    const byLocation = setting.google.world.reviews({ email: PEOPLE.idris });
    const { items } = await setting.listOf(idris);
    const now = setting.served.clock.now();
    const since = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 11, 1)).toISOString();
    const recentOf = (reviews: ReviewDto[]) => reviews.filter(({ createdAt }) => createdAt >= since);
    for (const { location, averageRating = null, totalReviewCount = 0 } of byLocation) {
      const summary = await setting.summaryOf(idris, `?locationId=${location}`);
      const recent = recentOf(items.filter(({ locationId }) => locationId === location));
      const answered = recent.filter(({ tab }) => tab === 'ANSWERED');
      expect(summary).toMatchObject({ locations: 1, averageRating, total: totalReviewCount });
      expect(summary.newReviewUrl).toContain('#reviews');
      expect(summary.answeredShare).toBe(recent.length === 0 ? null : answered.length / recent.length);
      expect(summary.stars).toEqual(
        [1, 2, 3, 4, 5].map((stars) => recent.filter((review) => review.stars === stars).length),
      );
      expect(summary.months).toHaveLength(12);
      expect(summary.months.reduce((sum, { count }) => sum + count, 0)).toBe(recent.length);
      const minutes = answered
        .filter(({ replyAtGoogle }) => replyAtGoogle?.state === 'PUBLIC')
        .map(({ createdAt, replyAtGoogle }) =>
          Math.max(0, (Date.parse(replyAtGoogle!.updatedAt!) - Date.parse(createdAt)) / 60_000),
        )
        .sort((a, b) => a - b);
      const middle =
        (minutes[Math.floor((minutes.length - 1) / 2)]! + minutes[Math.ceil((minutes.length - 1) / 2)]!) / 2;
      expect(summary.medianFirstAnswerMinutes).toBe(minutes.length === 0 ? null : Math.round(middle));
    }
    const all = await setting.summaryOf(idris);
    expect(all).toMatchObject({
      locations: 5,
      averageRating: null,
      total: byLocation.reduce((sum, { totalReviewCount = 0 }) => sum + totalReviewCount, 0),
      newReviewUrl: null,
    });
    expect(all.averages.map(({ averageRating }) => averageRating)).toEqual(
      byLocation.flatMap(({ averageRating }) => averageRating ?? []).sort((a, b) => a - b),
    );
  });

  it('are in the export of one’s data with their replies, and go with the account', async () => {
    await idris
      .send('post', '/api/saved-replies', { title: 'Thanks', text: 'Thank you, {name}!' })
      .expect(201);
    const { body } = await idris.send('get', '/api/account/export').expect(200);
    const exported = body as { reviews: { googleName: string; readAt: string }[]; savedReplies: object[] };
    const { items } = await setting.listOf(idris);
    expect(exported.reviews.map(({ googleName }) => googleName).sort()).toEqual(
      items.map(({ googleName }) => googleName).sort(),
    );
    expect(exported.savedReplies).toMatchObject([{ title: 'Thanks', actor: idris.uid }]);
    const { database } = setting.served;
    const left = () => database.orm.$count(reviews, eq(reviews.workspaceId, idris.uid));
    expect(await left()).toBe(items.length);
    await database.orm.delete(workspaces).where(eq(workspaces.id, idris.uid));
    expect(await left()).toBe(0);
  });

  it('have figures of no location that somebody else owns', async () => {
    await idris.send('get', '/api/reviews/summary?locationId=4200000000000000101').expect(404);
    await idris.send('get', '/api/reviews/7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f').expect(404);
  });
});
