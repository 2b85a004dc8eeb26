import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '../../test/support/jest.ts';
import type { GoogleSimulator, ReviewView } from 'gbp-simulator';
import { PEOPLE, startSimulator } from './support.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const BEGIN = '2026-06-20T12:00:00Z';
const SHOPS = [PEOPLE.tamsin, PEOPLE.idris, PEOPLE.ottoline];
const CHAINS = [PEOPLE.casimir, PEOPLE.mirela];

let google: GoogleSimulator;
beforeAll(async () => {
  google = await startSimulator();
  google.clock.set(new Date(BEGIN), { stopped: true });
});
afterAll(() => google.close());

/** All reviews of people's locations, by location, also where Google does not serve them. */
const reviewsOf = (...emails: string[]): ReviewView[][] =>
  emails.flatMap((email) =>
    google.world
      .locations({ email })
      .map(({ id }) => google.world.reviews({ location: id }).flatMap(({ reviews }) => reviews)),
  );
const agesOf = (reviews: ReviewView[]) =>
  reviews.map(({ resource }) => google.clock.now().getTime() - Date.parse(resource.createTime));
/** The first three words, or all where there are fewer. */
const openingOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}']+/u)
    .filter(Boolean)
    .slice(0, 3)
    .join(' ');

describe('the reviews of the made-up world', () => {
  it('are different people’s own words: no two begin alike, from two words to two paragraphs', () => {
    const texts = reviewsOf(...SHOPS)
      .flat()
      .flatMap(({ original }) => original ?? []);
    // Each chain has texts of its own, which its shops share.
    const ofChains = new Set(
      reviewsOf(...CHAINS).flatMap((some) => some.flatMap(({ original }) => original ?? [])),
    );
    const all = [...texts, ...ofChains];
    expect(all.length).toBeGreaterThan(170);
    const openings = all.map(openingOf);
    expect(openings.filter((opening, index) => openings.indexOf(opening) !== index)).toEqual([]);
    const lengths = all.map((text) => text.split(/\s+/).length);
    expect(Math.min(...lengths)).toBeLessThanOrEqual(2);
    expect(Math.max(...lengths)).toBeGreaterThan(60);
    expect(all.filter((text) => text.includes('\n\n')).length).toBeGreaterThan(2);
  });

  it('are of all moods, answered and not, some refused, with photos, translations and stars alone', () => {
    const all = reviewsOf(...SHOPS).flat();
    const some = (is: (review: ReviewView) => unknown) => all.filter(is).length;
    for (const stars of [1, 2, 3, 4, 5])
      expect([stars, some((review) => review.stars === stars) > 10]).toEqual([stars, true]);
    expect(some(({ resource }) => resource.reviewReply)).toBeGreaterThan(40);
    expect(some(({ resource }) => !resource.reviewReply)).toBeGreaterThan(60);
    expect(some(({ resource }) => resource.reviewReply?.policyViolation)).toBeGreaterThan(1);
    expect(some(({ resource }) => resource.reviewMediaItems)).toBeGreaterThan(10);
    expect(some(({ resource }) => resource.comment?.startsWith('(Translated by Google) '))).toBeGreaterThan(
      10,
    );
    expect(some(({ original }) => original === null)).toBeGreaterThan(8);
    expect(some(({ resource }) => resource.reviewer.isAnonymous)).toBeGreaterThan(2);
  });

  it('are from an hour to two years old, and none is answered before it was written', () => {
    const all = reviewsOf(...SHOPS, ...CHAINS).flat();
    const ages = agesOf(all);
    expect(Math.min(...ages)).toBeGreaterThanOrEqual(HOUR_MS);
    expect(Math.min(...ages)).toBeLessThan(2 * HOUR_MS);
    expect(Math.max(...ages)).toBeGreaterThan(680 * DAY_MS);
    expect(Math.max(...ages)).toBeLessThan(731 * DAY_MS);
    for (const { resource } of all)
      if (resource.reviewReply) expect(resource.reviewReply.updateTime > resource.createTime).toBe(true);
  });

  it('no location of a chain has the same text twice', () => {
    for (const reviews of reviewsOf(...CHAINS)) {
      const texts = reviews.flatMap(({ original }) => original ?? []);
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  it('stay where they are while the clock runs, and are as young in a world that begins later', () => {
    const before = reviewsOf(PEOPLE.ottoline);
    google.clock.advance(40 * DAY_MS);
    expect(reviewsOf(PEOPLE.ottoline)).toEqual(before);
    const { email } = google.world.openPrivateWorld({ world: 'agency', owner: 'later' });
    const later = reviewsOf(email).flat();
    expect(later.map(({ original }) => original)).toEqual(before.flat().map(({ original }) => original));
    expect(Math.min(...agesOf(later))).toBeLessThan(2 * HOUR_MS);
    google.clock.set(new Date(BEGIN), { stopped: true });
  });

  it('are the same after a restart and after the clock was put back', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'seeded-'));
    const dataFile = join(folder, 'google.json');
    const read = (at: GoogleSimulator) => at.world.reviews({ email: PEOPLE.tamsin });
    try {
      const first = await startSimulator({ dataFile });
      const known = read(first);
      const times = ({ reviews }: (typeof known)[number]) =>
        reviews.map(({ resource }) => resource.createTime);
      // An answer saves it; here none leaves.
      first.configure({});
      await first.close();
      const second = await startSimulator({ dataFile });
      expect(read(second).map(times)).toEqual(known.map(times));
      second.clock.set(new Date('2025-01-01T00:00:00Z'), { stopped: true });
      for (const time of read(second).flatMap(times)) expect(time < '2025-01-01').toBe(true);
      await second.close();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
