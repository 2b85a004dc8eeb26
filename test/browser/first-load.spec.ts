import type { Page } from '@playwright/test';
import { answersOfConnected } from '../client/business-profile/builders.ts';
import { editList, googleEdit, uuid } from '../client/changes/builders.ts';
import { held } from '../support/page/fake-server.ts';
import { mockRoutes } from './support/edge.ts';
import { toast } from './support/messages.ts';
import { expect, openSignedIn, test } from './support/product.ts';

declare global {
  interface Window {
    /** The layout shifts of the page, each with what moved from where to where. */
    shifts: string[];
  }
}

/** What the browser tells of a layout shift. TypeScript does not know it. */
interface Shift {
  value: number;
  sources: { node?: Node; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
}

/** Waits until the page has been painted. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/**
 * Lets the styles, which the first paint waits for, come after the font. A machine without Arial has nothing of the font's
 * metrics to show until then (base.css), so a late font would move the text. A page with such a hold has no cache.
 */
async function holdStylesUntilFont(page: Page): Promise<void> {
  const font = page.waitForResponse('**/atkinson-*.woff2').then((response) => response.finished());
  await page.route('**/assets/index-*.css', async (route) => {
    await font;
    await route.continue();
  });
}

/** Opens an address and waits for its heading. Returns the requests until then. */
async function load(page: Page, address: string, heading: string): Promise<string[]> {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    // Requests of the previous page do not count. The browser may load the icon more than once.
    if (request.isNavigationRequest()) asked.length = 0;
    if (!url.endsWith('/favicon.svg') || !asked.includes(url)) asked.push(url);
  });
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as unknown as Shift[])
        window.shifts.push(
          [
            value,
            ...sources.map(({ node, previousRect, currentRect }) =>
              [node?.nodeName, JSON.stringify([previousRect, currentRect])].join(' '),
            ),
          ].join(' '),
        );
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  const until = [...asked];
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await painted(page);
  return until;
}

for (const [address, heading, most] of [
  ['/', 'Welcome to Shingle', 23],
  ['/login', 'Welcome Back', 23],
  ['/dashboard', 'Dashboard', 27],
] as const)
  test(`${address} comes from one origin in at most ${most} requests`, async ({ page, baseURL }) => {
    if (address === '/dashboard') await openSignedIn(page, '/nowhere');
    const asked = await load(page, address, heading);
    expect(
      asked.filter((url) => new URL(url).origin !== baseURL),
      'requests elsewhere',
    ).toEqual([]);
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(most);
    // The code uses the answers of the page's preloads.
    expect(asked.filter((url) => url.endsWith('/api/auth/session'))).toHaveLength(1);
    expect(asked.filter((url) => url.endsWith('/api/auth/gbp-status'))).toHaveLength(
      address === '/dashboard' ? 1 : 0,
    );
    expect(
      asked.filter((url, index) => asked.indexOf(url) < index),
      'repeated requests',
    ).toEqual([]);
  });

for (const [address, heading, button] of [
  ['/dashboard', 'Dashboard', 'SCHEDULE POST'],
  ['/dashboard?view=calendar', 'Content Calendar', 'Schedule Post'],
] as const)
  test(`${address} loads the code that its page names, and more only for what is pointed at or focused`, async ({
    page,
  }) => {
    await openSignedIn(page, '/nowhere');
    const html = await (await page.request.get(address)).text();
    const late: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js') && !html.includes(pathname)) late.push(pathname);
    });
    await load(page, address, heading);
    // What shows messages comes by itself after two seconds, and the names of time zones with the posts of another one.
    expect(late.filter((path) => !/(toaster|zone-loader)-/.test(path))).toEqual([]);

    const composer = page.waitForRequest('**/assets/composer-dialog-*.js');
    await page.getByRole('button', { name: button, exact: true }).hover();
    await composer;
    const view = page.waitForRequest('**/assets/locations-view-*.js');
    await page.getByRole('link', { name: 'Locations', exact: true }).focus();
    await view;
    expect(late.filter((path) => /(settings-dialog|statistics-view|campaign-view)-/.test(path))).toEqual([]);
  });

for (const [address, heading] of [
  ['/', 'Welcome to Shingle'],
  ['/login', 'Welcome Back'],
  ['/dashboard', 'Dashboard'],
] as const)
  test(`nothing on ${address} moves as it opens`, async ({ page }) => {
    if (address === '/dashboard') await openSignedIn(page, '/nowhere');
    await holdStylesUntilFont(page);
    await load(page, address, heading);
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
  });

for (const [address, heading] of [
  ['/dashboard', 'Dashboard'],
  ['/dashboard?view=accounts', 'Accounts'],
  ['/dashboard?view=locations', 'Locations'],
  ['/dashboard?view=calendar', 'Content Calendar'],
  ['/dashboard?view=calendar&month=2026-11', 'Content Calendar'],
] as const)
  for (const width of [360, 1280])
    test(`late data moves nothing of ${address}, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await openSignedIn(page, '/nowhere');
      const isPainted = Promise.withResolvers<void>();
      await page.route('**/api/**', async (route) => {
        if (!route.request().url().includes('/api/auth/')) await isPainted.promise;
        await route.continue();
      });
      await holdStylesUntilFont(page);
      const loaded = load(page, address, heading);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await painted(page);
      isPainted.resolve();
      await loaded;
      expect(await page.evaluate(() => window.shifts)).toEqual([]);
    });

for (const width of [360, 1280])
  test(`late edits by Google move nothing of the overview, ${width} px wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 1600 });
    await openSignedIn(page, '/nowhere');
    const edits = held<unknown>();
    await mockRoutes(page, { ...answersOfConnected(), 'GET /api/google-edits': () => edits.promise });
    const posts = page.waitForResponse((response) => response.url().includes('status=FAILED'));
    const locations = page.waitForResponse((response) => response.url().includes('needsAttention'));
    await holdStylesUntilFont(page);
    const loaded = load(page, '/dashboard', 'Dashboard');
    await Promise.all([posts, locations]);
    await expect(page.locator('main [aria-busy=true]')).toHaveCount(1);
    await painted(page);
    await page.evaluate(() => void (window.shifts = []));
    edits.release(editList([googleEdit(), googleEdit({ id: uuid(202), field: 'websiteUri' })]));
    await loaded;
    await expect(page.getByRole('region', { name: 'Google changed' })).toBeVisible();
    await painted(page);
    expect(await page.evaluate(() => window.shifts)).toEqual([]);
  });

test('the home page can be read and its links work before any code has loaded', async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Shingle' })).toBeVisible();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('link', { name: 'Log in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome Back' })).toBeVisible();
});

test('the home page has its demo also for those who come to it from another page of ours', async ({
  page,
}) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Shingle, home' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome to Shingle' })).toBeVisible();
  await page
    .getByRole('region', { name: 'Welcome to Shingle' })
    .getByRole('link', { name: 'Open the demo' })
    .click();
  await expect(page.getByRole('button', { name: 'Open the demo, no account needed' })).toBeVisible();
});

test('a view whose code cannot be loaded says so, and a form that cannot be loaded leaves the page as it is', async ({
  page,
}) => {
  await page.route('**/assets/{accounts-view,composer-dialog}-*.js', (route) => route.abort());
  await openSignedIn(page);
  await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
  await expect(toast(page, 'The form couldn’t be loaded. Please try again.')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'This page couldn’t be loaded' })).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload page' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Accounts' })).toBeVisible();
});
