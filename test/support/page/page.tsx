import { expect } from '@jest/globals';
import { act, render, screen, within } from '@testing-library/react';
import { setImmediate } from 'node:timers/promises';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter } from 'react-router-dom';
import { beginRequestSession, type Schemas } from '../../../client/api/client.js';
import {
  noChanges,
  noEdits,
  noLocks,
  noHolidays,
  noStatistics,
  noReviews,
  noTasks,
  noFindings,
} from '../../client/business-profile/builders.js';
import { App } from '../../../client/app/app.js';
import { routes } from '../../../client/app/routes.js';
// Loaded with the first message, which then shows at once.
import '../../../client/ui/messages/toaster.js';
import './dialog.js';
import { elsewhere, FakeServer, type Handlers } from './fake-server.js';
import { atEndOfTest } from '../runner/page-setup.js';

type Profile = Schemas['ProfileDto'];

/** A person who has signed up by e-mail; `change` says what is different. */
export function profile(change: Partial<Profile> = {}): Profile {
  const { uid = 'uid-1' } = change;
  return {
    uid,
    // Their own.
    workspaceId: uid,
    displayName: 'Robin Baker',
    email: 'robin@example.com',
    photoURL: null,
    firstName: 'Robin',
    lastName: 'Baker',
    phone: '',
    company: '',
    timeZone: 'Europe/London',
    language: 'en-GB',
    role: 'user',
    isActive: true,
    preferences: { theme: 'light', notifications: true, emailUpdates: true },
    signInMethod: 'email',
    lastSignIn: '2026-11-20T08:00:00.000Z',
    accountCreated: '2026-11-01T08:00:00.000Z',
    createdAt: '2026-11-01T08:00:00.000Z',
    updatedAt: '2026-11-20T08:00:00.000Z',
    ...change,
  };
}

const NO_POSTS: Schemas['PostListDto'] = {
  items: [],
  counts: { all: 0, scheduled: 0, published: 0, failed: 0 },
  nextCursor: null,
};

const NO_LOCATIONS: Schemas['LocationListDto'] = { items: [], total: 0, matched: 0, nextCursor: null };

/** Whether these are the posts that the overview asks for: the next ones, the failed ones, or those of seven days. */
function isOfOverview({ status, order, from }: Record<string, string>): boolean {
  return (status === 'SCHEDULED' && order === 'soonest') || status === 'FAILED' || from !== undefined;
}

interface PageOptions {
  /** Who is signed in at the start; null for nobody. Robin Baker unless given. */
  user?: Profile | null;
  /** The server's answers beyond session, connection status, findings, held posts and attributes; they may also replace those. */
  answers?: Handlers;
  /** The window is narrower than 960 px. */
  narrow?: boolean;
}

/**
 * The whole client on an address, as a browser would show it, with a fake server at the edge of fetch. After the test
 * everything is taken down, and a request that the fake server has no route for fails the test.
 */
export function renderPage(address: string, options: PageOptions = {}) {
  const { user = profile(), answers = {}, narrow = false } = options;
  const server = new FakeServer({
    'GET /api/auth/session': () => ({ user }),
    'GET /api/auth/gbp-status': () => ({
      hasAccess: false,
      source: 'sample',
      state: 'none',
      email: null,
      isPractice: false,
      offersPractice: false,
      connectedAt: null,
      closedApis: [],
    }),
    // Of a draft nothing is found, no post is held, and all are confirmed. The overview has nothing to list, and locations
    // have no attributes and no further kinds of hours.
    'POST /api/posts/preflight': () => ({ findings: [] }),
    'GET /api/posts': ({ query }) =>
      query['held'] || query['unconfirmed'] || isOfOverview(query) ? NO_POSTS : elsewhere,
    'GET /api/locations': ({ query }) => (query['needsAttention'] ? NO_LOCATIONS : elsewhere),
    'GET /api/campaigns': () => ({ items: [], nextCursor: null }),
    'GET /api/bulk-edits': () => ({ items: [], isOn: true }),
    'GET /api/selections/labels': () => ({ items: [] }),
    'GET /api/notices': () => ({ items: [], unread: 0, nextCursor: null }),
    // Google has changed nothing and counted nothing, no holiday is ahead, and the public has written nothing.
    'GET /api/google-edits': noEdits,
    'GET /api/locks': noLocks,
    'GET /api/holidays/dates': noHolidays,
    'GET /api/changes': noChanges,
    'GET /api/reviews': noReviews,
    'GET /api/statistics': noStatistics,
    'GET /api/tasks': noTasks,
    'GET /api/findings': noFindings,
    'GET /api/time-zones': () => ({ items: [] }),
    'GET /api/time-zones/open': () => ({ items: [], total: 0 }),
    'GET /api/locations/:id/attributes': () => ({ items: [] }),
    'GET /api/locations/:id/more-hours-types': () => ({ items: [] }),
    ...answers,
  });
  // As after a load.
  beginRequestSession('');
  globalThis.fetch = server.fetch as typeof fetch;
  window.matchMedia = (query) => mediaQuery(query, narrow);

  const router = createMemoryRouter(routes, { initialEntries: [address] });
  // A whole client goes on by itself between the steps of a test, as in a browser: answers come, data is asked for again.
  // React would have each such update come from the test; `act`, the events and `render` still wrap their own.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
  atEndOfTest(async () => {
    // After the last test of a file the page is gone, and code that still got an answer would look for it.
    server.close();
    await setImmediate();
    router.dispose();
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
    expect(server.unexpected).toEqual([]);
  });
  return {
    ...render(<App router={router} />),
    server,
    // Without a pause between strokes: quicker, and of no concern to steered timers.
    user: userEvent.setup({ delay: null }),
    /** Path and query that the page is on. */
    address: () => router.state.location.pathname + router.state.location.search,
    /** The browser's Back. */
    back: () => act(() => router.navigate(-1)),
  };
}

/** Waits until the page shows what the answers that it has bring, its messages included. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await act(() => setImmediate());
}

/** The texts of the messages on the screen. */
export const messages = () =>
  screen
    .queryAllByRole('list', { name: 'Messages' })
    .flatMap((list) => within(list).queryAllByRole('listitem'))
    .map(({ textContent }) => textContent);

/** A query that never changes; only the width is known. */
function mediaQuery(media: string, narrow: boolean): MediaQueryList {
  const matches = narrow && media.includes('width <');
  return Object.assign(new EventTarget(), {
    media,
    matches,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  });
}
