import type { Page } from '@playwright/test';
import { expectVisibleFocus } from './focus.ts';
import { pick } from './choice.ts';
import { hold } from './edge.ts';
import { expect, openSignedIn, test } from './product.ts';

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
  await hold(page, 'GET /api/accounts');
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(page.locator('[aria-busy=true]')).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await expect.poll(() => running(page)).toBeGreaterThan(0);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await expect.poll(() => running(page)).toBe(0);
});

test('44 · at 200 % zoom nothing is cut off or scrolls sideways', async ({ page }) => {
  // A window of 1280 px at 200 % has 640 CSS px.
  await page.setViewportSize({ width: 640, height: 400 });
  await openSignedIn(page);
  const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
  for (const view of ['Accounts', 'Locations', 'Content Calendar', 'Connection', 'Dashboard']) {
    await toggle.click();
    await page.getByRole('dialog', { name: 'Navigation' }).getByRole('link', { name: view }).click();
    await expect(page).toHaveTitle(`${view} - Shingle`);
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
  }
});
