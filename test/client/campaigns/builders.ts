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

/** Locations that a rule has left out, none of which can be taken in, with `change`. */
export function leftOutGroup(change: Partial<Schemas['LeftOutGroupDto']> = {}): Schemas['LeftOutGroupDto'] {
  const items = change.items ?? [leftOutTarget()];
  return {
    rule: 'location-suspended',
    title: 'Suspended',
    reason: 'Google has suspended this location and doesn’t publish posts for it.',
    cure: 'Ask Google to reinstate it.',
    count: items.length,
    ready: items.filter(({ isReady }) => isReady).length,
    ...change,
    items,
  };
}

/** A left-out location in Berlin for which nothing has changed, with `change`. */
export function leftOutTarget(
  change: Partial<Schemas['LeftOutTargetDto']> = {},
): Schemas['LeftOutTargetDto'] {
  return {
    locationId: 'location-7',
    locationName: 'Hearth & Crumb, Old Wharf',
    storeCode: 'HC-07',
    isReady: false,
    isDue: false,
    publishAt: null,
    timeZone: 'Europe/Berlin',
    findings: [],
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
    'GET /api/campaigns': () => ({ items: [], nextCursor: null, total: 0 }),
    'GET /api/locations': () => placeList([]),
    'GET /api/campaigns/:id': () => shown(),
    'GET /api/campaigns/:id/left-out': () => ({ groups: [] }),
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

/** Fifteen locations in three states whose time zone is not known; one keeps another time than its state. */
export function fifteenOpenZones(): Schemas['OpenZoneDto'][] {
  const cities: [city: string, region: string, timeZone: string, count: number][] = [
    ['Phoenix', 'Arizona', 'America/Phoenix', 5],
    ['Tucson', 'Arizona', 'America/Phoenix', 2],
    ['Flagstaff', 'Arizona', 'America/Phoenix', 1],
    ['Tuba City', 'Arizona', 'America/Denver', 1],
    ['Portland', 'Oregon', 'America/Los_Angeles', 3],
    ['Eugene', 'Oregon', 'America/Los_Angeles', 1],
    ['Austin', 'Texas', 'America/Chicago', 1],
    ['Dallas', 'Texas', 'America/Chicago', 1],
  ];
  return cities
    .flatMap(([city, region, timeZone, count]) =>
      Array.from({ length: count }, () => ({ city, region, timeZone })),
    )
    .map(({ city, region, timeZone }, index) => ({
      locationId: `location-${index + 1}`,
      locationName: `Marlowe & Finch ${index + 1}`,
      storeCode: `MF-${index + 1}`,
      address: `${index + 1} Main Street, ${city}`,
      ...{ city, region, country: 'US', timeZone: null, source: null },
      suggestion: {
        timeZone,
        source: 'region',
        reason: city === 'Tuba City' ? 'Navajo Nation: keeps daylight saving time' : null,
      },
      choices: [
        'America/New_York',
        'America/Chicago',
        'America/Denver',
        'America/Phoenix',
        'America/Los_Angeles',
      ],
    }));
}
