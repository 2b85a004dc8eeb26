import { setTimeout as delay } from 'node:timers/promises';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import type { ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import type { Operation } from 'gbp-simulator';
import { isSettled } from '../campaigns/oracle.ts';
import type { Google } from '../google.ts';
import { allOf } from '../pages.ts';
import type { Person } from '../person.ts';

const PAGE = 100;
/** How many locations the body of a request may name. */
const MOST_NAMED = 900;
const AGAIN_MS = 250;
/** How long before they are due posts are scheduled. */
const LEAD_MS = 20_000;

/** Lets an effect, or many, begin. @returns when they are due, in ms since 1970 */
type Begin = () => Promise<number>;

/** A kind of effect at Google, and how somebody comes to have some. */
interface Effect {
  operation: Operation;
  /** Prepares so many that begin together. */
  many(person: Person, google: Google, count: number): Promise<Begin>;
  /** Prepares so many that begin one by one. */
  single(person: Person, google: Google, count: number): Promise<Begin[]>;
}

export const EFFECTS = {
  changes: {
    operation: 'locations.patch',
    async many(person, google, count) {
      return decide(person, await editsOf(person, google, count));
    },
    async single(person, google, count) {
      return (await editsOf(person, google, count)).map((id) => decide(person, [id]));
    },
  },
  replies: {
    operation: 'reviews.updateReply',
    async many(person, google, count) {
      const replies = await repliesOf(person, google, count);
      return async () => {
        for (const reply of replies) await reply();
        return Date.now();
      };
    },
    single: repliesOf,
  },
  deletions: {
    operation: 'localPosts.delete',
    async many(person, google, count) {
      const locations = await locationsOf(person, google, count);
      const campaign = await confirm(person, locations, soon());
      return undo(person, await untilOut(person, campaign));
    },
    async single(person, google, count) {
      // One each: more would wait for each other's turns.
      const locations = await locationsOf(person, google, 1);
      const campaigns: CampaignDto[] = [];
      while (campaigns.length < count) campaigns.push(await confirm(person, locations, soon()));
      return Promise.all(campaigns.map(async (each) => undo(person, await untilOut(person, each))));
    },
  },
  posts: {
    operation: 'localPosts.create',
    async many(person, google, count) {
      const locations = await locationsOf(person, google, count);
      return async () => {
        const time = soon();
        await confirm(person, locations, time);
        await delay(LEAD_MS);
        return Date.parse(time.publishAt);
      };
    },
    async single(person, google, count) {
      const [locationId] = await locationsOf(person, google, 1);
      return Array.from({ length: count }, (_, index) => async () => {
        const dueAt = Date.now() + 3_000;
        const postBody = { languageCode: 'en-US', topicType: 'STANDARD', summary: `Single post ${index}.` };
        const publishAt = new Date(dueAt).toISOString();
        await person.expect(201, 'POST', '/api/posts', { body: { locationId, publishAt, postBody } });
        return dueAt;
      });
    },
  },
} as const satisfies Record<string, Effect>;

export type EffectName = keyof typeof EFFECTS;

async function locationsOf(person: Person, google: Google, count: number): Promise<string[]> {
  const locations = await google.control.world.locations({ email: person.email });
  return locations.slice(0, count).map(({ id }) => id);
}

/** Google changes so many locations. @returns the ids of its edits, once they are known here */
async function editsOf(person: Person, google: Google, count: number): Promise<string[]> {
  const locations = await locationsOf(person, google, count);
  for (const location of locations) {
    const websiteUri = `https://${location}.example.com/${Date.now()}`;
    await google.control.world.editByGoogle({ location, fields: { websiteUri } });
  }
  await person.readAll();
  const edits = await allOf<GoogleEditDto>(
    (path) => person.expect(200, 'GET', path),
    '/api/google-edits?state=OPEN&field=websiteUri',
  );
  return edits.slice(0, count).map(({ id }) => id);
}

function decide(person: Person, ids: string[]): Begin {
  return async () => {
    await person.expect(202, 'POST', '/api/google-edits/decide', { body: { ids, decision: 'accept' } });
    return Date.now();
  };
}

/** Reviews are written. @returns a reply to each, once all have been read */
async function repliesOf(person: Person, google: Google, count: number): Promise<Begin[]> {
  const locations = await locationsOf(person, google, count);
  for (let index = 0; index < count; index += 1)
    await google.control.world.addReview({ location: locations[index % locations.length]!, stars: 2 });
  const unanswered = new Map<string, string>();
  while (unanswered.size < count) {
    await delay(AGAIN_MS);
    for (let cursor: string | null = ''; cursor !== null && unanswered.size < count;) {
      const query: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
      const path = `/api/reviews?limit=${PAGE}${query}`;
      const page = (await person.expect(200, 'GET', path)) as ReviewListDto;
      for (const { id, basis, replyAtGoogle } of page.items) if (!replyAtGoogle) unanswered.set(id, basis);
      cursor = page.items.some(({ replyAtGoogle }) => !replyAtGoogle) ? page.nextCursor : null;
    }
  }
  return [...unanswered].slice(0, count).map(([id, basedOn]) => async () => {
    const body = { text: 'Thank you for your words.', basedOn };
    await person.expect(200, 'PUT', `/api/reviews/${id}/reply`, { body });
    return Date.now();
  });
}

/** So many texts were used: Google rejects one with a number as long as a telephone's. */
let seasons = 0;

function soon(): { publishAt: string; timeZone: string } {
  return { publishAt: new Date(Date.now() + LEAD_MS).toISOString(), timeZone: 'Europe/London' };
}

async function confirm(person: Person, locationIds: string[], time: object): Promise<CampaignDto> {
  const postBody = {
    languageCode: 'en-US',
    topicType: 'STANDARD',
    summary: `Season ${(seasons += 1)} begins.`,
  };
  // More cannot be named one by one: then it is all.
  const choice = locationIds.length > MOST_NAMED ? {} : { locationIds };
  const draft = { choice, time, postBody };
  const plan = (await person.expect(201, 'POST', '/api/campaigns', { body: draft })) as CampaignDto;
  const body = { version: plan.version };
  return (await person.expect(200, 'POST', `/api/campaigns/${plan.id}/confirm`, { body })) as CampaignDto;
}

/** Waits until a campaign is out everywhere, as far as Google takes it. */
async function untilOut(person: Person, { id }: CampaignDto): Promise<CampaignDto> {
  for (;;) {
    const campaign = (await person.expect(200, 'GET', `/api/campaigns/${id}`)) as CampaignDto;
    if (isSettled(campaign.progress) && campaign.progress.published > 0) return campaign;
    await delay(AGAIN_MS);
  }
}

function undo(person: Person, { id }: CampaignDto): Begin {
  return async () => {
    await person.expect(200, 'POST', `/api/campaigns/${id}/undo`);
    return Date.now();
  };
}
