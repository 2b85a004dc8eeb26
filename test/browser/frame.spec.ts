import type { Page } from '@playwright/test';
import { pick } from './support/choice.ts';
import { dialog, field } from './support/composer.ts';
import { hold } from './support/edge.ts';
import { expectVisibleFocus } from './support/focus.ts';
import { expect, openSignedIn, test } from './support/product.ts';
import { expectView, loading } from './support/view.ts';

const ACCOUNTS = 'GET /api/accounts';

test('41 · the skip link comes first, and the focused element is always visible', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=locations');
  await expect(page.getByText('27 of 27 locations')).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Tab');
    await expectVisibleFocus(page);
  }
  // Backwards, since a sticky header would cover elements above.
  for (let stop = 0; stop < 30; stop++) {
    await page.keyboard.press('Shift+Tab');
    await expectVisibleFocus(page);
  }
});

test('41 · the sidebar says whether it is open, and keeps its state', async ({ page }) => {
  await openSignedIn(page);
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const width = async () => (await sidebar.boundingBox())?.width;
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  expect(await width()).toBe(248);
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(width).toBe(64);
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Content Calendar' })).toHaveAttribute(
    'title',
    'Content Calendar',
  );
  await page.reload();
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(width).toBe(64);
});

test.describe('on a device set to dark', () => {
  test.use({ colorScheme: 'dark' });

  test('43 · the system theme is stored in the profile and applies from the first paint', async ({
    page,
  }) => {
    await openSignedIn(page);
    const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
    const LIGHT = 'rgb(244, 246, 247)';
    const DARK = 'rgb(13, 20, 24)';
    expect(await ground()).toBe(LIGHT);
    await pick(page.getByRole('radio', { name: 'System' }));
    await expect.poll(ground).toBe(DARK);
    await expect
      .poll(async () => {
        const profile = (await (await page.request.get('/api/auth/profile')).json()) as {
          preferences: { theme: string };
        };
        return profile.preferences.theme;
      })
      .toBe('system');

    // Without the client's code the screen shows the first paint.
    const code = Promise.withResolvers<void>();
    await page.route('**/assets/*.js', (call) => code.promise.then(() => call.continue()));
    await page.reload({ waitUntil: 'commit' });
    await expect.poll(ground).toBe(DARK);
    await expect(page.getByRole('main')).toHaveCount(0);
    code.resolve();
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked();
    expect(await ground()).toBe(DARK);
  });
});

const running = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

test('44 · nothing moves on a device with reduced motion', async ({ page }) => {
  await hold(page, ACCOUNTS);
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(loading(page)).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => running(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => running(page)).toBe(0);
});

test('15 · Back, Forward and Reload keep account and location', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=accounts');
  const title = (name: string) => expectView(page, name);
  await page.getByRole('link', { name: /^Spoke & Chain Cycles/ }).click();
  await title('Spoke & Chain Cycles');
  await page.getByRole('link', { name: /^Spoke & Chain Dublin/ }).click();
  await title('Spoke & Chain Dublin');
  await page.goBack();
  await title('Spoke & Chain Cycles');
  await page.goBack();
  await title('Business Accounts');
  await page.goForward();
  await title('Spoke & Chain Cycles');
  await page.goForward();
  await title('Spoke & Chain Dublin');
  await page.reload();
  await title('Spoke & Chain Dublin');
  await page.getByRole('link', { name: 'Back to Locations' }).click();
  await title('Spoke & Chain Cycles');
});

test('15 · an address that is opened shows its top, wherever the tab was scrolled to, and a reload stays in place', async ({
  page,
}) => {
  const top = () => page.evaluate(() => window.scrollY);
  const scrollTo = async (position: number) => {
    await page.evaluate((to) => window.scrollTo(0, to), position);
    await expect.poll(top).toBe(position);
  };
  // The pages have their content before their code, and are scrolled by it.
  const untilReady = () => page.waitForFunction(() => history.scrollRestoration === 'manual');
  await page.setViewportSize({ width: 1280, height: 400 });
  await page.goto('/');
  await untilReady();
  await scrollTo(300);
  await page.goto('/blog');
  await untilReady();
  expect(await top()).toBe(0);
  await scrollTo(200);
  await page.reload();
  await untilReady();
  await expect.poll(top).toBe(200);
  await page.goBack();
  await expect.poll(top).toBe(300);
});

test('a page that fits on the screen cannot be scrolled', async ({ page }) => {
  const tooMuch = () => page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
  await page.setViewportSize({ width: 1280, height: 1000 });
  await openSignedIn(page, '/dashboard?view=tasks');
  await expectView(page, 'Tasks');
  expect(await tooMuch()).toBe(0);
  await page.context().clearCookies();
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in', exact: true })).toBeVisible();
  expect(await tooMuch()).toBe(0);
});

test('18 · the composer is a named dialog over an inert page, closes in four ways and returns the focus', async ({
  page,
}) => {
  await openSignedIn(page);
  const opener = page.getByRole('button', { name: 'SCHEDULE POST' });
  const closers = [
    () => page.keyboard.press('Escape'),
    () => dialog(page).getByRole('button', { name: 'Close' }).click(),
    () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
    () => page.mouse.click(4, 4),
  ];
  for (const close of closers) {
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Schedule Post' })).toBeVisible();
    await expect(field(page, 'Post content')).toBeFocused();
    expect(await accessibleHeadings(page)).toEqual(['Schedule Post']);
    await close();
    await expect(dialog(page)).toBeHidden();
    await expect(opener).toBeFocused();
  }
  expect(await accessibleHeadings(page)).toContain('Dashboard');
});

/** The headings in the accessibility tree. */
async function accessibleHeadings(page: Page): Promise<unknown[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && role?.value === 'heading')
    .map(({ name }) => name?.value as unknown);
}

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
  const skeletons = loading(page).locator('[aria-hidden=true]');
  await expect(skeletons).not.toHaveCount(0);
  const visibilityAt = (ms: number) =>
    skeletons.evaluateAll((elements, time) => {
      for (const each of elements) for (const animation of each.getAnimations()) animation.currentTime = time;
      return [...new Set(elements.map((each) => getComputedStyle(each).visibility))];
    }, ms);
  expect(await visibilityAt(290)).toEqual(['hidden']);
  expect(await visibilityAt(310)).toEqual(['visible']);
  const spoken = page.getByText('6 accounts loaded');
  await expect(spoken).toHaveCount(0);

  release();
  await expect(page.getByRole('article')).toHaveCount(6);
  await expect(loading(page)).toHaveCount(0);
  await expect(spoken).toHaveCount(1);
  const shifts = await page.evaluate(() => (window as unknown as { layoutShifts: number[] }).layoutShifts);
  expect(shifts.reduce((sum, shift) => sum + shift, 0)).toBeLessThan(0.1);
});
