import type { Schemas } from '../../../client/api/client.js';
import type { Handlers } from '../../support/page/fake-server.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { placeList, postList } from '../posts/builders.js';

type Campaign = Schemas['CampaignDto'];
type Progress = Schemas['CampaignProgressDto'];
type Target = Schemas['TargetDto'];

export const CAMPAIGN_ID = '00000000-0000-4000-8000-0000000000c1';

/** How many locations stand where; none unless `change` says so. */
export function progress(change: Partial<Progress> = {}): Progress {
  return {
    left_out: 0,
    waiting: 0,
    scheduled: 0,
    paused: 0,
    held: 0,
    publishing: 0,
    in_review: 0,
    published: 0,
    failed: 0,
    unconfirmed: 0,
    removed: 0,
    cancelled: 0,
    deleted: 0,
    leftover: 0,
    ...change,
  };
}

/** A confirmed campaign of 22 posts at 09:00 of each location on 27 November, with `change`. */
export function campaign(change: Partial<Campaign> = {}): Campaign {
  const summary =
    change.summary ?? 'Two loaves for the price of one at {name}, from nine until they are gone.';
  return {
    id: CAMPAIGN_ID,
    name: 'Black Friday: two for one',
    state: 'scheduled',
    isPaused: false,
    isOfOtherAccount: false,
    summary,
    wallTime: '2026-11-27T09:00',
    publishAt: null,
    posts: 22,
    firstAt: '2026-11-27T08:00:00.000Z',
    lastAt: '2026-11-27T17:00:00.000Z',
    times: [
      { at: '2026-11-27T08:00:00.000Z', count: 3 },
      { at: '2026-11-27T09:00:00.000Z', count: 18 },
      { at: '2026-11-27T17:00:00.000Z', count: 1 },
    ],
    progress: progress({ scheduled: 22 }),
    createdAt: '2026-11-20T10:00:00.000Z',
    version: 3,
    postBody: { languageCode: 'en-US', summary, topicType: 'STANDARD' },
    timeZone: 'Europe/London',
    spreadMinutes: 0,
    closedDays: 'publish',
    plan: {
      chosen: 22,
      posts: 22,
      first: null,
      last: null,
      times: [],
      quota: { perMinute: 300, busiestAt: null, busiestCount: 0, doneAt: null },
      leftOut: [],
      warnings: [],
      sameText: 1,
      unknownStoreCodes: [],
    },
    confirmedAt: '2026-11-20T10:01:00.000Z',
    undoneAt: null,
    exceptions: 0,
    beingSent: 0,
    removable: 0,
    ...change,
  };
}

/** A location in Berlin whose post is scheduled, with `change`. */
export function target(change: Partial<Target> = {}): Target {
  return {
    locationId: 'location-1',
    accountId: 'account-1',
    locationName: 'Hearth & Crumb, Market Square',
    storeCode: 'HC-01',
    state: 'scheduled',
    summary: 'Two loaves for the price of one at Market Square, from nine until they are gone.',
    hasOwnText: false,
    publishAt: '2026-11-27T08:00:00.000Z',
    timeZone: 'Europe/Berlin',
    findings: [],
    postId: '00000000-0000-4000-8000-000000000001',
    isException: false,
    publishedAt: null,
    googleUrl: null,
    errorDetails: null,
    ...change,
  };
}

/** An answer of the list of a campaign's locations. */
export function targetList(items: Target[], nextCursor: string | null = null): Schemas['TargetListDto'] {
  return { items, matched: items.length, nextCursor };
}

/** A server with one campaign, whose list of locations filters by state and search. */
export function answersOfCampaign(shown: () => Campaign, targets: () => Target[]): Handlers {
  return {
    ...answersOfConnected(),
    'GET /api/posts': () => postList([]),
    'GET /api/accounts': () => ({ items: [] }),
    'GET /api/campaigns': () => ({ items: [], nextCursor: null }),
    'GET /api/locations': () => placeList([]),
    'GET /api/campaigns/:id': () => shown(),
    'GET /api/campaigns/:id/targets': ({ query: { state, search = '' } }) =>
      targetList(
        targets().filter(
          (each) =>
            (state === undefined || each.state === state) &&
            `${each.locationName} ${each.storeCode}`.toLowerCase().includes(search.toLowerCase()),
        ),
      ),
  };
}

export const CAMPAIGN_PAGE = `/dashboard?view=campaign&campaign=${CAMPAIGN_ID}`;
