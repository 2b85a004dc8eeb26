import type { Page } from '@playwright/test';
import { answersOfConnected } from '../client/business-profile/builders.ts';
import { change, googleEdit, uuid } from '../client/changes/builders.ts';
import { list, location } from '../client/listings/builders.ts';
import { storedPost } from '../client/posts/builders.ts';
import { expectAccessible } from './support/accessibility.ts';
import { mockRoutes } from './support/edge.ts';
import { expect, openSignedIn, test } from './support/product.ts';

const MAX_NODES = 2000;
const PLACES = 10_000;

/** The number of elements that match a selector in the first render that shows a text. */
function countInFirstRender(page: Page, text: string, selector: string): Promise<number> {
  return page.evaluate(
    ([shown, counted]) =>
      new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!document.body.textContent?.includes(shown)) return;
          observer.disconnect();
          resolve(document.querySelectorAll(counted).length);
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
      }),
    [text, selector] as const,
  );
}

/** The highest number of nodes while the page is scrolled from top to bottom. */
function maxNodes(page: Page): Promise<number> {
  return page.evaluate(async () => {
    let most = 0;
    for (const part of [0, 0.3, 0.6, 1, 0.5, 0]) {
      scrollTo(0, part * document.documentElement.scrollHeight);
      // A scroll is followed in the next picture, and what it brings is there in the one after it.
      for (let pictures = 0; pictures < 3; pictures += 1) await new Promise(requestAnimationFrame);
      most = Math.max(most, document.querySelectorAll('*').length);
    }
    return most;
  });
}

test('a list of 10,000 locations renders only what is visible, loads in pages, and keeps its position and focus', async ({
  page,
}) => {
  const place = (at: number) => location({ id: `place-${at}`, name: `Shop ${at}`, address: `${at} Quay` });
  const server = await mockRoutes(page, {
    'GET /api/locations': ({ query }) => {
      const skip = Number(query.cursor ?? 0);
      const items = Array.from({ length: 100 }, (_, at) => place(skip + at));
      const next = skip + 100;
      return {
        ...list(items),
        matched: PLACES,
        total: PLACES,
        nextCursor: next < PLACES ? String(next) : null,
      };
    },
  });
  await openSignedIn(page, '/dashboard?view=locations');
  await expect(page.getByText('10,000 of 10,000 locations')).toBeVisible();
  expect(await maxNodes(page)).toBeLessThan(MAX_NODES);
  const parts = new Set(server.sent('GET /api/locations').map(({ query }) => query.cursor ?? '0'));
  expect(parts.size).toBeLessThan(20);
  await expectAccessible(page, 'a long list of locations', { sizes: [{ width: 1280, height: 800 }] });

  const places = page.getByRole('main');
  await page.keyboard.press('End');
  const last = places.getByRole('link', { name: /^Shop 9999,/ });
  await expect(last).toBeVisible();
  await expect(places.locator('[aria-posinset="10000"]')).toContainText('Shop 9999');

  // Tab continues through cards that were not rendered, and scrolling does not lose the focus.
  await page.evaluate(() => scrollTo(0, 0));
  await places.getByRole('link', { name: /^Shop 0,/ }).focus();
  const focused = page.locator(':focus');
  for (let place = 0; place < 30; place++) {
    await expect(focused).toHaveAccessibleName(new RegExp(`^Shop ${place},`));
    // From the card's link to its button, and on.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
  }
  await expect(focused).toHaveAccessibleName(/^Shop 30,/);
  await expect(focused).toBeInViewport();
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await expect(last).toBeVisible();
  await expect(focused).toHaveAccessibleName(/^Shop 30,/);
});

test('the neighbours of a focused card are rendered, also without scrolling', async ({ page }) => {
  const items = Array.from({ length: 100 }, (_, at) => location({ id: `place-${at}`, name: `Shop ${at}` }));
  await mockRoutes(page, { 'GET /api/locations': () => ({ ...list(items), matched: 100, total: 100 }) });
  await openSignedIn(page, '/dashboard?view=locations');
  await expect(page.getByText('100 of 100 locations')).toBeVisible();
  const drawn = page.getByRole('main').locator('[data-block]');
  const block = (number: number) => page.getByRole('main').locator(`[data-block="${number}"]`);
  await expect(async () => {
    const last = await drawn.evaluateAll((all) =>
      Math.max(...all.map((each) => Number(each.getAttribute('data-block')))),
    );
    await block(last).evaluate((each) => each.querySelector('a')?.focus({ preventScroll: true }));
    await expect(block(last + 1)).toBeAttached({ timeout: 1000 });
  }).toPass();
});

test('a search first renders the visible results, and then all of a short list', async ({ page }) => {
  const places = (count: number) =>
    list(Array.from({ length: count }, (_, at) => location({ id: `place-${at}`, name: `Shop ${at}` })));
  await mockRoutes(page, {
    'GET /api/locations': ({ query }) =>
      query.search
        ? { ...places(20), total: PLACES }
        : { ...places(100), matched: PLACES, total: PLACES, nextCursor: '100' },
  });
  await openSignedIn(page, '/dashboard?view=locations');
  await expect(page.getByText('10,000 of 10,000 locations')).toBeVisible();
  const renderedAtOnce = countInFirstRender(page, '20 of 10,000 locations', 'article');
  await page.getByRole('searchbox', { name: 'Search by name or address' }).press('s');
  expect(await renderedAtOnce).toBe(6);
  await expect(page.getByRole('article')).toHaveCount(20);
  await expect(page.locator('[aria-setsize="20"]')).toHaveCount(20);
});

test('a change log of a hundred thousand lines renders only what is visible, and loads further parts', async ({
  page,
}) => {
  const all = 100_000;
  const line = (at: number) =>
    change({
      id: uuid(at + 1),
      setId: null,
      locationName: `Branch ${at}`,
      at: new Date(Date.parse('2026-11-21T14:00:00Z') - at * 60_000).toISOString(),
    });
  await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/changes': ({ query }) => {
      const skip = Number(query.cursor ?? 0);
      const items = Array.from({ length: 100 }, (_, at) => line(skip + at));
      return { items, counts: { all, here: all, elsewhere: 0, google: 0 }, nextCursor: String(skip + 100) };
    },
  });
  await openSignedIn(page, '/dashboard?view=change-log');
  await expect(page.getByRole('tab', { name: 'All 100,000' })).toBeVisible();
  for (let part = 2; part <= 5; part++) {
    await page.keyboard.press('End');
    await page.getByRole('button', { name: 'Load more' }).click();
    await expect(page.getByRole('table')).toHaveAttribute('aria-rowcount', String(part * 100 + 1));
  }
  expect(await maxNodes(page)).toBeLessThan(MAX_NODES);
});

test('an inbox of a thousand edits renders only what is visible, loads while it is scrolled, and chooses what it has not rendered', async ({
  page,
}) => {
  const all = 1000;
  const edit = (at: number) =>
    googleEdit({ id: uuid(at + 1), locationId: `place-${at}`, locationName: `Branch ${at}` });
  const server = await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/google-edits': ({ query }) => {
      const skip = Number(query.cursor ?? 0);
      return {
        items: Array.from({ length: 100 }, (_, at) => edit(skip + at)),
        counts: { open: all, accepted: 0, rejected: 0, gone: 0 },
        openFields: [{ field: 'phoneNumber', count: all }],
        nextCursor: skip + 100 < all ? String(skip + 100) : null,
      };
    },
  });
  await openSignedIn(page, '/dashboard?view=change-log&tab=google-edits');
  const rows = page.getByRole('group', { name: '1,000 edits wait for you' });
  await expect(rows.locator('[aria-posinset="1"][aria-setsize="1000"]')).toBeVisible();
  expect(server.sent('GET /api/google-edits').every(({ query }) => query.cursor === undefined)).toBe(true);

  // Tab goes on through rows that were not rendered.
  await rows.getByRole('checkbox', { name: 'Choose Phone number of Branch 0', exact: true }).focus();
  for (let at = 0; at < 20; at++) {
    await expect(page.locator(':focus')).toHaveAccessibleName(`Choose Phone number of Branch ${at}`);
    // Its location, both answers, the form, the lock, and the next row.
    for (let step = 0; step < 6; step++) await page.keyboard.press('Tab');
  }

  await page.getByRole('checkbox', { name: 'Choose the first 500' }).press('Space');
  await expect(page.getByText('Phone number, 500 locations')).toBeVisible();
  await expectAccessible(page, 'a long inbox', { sizes: [{ width: 1280, height: 800 }] });
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(rows.locator('[aria-posinset="1000"]')).toContainText('Branch 999', { timeout: 1000 });
  }).toPass();
  expect(await maxNodes(page)).toBeLessThan(MAX_NODES);
  await expect(page.getByText('Phone number, 500 locations')).toBeVisible();
});

test('a calendar of a thousand posts has few nodes, as a list, a month and an agenda', async ({ page }) => {
  const start = Date.parse('2026-10-26T00:00:00Z');
  const items = Array.from({ length: 1000 }, (_, at) =>
    storedPost({
      id: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
      summary: `Post ${at}`,
      status: 'PUBLISHED',
      publishAt: new Date(start + (999 - at) * 60 * 60_000).toISOString(),
    }),
  );
  const counts = { all: 1000, scheduled: 0, published: 1000, failed: 0 };
  await mockRoutes(page, { 'GET /api/posts': () => ({ items, counts, nextCursor: null }) });
  // A month in the past, none of whose weeks is folded.
  await page.clock.setFixedTime('2027-01-15T10:00:00Z');
  await openSignedIn(page, '/dashboard?view=calendar');
  await expect(page.getByRole('row', { name: /Post 0 / })).toBeVisible();
  expect(await maxNodes(page)).toBeLessThan(MAX_NODES);
  // Pressed again, since rows that are higher than estimated move the end down.
  await expect(async () => {
    await page.keyboard.press('End');
    const last = page.getByRole('row', { name: /Post 999 / });
    await expect(last).toHaveAttribute('aria-rowindex', '1001', { timeout: 1000 });
  }).toPass();

  await page.goto('/dashboard?view=calendar&month=2026-11');
  await expect(page.getByRole('button', { name: '+21 more on Sunday 1 November 2026' })).toBeVisible();
  expect(await maxNodes(page)).toBeLessThan(MAX_NODES);
  // The fourth post of its day, so the grid does not show it.
  const atFirst = countInFirstRender(page, 'Post 852', '*');
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await atFirst).toBeLessThan(MAX_NODES);
  await expect(page.getByRole('listitem').filter({ hasText: 'Post 855' })).toBeVisible();
  expect(await maxNodes(page)).toBeLessThan(MAX_NODES);
});
