import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { controlOf, type FaultKind, type GoogleSimulator, type ReviewResource } from 'gbp-simulator';
import {
  BAKERY,
  callerOf,
  CERAMICS,
  connect,
  PEOPLE,
  startOver,
  startSimulator,
  STATION,
} from './support.js';

const MARKET_HILL = '4200000000000000103';

let google: GoogleSimulator;
let v4: ReturnType<typeof callerOf>;

beforeAll(async () => {
  google = await startSimulator();
});
afterAll(() => google.close());
beforeEach(async () => {
  ({ v4 } = await startOver(google));
  google.configure({ editsPerMinute: 1000, requestsPerMinute: 1000 });
});

const list = async (query = '', location = BAKERY) => (await v4('GET', `/${location}/reviews?${query}`)).body;
const get = async (name: string) => (await v4('GET', `/${name}`)).body as ReviewResource;
const put = (name: string, body: object | string) => v4('PUT', `/${name}/reply`, body);
const remove = (name: string) => v4('DELETE', `/${name}/reply`);
const add = (more: Partial<Parameters<typeof google.world.addReview>[0]> = {}) =>
  google.world.addReview({ location: MARKET_HILL, stars: 4, comment: 'Good bread.', ...more });
const replyOf = async (name: string) => (await get(name)).reviewReply;
const setOfMarketHill = () => google.world.reviews({ location: MARKET_HILL })[0]!;

describe('a location with more than 50 reviews', () => {
  it('has them in pages of 50 at most, each with the figures over all', async () => {
    google.world.writeReviews({ locations: [MARKET_HILL], count: 120, seed: 3 });
    const all = setOfMarketHill();
    const names: string[] = [];
    const sizes: number[] = [];
    let token: string | undefined = '';
    while (token !== undefined) {
      const page = await list(`pageSize=100&pageToken=${token}`);
      expect(page).toMatchObject({
        averageRating: all.averageRating,
        totalReviewCount: all.reviews.length,
      });
      names.push(...page.reviews.map(({ name }: ReviewResource) => name));
      sizes.push(page.reviews.length);
      token = page.nextPageToken;
    }
    expect(sizes).toEqual([50, 50, all.reviews.length - 100]);
    expect([...names].sort()).toEqual(all.reviews.map(({ name }) => name).sort());
    const stars = all.reviews.reduce((sum, review) => sum + review.stars, 0);
    expect(all.averageRating).toBe(stars / all.reviews.length);
    google.configure({ roundedAverages: true });
    expect(String((await list()).averageRating)).toMatch(/^\d(\.\d)?$/);
  });

  it('has all that reviews can have, the same for the same seed', () => {
    const write = () => {
      google.reset();
      google.clock.set(new Date('2026-11-01T00:00:00Z'), { stopped: true });
      google.world.writeReviews({ locations: [MARKET_HILL], count: 2000, seed: 3 });
      return setOfMarketHill().reviews.map(({ resource }) => resource);
    };
    const reviews = write();
    const some = (is: (review: ReviewResource) => unknown) => reviews.filter(is).length;
    expect(some(({ reviewer }) => reviewer.isAnonymous && !reviewer.profilePhotoUrl)).toBeGreaterThan(50);
    expect(some(({ comment }) => comment === undefined)).toBeGreaterThan(200);
    expect(
      some(({ comment = '' }) => /^\(Translated by Google\) .+\n\n\(Original\)\n/.test(comment)),
    ).toBeGreaterThan(20);
    expect(some(({ comment = '' }) => /.\n\n\(Translated by Google\)\n./.test(comment))).toBeGreaterThan(20);
    expect(
      some(({ comment = '' }) => [...comment].length > 3990 && /\p{Emoji_Presentation}/u.test(comment)),
    ).toBeGreaterThan(2);
    expect(
      some(({ reviewMediaItems }) => reviewMediaItems?.some(({ videoUrl }) => videoUrl)),
    ).toBeGreaterThan(5);
    expect(
      some(({ reviewReply, updateTime }) => reviewReply && updateTime > reviewReply.updateTime),
    ).toBeGreaterThan(5);
    for (const state of ['APPROVED', 'REJECTED'] as const)
      expect(some(({ reviewReply }) => reviewReply?.reviewReplyState === state)).toBeGreaterThan(10);
    expect(some(({ createTime, updateTime }) => createTime > updateTime || updateTime > '2026-11-01')).toBe(
      0,
    );
    expect(new Set(reviews.map(({ starRating }) => starRating)).size).toBe(5);
    expect(write()).toEqual(reviews);
  });
});

describe('a review', () => {
  it('is read by its name until it is removed', async () => {
    const { name, resource } = add({ reviewer: 'Wilfred Ash', media: [{ label: 'Rye' }] });
    expect(await get(name)).toEqual(resource);
    expect(resource).toMatchObject({
      name: `${BAKERY}/reviews/${resource.reviewId}`,
      reviewer: { displayName: 'Wilfred Ash' },
      starRating: 'FOUR',
      createTime: '2026-05-04T10:00:00.000Z',
      reviewMediaItems: [{ thumbnailLabel: 'Rye' }],
    });
    for (const url of [resource.reviewReplyUrl, resource.reviewMediaItems![0]!.thumbnailUrl])
      expect((await fetch(url!)).status).toBe(200);
    const { totalReviewCount } = await list();
    google.world.removeReview({ review: name });
    expect((await v4('GET', `/${name}`)).status).toBe(404);
    expect((await put(name, { comment: 'Thanks.' })).status).toBe(404);
    expect((await list()).totalReviewCount).toBe(totalReviewCount - 1);
    google.configure({ reviewReplyUrls: false });
    expect(add().resource).not.toHaveProperty('reviewReplyUrl');
  });

  it('without a name or a text says so, and a translation stands before or after the original', () => {
    expect(add({ comment: undefined }).resource).toMatchObject({
      reviewer: { displayName: 'A Google User', isAnonymous: true },
    });
    expect(add({ comment: undefined }).resource).not.toHaveProperty('comment');
    const translated = (isFirst: boolean) =>
      add({ comment: 'Gutes Brot.', translation: { text: 'Good bread.', isFirst } });
    expect(translated(true).resource.comment).toBe(
      '(Translated by Google) Good bread.\n\n(Original)\nGutes Brot.',
    );
    expect(translated(false).resource.comment).toBe('Gutes Brot.\n\n(Translated by Google)\nGood bread.');
    expect(translated(false).original).toBe('Gutes Brot.');
  });

  it('that is edited keeps its reply, comes first, and counts with its new stars', async () => {
    const { name } = add({ stars: 5 });
    await put(name, { comment: 'Thank you for coming.' });
    const before = await list();
    google.clock.advance(60_000);
    google.world.editReview({ review: name, stars: 1, comment: 'Stale.' });
    const after = await list();
    expect(after.reviews[0]).toMatchObject({
      name,
      starRating: 'ONE',
      comment: 'Stale.',
      createTime: '2026-05-04T10:00:00.000Z',
      updateTime: '2026-05-04T10:01:00.000Z',
      reviewReply: { comment: 'Thank you for coming.', reviewReplyState: 'APPROVED' },
    });
    expect(after.averageRating).toBeLessThan(before.averageRating);
    expect(after.totalReviewCount).toBe(before.totalReviewCount);
  });

  it('is of its own location and its own people alone', async () => {
    const { name, id } = add();
    expect((await v4('GET', `/${CERAMICS}/reviews/${id}`)).status).toBe(404);
    expect((await v4('GET', `/${STATION}/reviews/${id}`)).status).toBe(400);
    v4 = callerOf(google.addresses.GBP_V4_URL, (await connect(google, PEOPLE.idris)).access_token);
    expect((await v4('GET', `/${name}`)).status).toBe(404);
    expect((await put(name, { comment: 'Not mine.' })).status).toBe(404);
  });
});

describe('many locations at once', () => {
  const batch = (of: string, body: object) => v4('POST', `/${of}/locations:batchGetReviews`, body);

  it('have their reviews in one list by time, in pages, without figures', async () => {
    const email = PEOPLE.casimir;
    const [{ accountIds } = { accountIds: [] }] = google.world.locations({ email });
    const of = `accounts/${accountIds[0]}`;
    const all = google.world.reviews({ email }).map(({ location }) => location);
    const ids = all.filter((id) => google.world.location({ location: id }).accountIds[0] === accountIds[0]);
    google.world.writeReviews({ locations: ids.slice(0, 50), count: 100 });
    v4 = callerOf(google.addresses.GBP_V4_URL, (await connect(google, email)).access_token);
    const locationNames = ids.map((id) => `${of}/locations/${id}`);
    const wanted = google.world
      .reviews({ email })
      .filter(({ location }) => ids.slice(0, 50).includes(location));
    const found: { name: string; review: ReviewResource }[] = [];
    let pageToken: string | undefined;
    do {
      const { body } = await batch(of, {
        locationNames: locationNames.slice(0, 50),
        pageSize: 40,
        ...(pageToken && { pageToken }),
      });
      expect(body).not.toHaveProperty('averageRating');
      expect(body.locationReviews.length).toBeLessThanOrEqual(40);
      found.push(...body.locationReviews);
      pageToken = body.nextPageToken;
    } while (pageToken);
    const times = found.map(({ review }) => review.updateTime);
    expect(times).toEqual([...times].sort().reverse());
    for (const { name, review } of found) expect(review.name).toMatch(`${name}/reviews/`);
    expect(found.map(({ review }) => review.name).sort()).toEqual(
      wanted.flatMap(({ reviews }) => reviews.map(({ name }) => name)).sort(),
    );
    expect(await batch(of, { locationNames: locationNames.slice(0, 51) })).toMatchObject({
      status: 400,
      body: { error: { details: [{ errorDetails: [{ code: 5, field: 'location_names' }] }] } },
    });
    google.configure({ batchReviewLocations: 200 });
    expect((await batch(of, { locationNames: locationNames.slice(0, 200) })).status).toBe(200);
    expect((await batch(of, { locationNames: locationNames.slice(0, 201) })).status).toBe(400);
  });

  it('are refused with a foreign, an unknown or an unverified one among them, which a switch leaves out', async () => {
    const of = 'accounts/101000000000000000002';
    const status = async (...locationNames: string[]) => (await batch(of, { locationNames })).status;
    expect(await status(BAKERY)).toBe(200);
    expect(await status()).toBe(400);
    expect(await status(BAKERY, CERAMICS)).toBe(400);
    expect(await status(BAKERY, `${of}/locations/1`)).toBe(404);
    expect(await status(BAKERY, STATION)).toBe(400);
    google.configure({ batchReviewsSkipUnverified: true });
    expect(await status(BAKERY, STATION)).toBe(200);
    expect((await batch(of, { locationNames: [BAKERY], order_by: 'rating' })).status).toBe(400);
  });
});

describe('a reply', () => {
  it('is pending, then approved; a change of it is pending again, and it can be deleted', async () => {
    const { name } = add();
    const { status, body } = await put(name, { comment: 'Thank you.' });
    expect([status, body]).toEqual([
      200,
      { comment: 'Thank you.', updateTime: '2026-05-04T10:00:00.000Z', reviewReplyState: 'PENDING' },
    ]);
    google.clock.advance(1999);
    expect((await replyOf(name))?.reviewReplyState).toBe('PENDING');
    google.clock.advance(1);
    expect((await replyOf(name))?.reviewReplyState).toBe('APPROVED');
    expect(await (await fetch((await get(name)).reviewReplyUrl!)).text()).toContain('Thank you.');
    await put(name, { comment: 'Thank you, and come again.' });
    expect(await replyOf(name)).toEqual({
      comment: 'Thank you, and come again.',
      updateTime: '2026-05-04T10:00:02.000Z',
      reviewReplyState: 'PENDING',
    });
    expect((await get(name)).updateTime).toBe('2026-05-04T10:00:00.000Z');
    expect((await remove(name)).body).toEqual({});
    expect(await get(name)).not.toHaveProperty('reviewReply');
    expect((await remove(name)).status).toBe(404);
    google.configure({ missingReplyIsNotFound: false });
    expect((await remove(name)).body).toEqual({});
  });

  const sharp = 'ß'.repeat(2048);
  it.each([
    ['an empty text', { comment: '' }, 2],
    ['spaces', { comment: '  ' }, 2],
    ['no text', {}, 2],
    ['4,097 bytes', { comment: `${sharp}!` }, 9],
  ])('with %s is refused', async (_, body, code) => {
    const { name } = add();
    const answer = await put(name, body);
    expect(answer).toMatchObject({
      status: 400,
      body: {
        error: {
          details: [
            {
              '@type': 'type.googleapis.com/google.mybusiness.v4.ValidationError',
              errorDetails: [{ code, field: 'comment' }],
            },
          ],
        },
      },
    });
    expect(await get(name)).not.toHaveProperty('reviewReply');
    expect((await put(name, { comment: sharp })).status).toBe(200);
  });

  it('is refused with names that there are not, with another type, and at an unverified location', async () => {
    const { name } = add();
    const refused = await put(name, { comment: 'Thanks.', text: 'x' });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('Unknown name "text"');
    for (const body of [{ comment: 3 }, '[]', '{']) expect((await put(name, body)).status).toBe(400);
    google.world.setVerification({ location: MARKET_HILL, verification: 'SUSPENDED' });
    for (const { status, body } of [await put(name, { comment: 'Thanks.' }), await remove(name)])
      expect([status, body.error.details[0].errorDetails[0].code]).toEqual([400, 1301]);
  });

  it.each([
    ['Ring 01632 960201', 'ADVERTISING_AND_SOLICITATION'],
    ['See https://example.com', 'ADVERTISING_AND_SOLICITATION'],
    ['See www.example.com', 'ADVERTISING_AND_SOLICITATION'],
    ['The same again', 'REPETITIVE'],
  ])('is rejected for what it says: %s', async (comment, policyViolation) => {
    await put(add().name, { comment: 'The same again' });
    const { name } = add();
    expect((await put(name, { comment })).body).not.toHaveProperty('policyViolation');
    google.clock.advance(2000);
    expect(await replyOf(name)).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation });
    // Sent once more, a text does not repeat itself.
    const own = add();
    await put(own.name, { comment: 'Of its own' });
    await put(own.name, { comment: 'Of its own' });
    google.clock.advance(2000);
    expect(await replyOf(own.name)).toMatchObject({ reviewReplyState: 'APPROVED' });
  });

  it('gets the verdict that was set for the next ones, by the simulator’s clock or now', async () => {
    const answered = async () => {
      const { name } = add();
      await put(name, { comment: 'Thank you.' });
      expect(await replyOf(name)).toMatchObject({ reviewReplyState: 'PENDING' });
      google.world.endReplyReviews({ location: MARKET_HILL });
      const { comment: _, updateTime: __, ...verdict } = (await replyOf(name))!;
      return { name, verdict };
    };
    google.world.setReplyVerdict({ verdict: 'REJECTED', policyViolation: 'NEW_OF_2027', times: 1 });
    google.world.setReplyVerdict({ verdict: 'APPROVED', location: MARKET_HILL });
    expect((await answered()).verdict).toEqual({
      reviewReplyState: 'REJECTED',
      policyViolation: 'NEW_OF_2027',
    });
    const { name, verdict } = await answered();
    expect(verdict).toEqual({ reviewReplyState: 'APPROVED' });
    google.world.setReplyVerdict({ verdict: null });
    expect((await answered()).verdict).toMatchObject({ policyViolation: 'REPETITIVE' });
    google.world.decideReply({ review: name, verdict: 'REJECTED', policyViolation: 'PRIVACY' });
    expect(await replyOf(name)).toMatchObject({ reviewReplyState: 'REJECTED', policyViolation: 'PRIVACY' });
    expect(() => google.world.setReplyVerdict({ verdict: 'LIVE' as 'APPROVED' })).toThrow(
      'APPROVED or REJECTED',
    );
  });

  it('counts as an edit of the location unless Google does not count it', async () => {
    google.configure({ editsPerMinute: 2 });
    const { name } = add();
    const statuses = async () => {
      const all = [
        await put(name, { comment: 'One' }),
        await put(name, { comment: 'Two' }),
        await remove(name),
      ];
      return all.map(({ status }) => status);
    };
    expect(await statuses()).toEqual([200, 200, 429]);
    google.configure({ repliesCountAsEdits: false });
    expect(await statuses()).toEqual([200, 200, 200]);
  });

  it('from before April 2026 lacks a state if so set, and one from now on changes its review’s time if so set', async () => {
    const old = setOfMarketHill().reviews.find(({ resource }) => resource.reviewReply)!;
    expect(old.resource.reviewReply).toMatchObject({ reviewReplyState: 'APPROVED' });
    google.configure({ olderReplyStates: false, repliesUpdateReviews: true });
    expect(await replyOf(old.name)).not.toHaveProperty('reviewReplyState');
    await put(old.name, { comment: 'Once more.' });
    expect(await get(old.name)).toMatchObject({
      updateTime: '2026-05-04T10:00:00.000Z',
      reviewReply: { reviewReplyState: 'PENDING' },
    });
  });
});

describe('the journal of replies', () => {
  const short = () =>
    google.journal
      .replies()
      .map(({ write, comment, by, isDone, status, fault }) => [write, comment, by, isDone, status, fault]);

  it('has what was written by whom, elsewhere too', async () => {
    const { name, id } = add();
    await put(name, { comment: 'By the app' });
    google.world.replyElsewhere({ review: name, comment: 'By hand' });
    expect(await replyOf(name)).toMatchObject({ comment: 'By hand', reviewReplyState: 'PENDING' });
    google.world.replyElsewhere({ review: id, comment: null });
    expect(await get(name)).not.toHaveProperty('reviewReply');
    await remove(name);
    await put(name, { comment: '' });
    expect(short()).toEqual([
      ['put', 'By the app', 'api', true, 200, undefined],
      ['put', 'By hand', 'elsewhere', true, null, undefined],
      ['delete', undefined, 'elsewhere', true, null, undefined],
      ['delete', undefined, 'api', false, 404, undefined],
      ['put', '', 'api', false, 400, undefined],
    ]);
    const [first] = google.journal.replies({ review: id });
    expect(first).toMatchObject({
      seq: 1,
      at: '2026-05-04T10:00:00.000Z',
      location: MARKET_HILL,
      person: PEOPLE.tamsin,
      call: google.calls.list({ operation: 'reviews.updateReply' })[0]?.number,
    });
    const control = controlOf(google.origin);
    expect(await control.journal.replies({ location: MARKET_HILL, after: 4 })).toHaveLength(1);
    expect(await control.journal.replies({ review: 'other' })).toEqual([]);
  });

  it.each<[FaultKind, boolean, number | null]>([
    ['rate-limited', false, 429],
    ['error-before', false, 503],
    ['reset-before', false, null],
    ['silent', false, null],
    ['error-after', true, 500],
    ['timeout-after', true, 408],
    ['garbled', true, 200],
    ['half-sent', true, 200],
    ['reset-after', true, null],
    ['slow', true, 200],
  ])('says what a fault made of it: %s', async (fault, isDone, status) => {
    const { name } = add();
    google.faults.next('reviews.updateReply', fault, { ms: 20 });
    const sent = fetch(`${google.addresses.GBP_V4_URL}/${name}/reply`, {
      method: 'PUT',
      body: JSON.stringify({ comment: 'Lost or not' }),
      headers: { authorization: `Bearer ${google.world.issueTokens({ email: PEOPLE.tamsin }).access_token}` },
      ...(fault === 'silent' && { signal: AbortSignal.timeout(100) }),
    });
    await sent.then((answer) => answer.text()).catch(() => undefined);
    expect(short()).toEqual([['put', 'Lost or not', 'api', isDone, status, fault]]);
    expect((await replyOf(name))?.comment).toBe(isDone ? 'Lost or not' : undefined);
  });

  it('says that a slow answer found its caller gone', async () => {
    const { name } = add();
    google.faults.next('reviews.updateReply', 'slow', { ms: 60_000 });
    const sent = fetch(`${google.addresses.GBP_V4_URL}/${name}/reply`, {
      method: 'PUT',
      body: JSON.stringify({ comment: 'Too late' }),
      headers: { authorization: `Bearer ${google.world.issueTokens({ email: PEOPLE.tamsin }).access_token}` },
      signal: AbortSignal.timeout(100),
    });
    await expect(sent).rejects.toThrow();
    expect(short()).toEqual([['put', 'Too late', 'api', true, null, 'slow']]);
  });
});

describe('things that happen to reviews by chance', () => {
  const act = (seed: number) => google.world.actOnReviews({ email: PEOPLE.tamsin, seed, count: 300 });

  it('are of every kind, and the same for the same seed', async () => {
    const done = act(7);
    expect(Object.values(done).reduce((sum, count) => sum + count)).toBe(300);
    expect(Math.min(...Object.values(done))).toBeGreaterThan(20);
    const first = JSON.stringify(google.world.reviews({ email: PEOPLE.tamsin }));
    await startOver(google);
    expect(act(7)).toEqual(done);
    expect(JSON.stringify(google.world.reviews({ email: PEOPLE.tamsin }))).toBe(first);
    await startOver(google);
    act(8);
    expect(JSON.stringify(google.world.reviews({ email: PEOPLE.tamsin }))).not.toBe(first);
    expect(() => google.world.actOnReviews({ seed: 1, count: 1, kinds: ['burn' as 'add'] })).toThrow(
      'There is no kind of act burn.',
    );
  });

  it('leave the set as the journal and the API have it', async () => {
    act(9);
    const { reviews, averageRating, totalReviewCount } = setOfMarketHill();
    expect(await list()).toMatchObject({ averageRating, totalReviewCount });
    const last = new Map(google.journal.replies().map(({ review, comment }) => [review, comment]));
    const written = reviews.filter(({ id }) => last.has(id));
    expect(written.length).toBeGreaterThan(0);
    for (const { id, resource } of written) expect(resource.reviewReply?.comment).toBe(last.get(id));
  });
});

describe('a restarted simulator', () => {
  it('has its reviews, replies, verdicts and journal, and a small file for many of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gbp-reviews-'));
    const dataFile = join(folder, 'google.json');
    const first = await startSimulator({ dataFile });
    try {
      const began = Date.now();
      expect(first.world.writeReviews({ count: 100_000 })).toBeGreaterThan(3000);
      expect(Date.now() - began).toBeLessThan(20_000);
      const [review] = first.world.reviews({ location: MARKET_HILL })[0]!.reviews;
      first.world.replyElsewhere({ review: review!.id, comment: 'Kept.' });
      first.world.removeReview({ review: `review-${MARKET_HILL}-1` });
      first.world.actOnReviews({ email: PEOPLE.tamsin, seed: 2, count: 50 });
      first.world.setReplyVerdict({ verdict: 'REJECTED', policyViolation: 'PRIVACY' });
      first.clock.set(new Date('2027-01-01T00:00:00Z'), { stopped: true });
      const before = first.world.reviews({ email: PEOPLE.tamsin });
      const writes = first.journal.replies();
      await first.close();
      expect(statSync(dataFile).size).toBeLessThan(1_000_000);

      const second = await startSimulator({ dataFile });
      try {
        const withoutOrigin = (value: unknown) => JSON.stringify(value).replaceAll(/127\.0\.0\.1:\d+/g, '');
        expect(withoutOrigin(second.world.reviews({ email: PEOPLE.tamsin }))).toBe(withoutOrigin(before));
        expect(second.journal.replies()).toEqual(writes);
        const { id } = second.world.reviews({ location: MARKET_HILL })[0]!.reviews[0]!;
        const { resource } = second.world.replyElsewhere({ review: id, comment: 'Hello.' });
        second.clock.advance(2000);
        expect(resource.reviewReply).toMatchObject({ reviewReplyState: 'PENDING' });
        expect(
          second.world.reviews({ location: MARKET_HILL })[0]!.reviews[0]!.resource.reviewReply,
        ).toMatchObject({ policyViolation: 'PRIVACY' });
        const total = second.world
          .reviews()
          .reduce((sum, { totalReviewCount = 0 }) => sum + totalReviewCount, 0);
        expect(total).toBeGreaterThan(100_000);
      } finally {
        await second.close();
      }
    } finally {
      await first.close();
      rmSync(folder, { recursive: true });
    }
  });
});
