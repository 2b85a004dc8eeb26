import type { Schemas } from '../../../client/api/client.js';
import type { ReviewList } from '../../../client/reviews/data/review-types.js';
import type { Handlers } from '../../support/page/fake-server.js';

type Connection = Schemas['ConnectionStatusDto'];
type Mirror = Schemas['MirrorDto'];
type Overview = Schemas['OverviewDto'];

/** A working connection with `change`. */
export function connected(change: Partial<Connection> = {}): Connection {
  return {
    hasAccess: true,
    source: 'google',
    state: 'connected',
    email: 'tamsin.okonjo@example.com',
    isPractice: false,
    offersPractice: false,
    connectedAt: '2026-11-19T12:00:00.000Z',
    closedApis: [],
    ...change,
  };
}

/** Nothing is connected. */
export function notConnected(): Connection {
  return {
    hasAccess: false,
    source: 'sample',
    state: 'none',
    email: null,
    isPractice: false,
    offersPractice: false,
    connectedAt: null,
    closedApis: [],
  };
}

/** Three accounts with eight locations, read completely, with `change`. */
export function mirror(change: Partial<Mirror> = {}): Mirror {
  return {
    state: 'ready',
    isReading: false,
    asOf: '2026-11-21T09:30:00.000Z',
    isJustRead: false,
    accountsTotal: 3,
    accountsDone: 3,
    locationsDone: 8,
    unreadableAccounts: 0,
    unreadableLocations: 0,
    problem: null,
    ...change,
  };
}

/** The first read, with two of three accounts done, with `change`. */
export function importing(change: Partial<Mirror> = {}): Mirror {
  return mirror({
    state: 'importing',
    isReading: true,
    asOf: null,
    accountsDone: 2,
    locationsDone: 240,
    ...change,
  });
}

/** The four counters, all different. */
export function overview(change: Partial<Overview> = {}): Overview {
  return { businessAccounts: 3, locations: 1208, scheduledPosts: 5, publishedThisMonth: 12, ...change };
}

/** Google has changed nothing. */
export function noEdits(): Schemas['GoogleEditListDto'] {
  return {
    items: [],
    counts: { open: 0, accepted: 0, rejected: 0, gone: 0 },
    openFields: [],
    nextCursor: null,
  };
}

/** No field is locked. */
export function noLocks(): Schemas['LockListDto'] {
  return { items: [], counts: { all: 0, waiting: 0 }, nextCursor: null };
}

/** Nothing has changed. */
export function noChanges(): Schemas['ChangeListDto'] {
  return { items: [], counts: { all: 0, here: 0, elsewhere: 0, google: 0 }, nextCursor: null };
}

/** Nobody has written a review. */
export function noReviews(): ReviewList {
  return {
    items: [],
    counts: { unanswered: 0, answered: 0, rejected: 0, all: 0 },
    nextCursor: null,
    readAt: null,
    isReading: false,
    locations: 8,
    notRead: 0,
    unreadable: 0,
  };
}

/** Everything was checked, and nothing found. */
export function noTasks(): Schemas['TaskListDto'] {
  return {
    items: [],
    counts: { open: 0, waiting: 0, dismissed: 0, done: 0 },
    findings: 0,
    check: { state: 'checked', checkedAt: '2026-11-21T06:12:00.000Z', locations: 8, rules: 24, unknown: [] },
    nextCursor: null,
  };
}

/** Nothing was found at a location, or of a task. */
export function noFindings(): Schemas['AdviceFindingListDto'] {
  return { items: [], counts: { open: 0, waiting: 0, dismissed: 0, done: 0 }, nextCursor: null };
}

/** Google has no statistics. */
export function noStatistics(): Schemas['StatisticsDto'] {
  return {
    locations: 8,
    locationsWithFigures: 0,
    locationsToRead: 8,
    dataUntil: null,
    period: { from: '2026-10-22', to: '2026-11-20' },
    comparedWith: null,
    by: 'month',
    metrics: [],
  };
}

/** No location has a public holiday in the next 90 days. */
export const noHolidays = (): Schemas['HolidayDatesDto'] => ({
  ...{ items: [], countries: [] },
  ...{ locations: 3, notSaid: 0, regionUnknown: 0 },
});

/** The answers for a connected user. `change` changes the connection. */
export function answersOfConnected(change: Partial<Connection> = {}): Handlers {
  return {
    'GET /api/auth/gbp-status': () => connected(change),
    'GET /api/mirror': () => mirror(),
    'GET /api/overview': () => overview(),
    'GET /api/google-edits': noEdits,
    'GET /api/locks': noLocks,
    'GET /api/holidays/dates': noHolidays,
    'GET /api/reviews': noReviews,
    'GET /api/statistics': noStatistics,
    'GET /api/tasks': noTasks,
    'GET /api/findings': noFindings,
  };
}
