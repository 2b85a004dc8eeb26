import type { Locator, Page } from '@playwright/test';
import { answersOfConnected } from '../client/business-profile/builders.ts';
import { account } from '../client/listings/builders.ts';
import { postList, storedPost } from '../client/posts/builders.ts';
import { failWith, held } from '../support/page/fake-server.ts';
import { pick } from './support/choice.ts';
import { mockRoutes, stopClock } from './support/edge.ts';
import { expectVisibleFocus } from './support/focus.ts';
import { toast } from './support/messages.ts';
import { openMonth } from './support/month.ts';
import { expect, openSignedIn, test } from './support/product.ts';
import { expectLoaded } from './support/view.ts';

const CALENDAR = '/dashboard?view=calendar';
const MARKET_SQUARE = '/dashboard?view=location-details&location=sample-101';
const SAVE = 'PATCH /api/locations/:id';

const row = (page: Page, text: string): Locator => page.getByRole('row').filter({ hasText: text });

for (const [device, options, size, scheduled] of [
  ['a mouse', {}, 24, ['View', 'Edit', 'Move', 'Delete']],
  ['fingers', { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }, 44, ['Actions']],
] as const)
  test.describe(`with ${device}`, () => {
    test.use(options);

    test(`32 · the actions of a row are always visible and at least ${size} px large`, async ({ page }) => {
      await openSignedIn(page, CALENDAR);
      for (const [text, actions] of [
        ['A check-up takes half an hour', scheduled],
        ['First visit with the little ones', ['View', 'Edit', 'Retry']],
      ] as const)
        for (const action of actions) {
          const button = row(page, text).getByRole('button', { name: action });
          await expect(button).toBeVisible();
          expect(await opacity(button)).toBe(1);
          const box = await button.boundingBox();
          expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(size);
        }
    });
  });

/** The effective opacity of an element, with all its ancestors. */
const opacity = (element: Locator): Promise<number> =>
  element.evaluate((start) => {
    let product = 1;
    for (let each: Element | null = start; each; each = each.parentElement)
      product *= Number(getComputedStyle(each).opacity);
    return product;
  });

test('29 · on a narrow phone the month is an agenda, the table is cards, and all actions fit', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openMonth(page);
  await expect(page.getByRole('table')).toHaveCount(0);
  await page.getByRole('button', { name: 'Earlier this month' }).click();
  await expect(page.getByRole('heading', { level: 3 })).toHaveText([
    'Tuesday 3 November',
    'Today, Saturday 21 November',
    'Tuesday 24 November',
  ]);
  await expectActionsWithinReach(page, 7);
  await pick(page.getByRole('radio', { name: 'List' }));
  await expectBelowEachOther(row(page, 'Saturday 1'));
  await expectActionsWithinReach(page, 7);
});

/** The location and the text are lines of a card below the time, not columns of a table. */
async function expectBelowEachOther(post: Locator): Promise<void> {
  const topOf = async (column: string) => {
    const cell = post.locator(`[data-label="${column}"]`);
    await expect(cell).toBeVisible();
    return (await cell.boundingBox())?.y ?? 0;
  };
  const [location, text, time] = [
    await topOf('Location'),
    await topOf('Content'),
    await topOf('Scheduled For'),
  ];
  expect(time).toBeLessThan(location);
  expect(location).toBeLessThan(text);
}

/** All buttons of the posts are within 320 px. */
async function expectActionsWithinReach(page: Page, least: number): Promise<void> {
  const buttons = page.getByRole('tabpanel').getByRole('button', { name: /^(Actions|View|Edit|Retry)$/ });
  await expect.poll(() => buttons.count()).toBeGreaterThanOrEqual(least);
  for (const button of await buttons.all()) {
    const { x = -1, width = 0 } = (await button.boundingBox()) ?? {};
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x + width).toBeLessThanOrEqual(320);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
}

/** Whether the whole text is on the screen and nothing covers it. */
const isInView = (text: Locator): Promise<boolean> =>
  text.evaluate((element) => {
    const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
    if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
    return [top + 1, bottom - 1].every((y) => {
      const hit = document.elementFromPoint(left + Math.min(width, height) / 2, y);
      return hit !== null && (element.contains(hit) || hit.contains(element));
    });
  });

const REFUSALS = [
  ['regularHours.periods', 'Opening hours on Friday must close within 24 hours'],
  ['regularHours.periods[4].closeTime', 'Google doesn’t accept this closing time'],
  ['regularHours', 'Google needs regular hours while special hours are set'],
] as const;

for (const viewport of [
  { width: 1280, height: 800 },
  { width: 360, height: 640 },
])
  test(`13 · the error of late-night hours is in view, at ${viewport.width} px`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await openSignedIn(page, MARKET_SQUARE);
    await page.getByRole('button', { name: 'Edit Hours' }).click();
    await page.getByLabel('Friday from').fill('18:00');
    for (const [index, [field, message]] of REFUSALS.entries()) {
      await mockRoutes(page, {
        [SAVE]: () =>
          failWith(400, 'validation_failed', 'Please correct the marked fields.', [{ field, message }]),
      });
      await page.getByLabel('Friday to').fill(`03:3${index}`);
      await page.getByRole('button', { name: 'Save Changes' }).click();
      const words = page.getByRole('main').getByText(message);
      await expect(words).toBeVisible();
      await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true');
      expect(await isInView(words), message).toBe(true);
      await expectVisibleFocus(page);
    }
  });

test('13 · the error of a refused sign-up is in view on a phone with its keyboard open', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  const words = 'An account with this email already exists.';
  await mockRoutes(page, {
    'POST /api/auth/signup': () => failWith(400, 'auth/email-already-in-use', words),
  });
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Robin van Berg');
  await page.getByLabel('Email').fill('robin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await page.getByLabel('Confirm password').fill('correct horse');
  await page.getByRole('button', { name: 'Create Account' }).click();
  const fault = page.getByRole('main').getByText(words);
  await expect(fault).toBeVisible();
  await expect(fault).toBeInViewport({ ratio: 1 });
});
for (const width of [360, 1280])
  test(`40 · a message is at the top right and covers neither the header nor the focused control, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await stopClock(page);
    await openSignedIn(page, MARKET_SQUARE);
    await page.getByRole('button', { name: 'Edit Details' }).click();
    const save = page.getByRole('button', { name: 'Save Changes' });
    const message = toast(page, 'Nothing has changed.');
    const apart = async () => {
      const messages = await message.boundingBox();
      const header = await page.getByRole('banner').boundingBox();
      const focused = await page.evaluate(
        () => document.activeElement?.getBoundingClientRect().toJSON() as DOMRect,
      );
      if (!messages || !header) throw new Error('Nothing is shown.');
      expect(messages.y).toBeGreaterThanOrEqual(header.y + header.height);
      const [right, bottom] = [messages.x + messages.width, messages.y + messages.height];
      expect(
        right <= focused.left ||
          messages.x >= focused.right ||
          bottom <= focused.top ||
          messages.y >= focused.bottom,
        JSON.stringify({ messages, focused }),
      ).toBe(true);
    };
    // Where the message would be shown.
    await save.evaluate((button) => {
      window.scrollTo(0, button.getBoundingClientRect().top + window.scrollY - 80);
    });
    await save.click();
    await expect(message).toBeVisible();
    await apart();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Shift+Tab');
      await apart();
    }
    await page.getByRole('heading', { level: 1 }).focus();
    const { x = 0, y = 0, width: wide = 0 } = (await message.boundingBox()) ?? {};
    expect(width - (x + wide)).toBeLessThan(50);
    expect(y).toBeLessThan(80);
  });

test('44 · at 200 % zoom nothing is cut off or scrolls sideways', async ({ page }) => {
  // A window of 1280 px at 200 % has 640 CSS px.
  await page.setViewportSize({ width: 640, height: 400 });
  await openSignedIn(page);
  for (const view of ['Accounts', 'Locations', 'Content Calendar', 'Connection', 'Dashboard']) {
    await page.getByRole('button', { name: 'Toggle sidebar' }).click();
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: view }).click();
    await expectLoaded(page, view);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  }
});

test('11 · a state is an icon and a word that stands out from its ground, also in forced colours', async ({
  page,
}) => {
  await openSignedIn(page, '/dashboard?view=locations');
  for (const forcedColors of ['none', 'active'] as const) {
    await page.emulateMedia({ forcedColors });
    for (const [place, state] of [
      ['Larkspur Cottage', 'Verified'],
      ['Corner Launderette', 'Unverified'],
      ['Fern & Fable Books', 'Suspended'],
    ] as const) {
      const badge = page.getByRole('article').filter({ hasText: place }).getByText(state, { exact: true });
      await expect(badge).toBeVisible();
      await expect(badge.locator('svg')).toBeVisible();
      const { text, ground } = await badge.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return { text: color, ground: backgroundColor };
      });
      expect(text).not.toBe(ground);
    }
  }
});

test('a store code stays on one line, however narrow its column', async ({ page }) => {
  const storeCode = 'HC-MARKET-SQ-0001';
  const publishAt = '2026-11-22T09:00:00.000Z';
  await stopClock(page);
  await mockRoutes(page, {
    'GET /api/posts': () => postList([storedPost({ summary: 'Rye from Monday', storeCode, publishAt })]),
  });
  await openSignedIn(page, CALENDAR);
  const plate = row(page, 'Rye from Monday').getByText(storeCode);
  await expect(plate).toBeVisible();
  expect((await plate.boundingBox())?.height).toBeLessThanOrEqual(24);
});

test.describe('Filters stay where they are', () => {
  const boxOf = (element: Locator) => element.boundingBox();

  test('when the account turns out to be the only one', async ({ page }) => {
    const accounts = held<unknown>();
    await mockRoutes(page, { 'GET /api/accounts': () => accounts.promise });
    await openSignedIn(page, '/dashboard?view=locations');
    const sort = page.getByLabel('Sort by');
    await expect(page.getByLabel('Filter by account')).toBeVisible();
    const before = await boxOf(sort);
    accounts.release({ items: [account()] });
    await expect(page.getByLabel('Filter by account')).toBeHidden();
    expect(await boxOf(sort)).toEqual(before);
  });

  test('when the choices of statistics come', async ({ page }) => {
    const accounts = held<unknown>();
    await mockRoutes(page, {
      ...answersOfConnected(),
      'GET /api/selections': () => ({ items: [] }),
      'GET /api/accounts': () => accounts.promise,
    });
    await openSignedIn(page, '/dashboard?view=statistics');
    const scope = page.getByLabel('Account or selection');
    await expect(scope).toBeVisible();
    const before = await boxOf(scope);
    const name = 'Hearth & Crumb Bakeries, all of the North and the Midlands';
    accounts.release({ items: [account({ name }), account({ id: 'account-2' })] });
    await expect(scope.getByRole('option', { name })).toBeAttached();
    expect(await boxOf(scope)).toEqual(before);
  });

  test('when one is set', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openSignedIn(page, CALENDAR);
    const layout = page.getByRole('group', { name: 'Layout' });
    await page.getByRole('button', { name: 'Filter', exact: true }).click();
    const before = await boxOf(layout);
    await page.getByLabel('Search posts').fill('check-up');
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible();
    expect(await boxOf(layout)).toEqual(before);
  });
});
