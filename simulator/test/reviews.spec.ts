import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '../../test/support/jest.ts';
import type { ReviewResource } from 'gbp-simulator';
import { MARKET_HILL } from '../../test/support/google/tamsins-places.ts';
import { startReviewed } from './reviewed.ts';
import { BAKERY, CERAMICS, PEOPLE, startOver, startSimulator, STATION } from './support.ts';

const reviewed = startReviewed();
const { v4, list, get, put, add, setOfMarketHill } = reviewed;

describe('a location with more than 50 reviews', () => {
  it('has them in pages of 50 at most, each with the figures over all', async () => {
    reviewed.google.world.writeReviews({ locations: [MARKET_HILL], count: 120, seed: 3 });
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
    reviewed.google.configure({ roundedAverages: true });
    expect(String((await list()).averageRating)).toMatch(/^\d(\.\d)?$/);
  });

  it('has all that reviews can have, the same for the same seed', () => {
    const write = () => {
      reviewed.google.reset();
      reviewed.google.clock.set(new Date('2026-11-01T00:00:00Z'), { stopped: true });
      reviewed.google.world.writeReviews({ locations: [MARKET_HILL], count: 2000, seed: 3 });
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
    const portrait = await fetch(resource.reviewer.profilePhotoUrl!);
    expect(await portrait.text()).toContain('>WA</text>');
    const { totalReviewCount } = await list();
    reviewed.google.world.removeReview({ review: name });
    expect((await v4('GET', `/${name}`)).status).toBe(404);
    expect((await put(name, { comment: 'Thanks.' })).status).toBe(404);
    expect((await list()).totalReviewCount).toBe(totalReviewCount - 1);
    reviewed.google.configure({ reviewReplyUrls: false });
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
    reviewed.google.clock.advance(60_000);
    reviewed.google.world.editReview({ review: name, stars: 1, comment: 'Stale.' });
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
    await reviewed.callAs(PEOPLE.idris);
    expect((await v4('GET', `/${name}`)).status).toBe(404);
    expect((await put(name, { comment: 'Not mine.' })).status).toBe(404);
  });
});

describe('many locations at once', () => {
  const batch = (of: string, body: object) => v4('POST', `/${of}/locations:batchGetReviews`, body);

  it('have their reviews in one list by time, in pages, without figures', async () => {
    const email = PEOPLE.casimir;
    const [{ accountIds } = { accountIds: [] }] = reviewed.google.world.locations({ email });
    const of = `accounts/${accountIds[0]}`;
    const all = reviewed.google.world.reviews({ email }).map(({ location }) => location);
    const ids = all.filter(
      (id) => reviewed.google.world.location({ location: id }).accountIds[0] === accountIds[0],
    );
    reviewed.google.world.writeReviews({ locations: ids.slice(0, 50), count: 100 });
    await reviewed.callAs(email);
    const locationNames = ids.map((id) => `${of}/locations/${id}`);
    const wanted = reviewed.google.world
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
    reviewed.google.configure({ batchReviewLocations: 200 });
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
    reviewed.google.configure({ batchReviewsSkipUnverified: true });
    expect(await status(BAKERY, STATION)).toBe(200);
    expect((await batch(of, { locationNames: [BAKERY], order_by: 'rating' })).status).toBe(400);
  });
});

describe('things that happen to reviews by chance', () => {
  const act = (seed: number) =>
    reviewed.google.world.actOnReviews({ email: PEOPLE.tamsin, seed, count: 300 });

  it('are of every kind, and the same for the same seed', async () => {
    const done = act(7);
    expect(Object.values(done).reduce((sum, count) => sum + count)).toBe(300);
    expect(Math.min(...Object.values(done))).toBeGreaterThan(20);
    const first = JSON.stringify(reviewed.google.world.reviews({ email: PEOPLE.tamsin }));
    await startOver(reviewed.google);
    expect(act(7)).toEqual(done);
    expect(JSON.stringify(reviewed.google.world.reviews({ email: PEOPLE.tamsin }))).toBe(first);
    await startOver(reviewed.google);
    act(8);
    expect(JSON.stringify(reviewed.google.world.reviews({ email: PEOPLE.tamsin }))).not.toBe(first);
    expect(() => reviewed.google.world.actOnReviews({ seed: 1, count: 1, kinds: ['burn' as 'add'] })).toThrow(
      'There is no kind of act burn.',
    );
  });

  it('leave the set as the journal and the API have it', async () => {
    act(9);
    const { reviews, averageRating, totalReviewCount } = setOfMarketHill();
    expect(await list()).toMatchObject({ averageRating, totalReviewCount });
    const last = new Map(reviewed.google.journal.replies().map(({ review, comment }) => [review, comment]));
    const written = reviews.filter(({ id }) => last.has(id));
    expect(written.length).toBeGreaterThan(0);
    for (const { id, resource } of written) expect(resource.reviewReply?.comment).toBe(last.get(id));
  });
});

describe('a restarted simulator', () => {
  it('has its reviews, replies, verdicts and journal, and a small file for many of them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gbp-reviews-'));
    const dataFile = join(folder, 'reviewed.google.json');
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
