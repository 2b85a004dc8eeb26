import type { Page } from '@playwright/test';
import { failWith } from '../support/fake-server.ts';
import { hold, returnToTab, mockRoutes, stopClock } from './edge.ts';
import { expect, openSignedIn, test } from './product.ts';

const ACCOUNTS = 'GET /api/accounts';
const BROKEN = () => failWith(500, 'internal', 'An internal error occurred.');

test('37 · skeletons take the place of the content, wait 300 ms, and the end of loading is announced once', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const layoutShifts: number[] = [];
    Object.assign(window, { layoutShifts });
    new PerformanceObserver((list) =>
      list.getEntries().forEach((entry) => layoutShifts.push((entry as unknown as { value: number }).value)),
    ).observe({ type: 'layout-shift', buffered: true });
  });
  // Animations are paused, and the test moves them.
  const session = await page.context().newCDPSession(page);
  await session.send('Animation.enable');
  await session.send('Animation.setPlaybackRate', { playbackRate: 0 });
  const release = await hold(page, ACCOUNTS);
  await openSignedIn(page, '/dashboard?view=accounts');
  const busy = page.getByRole('main').locator('[aria-busy=true]');
  const skeleton = busy.locator('[aria-hidden=true]').first();
  await expect(skeleton).toBeAttached();
  const visibilityAt = (ms: number) =>
    skeleton.evaluate((element, time) => {
      for (const animation of element.getAnimations()) animation.currentTime = time;
      return getComputedStyle(element).visibility;
    }, ms);
  expect(await visibilityAt(290)).toBe('hidden');
  expect(await visibilityAt(310)).toBe('visible');
  const spoken = page.getByText('6 accounts loaded');
  await expect(spoken).toHaveCount(0);

  release();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(busy).toHaveCount(0);
  await expect(spoken).toHaveCount(1);
  const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: number[] }).layoutShifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
});

test('39 · a failed refresh is shown with the old data, and Try Again sends one request', async ({
  page,
}) => {
  await stopClock(page);
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(page.getByRole('article')).toHaveCount(6);
  const server = await mockRoutes(page, { [ACCOUNTS]: BROKEN });
  await page.clock.runFor(61_000);
  await returnToTab(page);
  const fault = page.getByRole('main').getByRole('alert');
  await expect(fault).toHaveText('Failed to load business accounts. Please try again.');
  await expect(page.getByRole('article')).toHaveCount(6);

  server.on({ [ACCOUNTS]: () => ({ items: [] }) });
  const before = server.sent(ACCOUNTS).length;
  await page.getByRole('button', { name: 'Try Again' }).click();
  await expect(page.getByRole('heading', { name: 'No business accounts yet' })).toBeVisible();
  await expect(fault).toHaveCount(0);
  expect(server.sent(ACCOUNTS)).toHaveLength(before + 1);
});

const toast = (page: Page, words: string) =>
  page.getByRole('list', { name: 'Messages' }).getByRole('listitem').filter({ hasText: words });
const live = (page: Page, role: 'status' | 'alert') => page.locator(`[role=${role}][aria-atomic=false]`);

test('40 · a message shows at the top right for 4 s, an error for 5 s, and an existing live region announces it', async ({
  page,
}) => {
  await stopClock(page);
  await openSignedIn(page, '/dashboard?view=location-details&location=sample-101');
  await page.getByRole('button', { name: 'Edit Details' }).click();
  for (const role of ['status', 'alert'] as const) {
    await expect(live(page, role)).toHaveCount(1);
    await expect(live(page, role).getByText(/Nothing has changed|Server error/)).toHaveCount(0);
  }
  await page.getByRole('button', { name: 'Save Changes' }).click();
  const info = toast(page, 'Nothing has changed.');
  await expect(info).toBeVisible();
  const box = await info.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1230);
  expect(box?.y).toBeLessThan(80);
  await page.clock.runFor(100);
  await expect(live(page, 'status')).toContainText('Nothing has changed.');
  await page.clock.runFor(3899);
  await expect(info).toBeVisible();
  await page.clock.runFor(1);
  await expect(info).toHaveCount(0);

  await mockRoutes(page, { [ACCOUNTS]: BROKEN });
  await page.getByRole('link', { name: 'Accounts', exact: true }).click();
  const fault = toast(page, 'Server error. Please try again later.');
  await expect(fault).toBeVisible();
  await expect(page.getByRole('main').getByRole('alert')).toHaveText(
    'Failed to load business accounts. Please try again.',
  );
  await page.clock.runFor(100);
  await expect(live(page, 'alert')).toContainText('Server error. Please try again later.');
});

test('40 · a success message shows for 3 s, and while the pointer or the focus is on it', async ({
  page,
}) => {
  await stopClock(page);
  await openSignedIn(page, '/dashboard?view=calendar');
  await page
    .getByRole('row')
    .filter({ hasText: 'A check-up takes half an hour' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  const success = toast(page, 'Post deleted.');
  await expect(success).toBeVisible();
  await success.hover();
  await page.clock.runFor(20_000);
  await expect(success).toBeVisible();
  await page.mouse.move(400, 400);
  await success.getByRole('button', { name: 'Dismiss message' }).focus();
  await page.clock.runFor(20_000);
  await expect(success).toBeVisible();
  await page.getByRole('heading', { level: 1 }).focus();
  await page.clock.runFor(2999);
  await expect(success).toBeVisible();
  await page.clock.runFor(1);
  await expect(success).toHaveCount(0);
});

for (const width of [360, 1280])
  test(`40 · a message covers neither the header nor the focused control, ${width} px wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 740 });
    await stopClock(page);
    await openSignedIn(page, '/dashboard?view=location-details&location=sample-101');
    await page.getByRole('button', { name: 'Edit Details' }).click();
    const save = page.getByRole('button', { name: 'Save Changes' });
    const apart = async () => {
      const messages = await toast(page, 'Nothing has changed.').boundingBox();
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
    await expect(toast(page, 'Nothing has changed.')).toBeVisible();
    await apart();
    for (let step = 0; step < 6; step += 1) {
      await page.keyboard.press('Shift+Tab');
      await apart();
    }
  });
