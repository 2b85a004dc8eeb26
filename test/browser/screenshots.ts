import type { Page } from '@playwright/test';
import { join } from 'node:path';
import { answersOfConnected, overview } from '../client/business-profile/builders.ts';
import {
  answersOfCampaign,
  CAMPAIGN_PAGE,
  campaign,
  progress,
  target,
} from '../client/campaigns/builders.ts';
import {
  change,
  changeList,
  changeSet,
  editList,
  googleEdit,
  lock,
  lockEvent,
  lockList,
  setLocation,
  setLocationList,
  setProgress,
  undone,
  uuid,
  value,
  waitingEdit,
} from '../client/changes/builders.ts';
import { googleLocation, list } from '../client/listings/builders.ts';
import { postList, storedPost } from '../client/posts/builders.ts';
import { failWith } from '../support/page/fake-server.ts';
import { choose, chooseLocation, dialog, field } from './support/composer.ts';
import { mockRoutes } from './support/edge.ts';
import { expect, FROM_OUR_PAGE, openSignedIn, test } from './support/product.ts';

const DEVICES = {
  wide: { viewport: { width: 1280, height: 800 } },
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
};

const VISITORS = {
  home: '/',
  login: '/login',
  signup: '/signup',
  blog: '/blog',
  'callback-error': '/gbp-callback?error=access_denied',
  'google-sign-in': '/google-sign-in',
  'not-found': '/nowhere',
};

const VIEWS = {
  overview: '/dashboard',
  accounts: '/dashboard?view=accounts',
  locations: '/dashboard?view=locations',
  'location-details': '/dashboard?view=location-details&location=sample-101',
  'location-suspended': '/dashboard?view=location-details&location=sample-505',
  'location-unknown': '/dashboard?view=location-details&location=nowhere',
  'calendar-list': '/dashboard?view=calendar',
  'calendar-week': '/dashboard?view=calendar&layout=week',
  'calendar-month': `/dashboard?view=calendar&month=${new Date().toISOString().slice(0, 7)}`,
  setup: '/dashboard?view=setup',
  'coming-soon': '/dashboard?view=statistics',
};

const DEMO_VIEWS = {
  overview: VIEWS.overview,
  accounts: VIEWS.accounts,
  locations: VIEWS.locations,
  calendar: VIEWS['calendar-month'],
  campaigns: '/dashboard?view=calendar&status=campaigns',
  edits: '/dashboard?view=change-log&tab=google-edits',
  log: '/dashboard?view=change-log',
  reputation: '/dashboard?view=reputation',
  statistics: '/dashboard?view=statistics',
  settings: '/dashboard?view=settings',
  setup: VIEWS.setup,
};

/** A post that could not be confirmed. */
const unconfirmed = (number: number, summary: string) =>
  storedPost({
    id: `00000000-0000-4000-8000-00000000000${number}`,
    status: 'FAILED',
    detail: 'unconfirmed',
    errorDetails: 'We couldn’t confirm whether Google published this post.',
    summary,
  });

const week = (...days: ('MONDAY' | 'TUESDAY' | 'THURSDAY' | 'FRIDAY')[]) =>
  value({
    hours: days.map((day) => ({ openDay: day, openTime: '09:00', closeDay: day, closeTime: '18:00' })),
  });
const CLOSED_ON_FRIDAY = {
  field: 'regularHours',
  yours: week('MONDAY', 'TUESDAY', 'THURSDAY', 'FRIDAY'),
  google: week('MONDAY', 'TUESDAY', 'THURSDAY'),
} as const;

/** Changes of each origin, and several that were made together. */
const CHANGES = [
  change({ state: 'in_review', publicAt: null, reason: 'The new line is open' }),
  ...[2, 3].map((number) =>
    change({
      id: uuid(number),
      setId: uuid(102),
      setSize: { changes: 2, locations: 2 },
      storeCode: `HC-0${number}`,
    }),
  ),
  change({
    id: uuid(4),
    setId: null,
    setSize: null,
    field: 'regularHours',
    before: CLOSED_ON_FRIDAY.yours,
    after: CLOSED_ON_FRIDAY.google,
    origin: 'google',
    isPublicOnly: true,
    actor: null,
    seenAfter: '2026-11-21T13:02:00.000Z',
  }),
  change({ id: uuid(5), setId: uuid(105), state: 'refused', error: 'Google doesn’t accept this number.' }),
];
const EDITS = [
  googleEdit({ id: uuid(202), ...CLOSED_ON_FRIDAY }),
  googleEdit({ times: 2 }),
  googleEdit({
    id: uuid(203),
    field: 'address',
    whyNoAnswer: 'The address can only be changed in Google’s own editor.',
  }),
];

const day = (date: number) => `2026-11-${String(date).padStart(2, '0')}T10:00:00.000Z`;
const HOUR_MS = 3_600_000;
/** Locks: one whose budget is spent, one of many locations, and others. */
const LOCKS = [
  lock({
    used: { value: 2, field: 2 },
    waiting: [waitingEdit()],
    waitingCount: 1,
    events: [
      lockEvent({ id: uuid(811), kind: 'waits', at: day(23) }),
      lockEvent({ id: uuid(812), kind: 'came_again', at: day(23), heldMs: 8 * 24 * HOUR_MS }),
      lockEvent({ id: uuid(813), kind: 'put_back', at: day(15) }),
    ],
  }),
  lock({
    id: uuid(702),
    field: 'websiteUri',
    title: 'label Walk-in',
    locations: { count: 412, first: lock().locations.first },
    kept: null,
    used: { value: 1, field: 1 },
    waiting: [
      waitingEdit({
        editId: uuid(202),
        locationId: 'location-2',
        name: 'Hearth & Crumb, Lock Keeper’s',
        storeCode: 'HC-118',
        yours: value({ text: 'https://hearthandcrumb.example/shops/HC-118' }),
        google: value({ text: 'https://hearthandcrumb.example/find-us' }),
        why: 'field',
      }),
    ],
    waitingCount: 3,
    events: [
      lockEvent({ id: uuid(821), kind: 'came_again', at: day(21), storeCode: 'HC-118', heldMs: 4 * HOUR_MS }),
      lockEvent({ id: uuid(822), kind: 'put_back', at: day(18), storeCode: 'HC-207' }),
    ],
  }),
  lock({
    id: uuid(703),
    field: 'regularHours',
    kept: CLOSED_ON_FRIDAY.yours,
    used: { value: 0, field: 1 },
    events: [
      lockEvent({ id: uuid(831), kind: 'taken_over', at: day(19), value: CLOSED_ON_FRIDAY.yours }),
      lockEvent({ id: uuid(832), kind: 'put_back', at: day(4) }),
    ],
  }),
  lock({ id: uuid(704), field: 'name', kept: value({ text: 'Hearth & Crumb, Market Square' }) }),
];

/** An edit of many locations in the middle of its way. */
const SET = changeSet({
  state: 'running',
  reason: 'Christmas 2026',
  fields: ['specialHours', 'description'],
  progress: setProgress({ sent: 255, failed: 6, leftAlone: 3, waiting: 148 }),
  canRetry: 6,
  secondsLeft: 130,
  undo: { locations: 255, changes: 510, cannot: 3, asksAgain: [], isUnderWay: false },
});
const CLOSED_ON_BOXING_DAY = value({
  specialHours: [{ date: '2026-12-26', isClosed: true, openTime: null, closeTime: null, closeDate: null }],
});
const SET_LOCATIONS = [
  setLocation({
    state: 'refused',
    changes: [
      change({
        field: 'description',
        state: 'refused',
        error: 'Google refused this description.',
        before: value({ text: 'Bread and cakes since 1974.' }),
        after: value({ text: 'Bread and cakes since 1974. 20% off at Christmas!' }),
      }),
      change({ id: uuid(2), field: 'specialHours', before: value(), after: CLOSED_ON_BOXING_DAY }),
    ],
  }),
  setLocation({
    id: uuid(502),
    state: 'conflict',
    changes: [
      change({
        id: uuid(3),
        locationName: 'Hearth & Crumb, Lock Keeper’s',
        storeCode: 'HC-166',
        field: 'specialHours',
        state: 'conflict',
        before: value(),
        after: CLOSED_ON_BOXING_DAY,
      }),
    ],
  }),
];
const CHOSEN = Array.from({ length: 12 }, (_, at) =>
  googleLocation({ id: `location-${at}`, name: `Hearth & Crumb ${at + 1}`, storeCode: `HC-${at + 1}` }),
);

const soon = (hours: number) =>
  new Date(Math.floor(Date.now() / 900_000) * 900_000 + hours * 3_600_000).toISOString();
/** A campaign in the middle of its day. */
const CAMPAIGN = campaign({
  summary: 'Black Friday: two loaves for the price of one at {name}, from nine until they are gone.',
  times: [
    { at: soon(-1), count: 4 },
    { at: soon(2), count: 18 },
  ],
  progress: progress({ scheduled: 16, paused: 0, published: 2, in_review: 1, failed: 3, left_out: 2 }),
  exceptions: 1,
});
const UNDONE = {
  ...CAMPAIGN,
  state: 'undone' as const,
  progress: progress({ cancelled: 19, deleted: 2, leftover: 1 }),
};
const TARGETS = [
  target({
    locationId: 'location-3',
    locationName: 'The Quayside, Bristol',
    storeCode: 'QH-01',
    state: 'failed',
    timeZone: 'Europe/London',
    publishAt: soon(-1),
    errorDetails: 'Google doesn’t accept offers from hotels. Choose another post type and try again.',
  }),
  target({
    locationId: 'location-4',
    state: 'left_out',
    postId: null,
    publishAt: null,
    storeCode: 'HC-05',
    locationName: 'Hearth & Crumb, Station Road',
    findings: [
      {
        id: 'location-suspended',
        severity: 'block',
        field: 'locationId',
        reason: 'Google has suspended this location and doesn’t publish posts for it.',
        cure: 'Ask Google to reinstate it.',
      },
    ],
  }),
  target({
    locationId: 'location-5',
    state: 'published',
    publishAt: soon(-1),
    publishedAt: soon(-1),
    googleUrl: 'https://local.google.com/place?id=1',
  }),
  ...Array.from({ length: 6 }, (_, index) =>
    target({
      locationId: `location-1${index}`,
      locationName: `Fairlead Travel, Harbour Road ${index + 1}`,
      storeCode: `FT-0${index}`,
      timeZone: index % 2 ? 'America/Los_Angeles' : 'Europe/Berlin',
      publishAt: soon(2),
      isException: index === 2,
      hasOwnText: index === 3,
    }),
  ),
];

for (const theme of ['light', 'dark'] as const)
  for (const [device, options] of Object.entries(DEVICES))
    test.describe(`${theme}, ${device}`, () => {
      test.use(options);
      const { width, height } = options.viewport;

      const openWithTheme = async (page: Page) => {
        await openSignedIn(page);
        await page.request.patch('/api/auth/profile', {
          headers: FROM_OUR_PAGE,
          data: { preferences: { theme } },
        });
      };

      test('pictures of everything', async ({ page }, { project }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const picture = async (name: string) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          const path = join(project.outputDir, `${name}-${theme}-${width}.png`);
          await page.screenshot({ path });
        };
        const open = async (path: string) => {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        };
        /** The whole page, in a window of its height, since sticky elements would cover the middle of a lower one. */
        const wholePicture = async (name: string) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          const whole = await page.evaluate(() => document.documentElement.scrollHeight);
          await page.setViewportSize({ width, height: Math.max(whole, height) });
          // Those of the other theme are not displayed, and never loaded.
          await page.evaluate(() =>
            Promise.all(
              [...document.images].filter((image) => image.offsetParent).map((image) => image.decode()),
            ),
          );
          await picture(name);
          await page.setViewportSize({ width, height });
        };

        for (const [name, path] of Object.entries(VISITORS)) {
          await open(path);
          await wholePicture(name);
        }
        await openWithTheme(page);
        for (const [name, path] of Object.entries(VIEWS)) {
          await open(path);
          await wholePicture(name);
        }
        await open(VIEWS['location-details']);
        await page.getByRole('button', { name: 'Edit Details' }).click();
        await wholePicture('location-editing');
        await open(VIEWS['calendar-list']);
        await page
          .getByRole('row')
          .filter({ hasText: 'Celebration cakes' })
          .getByRole('button', { name: 'View' })
          .click();
        await picture('post-details');
        await open(VIEWS['calendar-list']);
        await useAgain(page, picture, device);
        await open(VIEWS.overview);
        await composers(page, picture);
        await open(VIEWS.locations);
        await page.getByText('Table', { exact: true }).click();
        await wholePicture('locations-table');
        if (device === 'wide') {
          await open(VIEWS['coming-soon']);
          await page.getByRole('button', { name: 'Toggle sidebar' }).click();
          await picture('sidebar-collapsed');
          await page.getByRole('button', { name: 'Toggle sidebar' }).click();
          await open(VIEWS['calendar-month']);
          await page.getByRole('button', { name: /Four local bands/ }).focus();
          await picture('post-popover');
          await page.getByRole('button', { name: /^Today, / }).click();
          await picture('day-posts');
        }
        await open(VIEWS.overview);
        await page.getByRole('button', { name: 'Search or jump to' }).click();
        await page.getByRole('combobox').fill('ca');
        await expect(page.getByRole('option', { name: /Café Lumière/ })).toBeVisible();
        await picture('palette');
        await open(VIEWS.overview);
        await page.keyboard.press('?');
        await expect(dialog(page)).toBeVisible();
        await picture('shortcuts');
        await open(VIEWS.overview);
        if (device === 'phone') await page.getByRole('button', { name: 'Toggle sidebar' }).click();
        await page.getByRole('link', { name: /^Settings:/ }).click();
        await expect(page.getByText('Only in this browser.')).toBeVisible();
        await picture('settings');
        await page.getByRole('button', { name: 'Change password' }).click();
        await picture('password');
        await page.keyboard.press('Escape');
        await page.getByRole('button', { name: 'Delete account' }).click();
        await picture('delete-account');
        await open(VIEWS.overview);
        await page.getByRole('button', { name: /^Notices/ }).click();
        await expect(dialog(page)).toBeVisible();
        await picture('bell');
        if (device === 'phone') {
          await open(VIEWS.overview);
          await page.getByRole('button', { name: 'Toggle sidebar' }).click();
          await picture('drawer');
        }
      });

      test('pictures with the data of a connected business', async ({ page }, { project }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const picture = async (name: string) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await page.screenshot({ path: join(project.outputDir, `${name}-${theme}-${width}.png`) });
        };
        const closed = googleLocation({ openStatus: 'CLOSED_PERMANENTLY' });
        const doubts = postList([
          unconfirmed(7, 'Rye bread, still warm'),
          unconfirmed(8, 'Stollen by the slice'),
        ]);
        const server = await mockRoutes(page, {
          ...answersOfConnected(),
          'GET /api/locations': () => list([closed]),
          'GET /api/locations/:id': () => closed,
          'GET /api/locations/:id/stats': () => ({
            from: '2026-10-22',
            to: '2026-11-20',
            profileViews: { value: 12_480, isBelow: false },
            searchQueries: { value: 15, isBelow: true },
            directionRequests: { value: 0, isBelow: false },
            phoneCalls: null,
          }),
          'GET /api/posts': () => doubts,
          'GET /api/changes': () => changeList(CHANGES),
          'GET /api/changes/:id': () => ({ ...change(), undo: undone(change()) }),
          'GET /api/google-edits': () => editList(EDITS),
        });
        await openWithTheme(page);
        await page.goto('/dashboard?view=change-log');
        await expect(page.getByRole('table')).toBeVisible();
        await picture('change-log');
        await page.getByRole('button', { name: 'Undo', exact: true }).first().click();
        await picture('change-undo');
        await page.goto('/dashboard?view=change-log&tab=google-edits');
        await expect(page.getByRole('heading', { name: '3 edits wait for you' })).toBeVisible();
        await picture('google-edits');
        await page.goto('/dashboard?view=location-details&location=location-1');
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await picture('location-closed');
        await page.goto('/dashboard?view=calendar');
        await page.getByRole('button', { name: 'Show and retry' }).click();
        await picture('posts-unconfirmed');
        await dialog(page).getByRole('button', { name: 'Cancel' }).click();
        await picture('calendar-unconfirmed');
        server.on(answersOfConnected({ hasAccess: false, state: 'held' }));
        await page.goto('/dashboard');
        await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
        await picture('connection-held');
      });

      test('pictures of many locations', async ({ page }, { project }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const picture = async (name: string, fullPage = false) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await page.screenshot({ path: join(project.outputDir, `${name}-${theme}-${width}.png`), fullPage });
        };
        await mockRoutes(page, {
          ...answersOfConnected(),
          'GET /api/locations': () => list(CHOSEN),
          'GET /api/selections/labels': () => ({ items: [{ label: 'Walk-in', locationCount: 9 }] }),
          'GET /api/bulk-edits': () => ({ items: [], isOn: true }),
          'GET /api/change-sets/:id': () => SET,
          'GET /api/change-sets/:id/locations': () =>
            setLocationList(SET_LOCATIONS, { need: 9, sent: 255, waiting: 148, all: 412 }, 'more'),
          'GET /api/change-sets/:id/undo': () => ({ items: [undone(change())], nextCursor: 'more' }),
        });
        await openWithTheme(page);
        await page.goto(`/dashboard?view=change-log&set=${SET.id}`);
        await expect(page.getByRole('table')).toBeVisible();
        await picture('change-set', true);
        await page.getByRole('button', { name: 'Undo all' }).click();
        await expect(dialog(page)).toBeVisible();
        await picture('change-set-undo');
        await page.goto('/dashboard?view=locations');
        for (const name of ['Select Hearth & Crumb 1, HC-1', 'Select Hearth & Crumb 3, HC-3'])
          await page.getByRole('checkbox', { name, exact: true }).check();
        await picture('locations-chosen');
        await page.getByText('Table', { exact: true }).click();
        await expect(page.getByRole('table')).toBeVisible();
        await picture('locations-chosen-table');
      });

      test('pictures of locks', async ({ page }, { project }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const picture = async (name: string, fullPage = false) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await page.screenshot({ path: join(project.outputDir, `${name}-${theme}-${width}.png`), fullPage });
        };
        const [shown] = CHOSEN;
        const server = await mockRoutes(page, {
          ...answersOfConnected(),
          'GET /api/locks': () => lockList(LOCKS, 'more'),
          'GET /api/google-edits': () => editList(EDITS),
          'GET /api/locations': () => list(CHOSEN),
          'GET /api/locations/:id': () => shown,
          'GET /api/selections': () => ({ items: [] }),
          'POST /api/selections/matches': () => ({ items: [], matched: 30, unknownStoreCodes: [] }),
        });
        await openWithTheme(page);
        await page.goto('/dashboard?view=change-log&tab=locks');
        await expect(page.getByRole('heading', { name: '4 locks, 2 wait for you' })).toBeVisible();
        await picture('locks', true);
        await page.goto('/dashboard?view=change-log&tab=google-edits');
        await expect(page.getByRole('heading', { name: '3 edits wait for you' })).toBeVisible();
        await picture('google-edits-keep', true);
        await page.goto('/dashboard?view=location-details&location=location-0');
        await expect(page.getByRole('link', { name: /^Locked/ }).first()).toBeVisible();
        await picture('location-locks', true);
        await page.goto('/dashboard?view=locations');
        await page.getByRole('checkbox', { name: 'Select Hearth & Crumb 1, HC-1', exact: true }).check();
        await picture('locations-lock');
        await page.getByRole('button', { name: 'Lock a field' }).click();
        await expect(dialog(page)).toBeVisible();
        await picture('lock-fields');
        server.on({ 'GET /api/locks': () => lockList([]) });
        await page.goto('/dashboard?view=change-log&tab=locks');
        await expect(page.getByRole('heading', { name: 'No locks yet' })).toBeVisible();
        await picture('locks-empty');
      });

      test('pictures of a campaign', async ({ page }, { project }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const picture = async (name: string, fullPage = false) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await page.screenshot({ path: join(project.outputDir, `${name}-${theme}-${width}.png`), fullPage });
        };
        const server = await mockRoutes(page, {
          ...answersOfCampaign(
            () => CAMPAIGN,
            () => TARGETS,
          ),
          'GET /api/campaigns': () => ({ items: [CAMPAIGN], nextCursor: null, total: 1 }),
          'GET /api/posts': () => postList(weekOfPosts()),
          'POST /api/campaigns/:id/undo': () => CAMPAIGN,
        });
        await openWithTheme(page);
        await page.goto(CAMPAIGN_PAGE);
        await expect(page.getByRole('table').first()).toBeVisible();
        await picture('campaign', true);
        await page.getByRole('button', { name: 'Undo campaign' }).click();
        await picture('campaign-undo');
        await page.getByRole('button', { name: 'Cancel' }).click();
        await page.getByRole('button', { name: 'Edit unpublished posts' }).click();
        await picture('campaign-change');
        server.on({ 'GET /api/campaigns/:id': () => UNDONE });
        await page.goto(CAMPAIGN_PAGE);
        await expect(page.getByText(/^Undone/)).toBeVisible();
        await picture('campaign-undone');
        await page.goto('/dashboard?view=calendar&status=campaigns');
        await expect(page.getByRole('table', { name: 'Campaigns' })).toBeVisible();
        await picture('campaigns');
        for (const name of ['overview', 'calendar-list', 'calendar-week', 'calendar-month'] as const) {
          await page.goto(VIEWS[name]);
          await expect(page.getByText('Black Friday').first()).toBeVisible();
          await picture(`${name}-campaign`, true);
        }
      });

      test('pictures of a connected overview, and of what is empty, loads or has failed', async ({ page }, {
        project,
      }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const pictures = async (views: Partial<typeof VIEWS>, state: string) => {
          for (const [name, path] of Object.entries(views)) {
            await page.goto(path);
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
            // Skeletons are invisible for the first 300 ms.
            if (state === 'loading') await page.waitForTimeout(500);
            else await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
            await page.screenshot({
              path: join(project.outputDir, `${name}-${state}-${theme}-${width}.png`),
              fullPage: true,
            });
          }
        };
        const { overview: start, accounts, locations } = VIEWS;
        const calendars = {
          'calendar-list': VIEWS['calendar-list'],
          'calendar-week': VIEWS['calendar-week'],
          'calendar-month': VIEWS['calendar-month'],
        };
        const reads = (answer: () => unknown) =>
          Object.fromEntries(
            ['accounts', 'locations', 'locations/:id', 'posts'].map((path) => [`GET /api/${path}`, answer]),
          );
        const server = await mockRoutes(page, {
          ...answersOfConnected(),
          ...reads(() => ({ ...postList([]), ...list([]) })),
          'GET /api/posts': () => postList(weekOfPosts()),
          'GET /api/locations': () => list([googleLocation({ state: 'SUSPENDED' })]),
        });
        await openWithTheme(page);
        await pictures({ overview: start, setup: VIEWS.setup }, 'connected');
        server.on({ 'GET /api/posts': () => postList([]), 'GET /api/locations': () => list([]) });
        await pictures({ accounts, locations, ...calendars }, 'empty');
        server.on({ 'GET /api/overview': () => overview({ businessAccounts: 1, locations: 0 }) });
        await pictures({ overview: start }, 'without-business');
        server.on(reads(() => failWith(500, 'internal', 'An internal error occurred.')));
        server.on({ 'GET /api/overview': () => failWith(500, 'internal', 'An internal error occurred.') });
        await pictures({ overview: start, locations, 'calendar-month': VIEWS['calendar-month'] }, 'failed');
        server.on(reads(() => new Promise(() => undefined)));
        await pictures({ overview: start, accounts, ...calendars }, 'loading');
      });

      test('pictures of the demo', async ({ page }, { project }) => {
        await page.addInitScript((value) => localStorage.setItem('shingle.theme', value), theme);
        const picture = async (name: string) => {
          await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
          await page.screenshot({ path: join(project.outputDir, `${name}-${theme}-${width}.png`) });
        };
        await page.goto('/login?demo');
        const open = page.getByRole('button', { name: 'Open the demo, no account needed' });
        await expect(open).toBeVisible();
        await picture('login-demo');
        await open.click();
        await expect(page.getByText('Practice Google.')).toBeVisible();
        await page.request.patch('/api/auth/profile', {
          headers: FROM_OUR_PAGE,
          data: { preferences: { theme } },
        });
        for (const [name, path] of Object.entries(DEMO_VIEWS)) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          // The figures of the practice Google are read soon after it is connected.
          if (name === 'statistics')
            await expect(page.getByRole('img', { name: /^Impressions/ })).toBeVisible({ timeout: 60_000 });
          await picture(`${name}-demo`);
        }
        await page.goto('/dashboard?view=reputation');
        await page.getByRole('link', { name: /Gareth Pym/ }).click();
        await expect(page.getByLabel('Your reply')).toBeVisible();
        await picture('review-demo');
        await page.goto(VIEWS.overview);
        await page.getByRole('button', { name: /^Notices/ }).click();
        await expect(page.getByRole('dialog').getByText('Email me when a post fails')).toBeVisible();
        await picture('bell-demo');
        await page.goto('/login?demo');
        await expect(page.getByRole('heading', { name: 'Open the demo?' })).toBeVisible();
        await picture('demo-question');
      });

      test('a picture of invalid hours', async ({ page }, { project }) => {
        await openWithTheme(page);
        await page.goto(VIEWS['location-details']);
        await page.getByRole('button', { name: 'Edit Hours' }).click();
        await page.getByLabel('Friday to').fill('07:00');
        await page.getByRole('button', { name: 'Save Changes' }).click();
        await page.screenshot({ path: join(project.outputDir, `hours-refused-${theme}-${width}.png`) });
      });
    });

/** Posts of today and the next days, in all states. */
const weekOfPosts = () =>
  (['PUBLISHED', 'FAILED', 'QUEUED', 'SCHEDULED', 'SCHEDULED', 'SCHEDULED'] as const).map((status, index) =>
    storedPost({
      id: `00000000-0000-4000-8000-00000000001${index}`,
      status,
      storeCode: `HC-0${index}`,
      summary: 'Rye bread, still warm: forty-eight hours of fermenting',
      errorDetails: status === 'FAILED' ? 'Google rejects posts with a phone number in the text.' : null,
      publishAt: new Date(Date.now() + (index - 2) * 5 * 3_600_000).toISOString(),
    }),
  );

/** Uses a post again: from its row, or on a phone from its menu. */
async function useAgain(page: Page, picture: (name: string) => Promise<void>, device: string): Promise<void> {
  const row = page.getByRole('row').filter({ hasText: 'The rye is back' });
  if (device === 'phone') {
    await row.getByRole('button', { name: /actions/i }).click();
    await picture('post-menu');
    await page.getByRole('button', { name: 'Use again' }).click();
  } else await row.getByRole('button', { name: 'Use again' }).click();
  await expect(dialog(page)).toBeVisible();
  await picture('use-again');
}

async function composers(page: Page, picture: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
  await field(page, 'Location').fill('hearth');
  await expect(dialog(page).getByRole('option').first()).toBeVisible();
  await picture('composer-picker');
  await chooseLocation(page, 'Café Lumière');
  await field(page, 'Post content').fill('Latte art by candle light: six tables, two baristas, one evening.');
  for (const [type, name] of [
    ['Update', 'standard'],
    ['Call to action', 'call-to-action'],
    ['Event', 'event'],
    ['Offer', 'offer'],
  ] as const) {
    await choose(page, type);
    await picture(`composer-${name}`);
  }
  const preview = dialog(page).getByRole('tab', { name: 'Preview' });
  if (await preview.isVisible()) {
    await preview.click();
    await picture('composer-preview');
  }
}
