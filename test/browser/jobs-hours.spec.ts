import type { Locator } from '@playwright/test';
import { expect, FROM_OUR_PAGE, openSignedIn, test } from './support/product.ts';

const EVENINGS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY'].map((day) => ({
  openDay: day,
  openTime: '18:00',
  closeDay: day,
  closeTime: '23:30',
}));
const SUNDAY_NIGHT = { openDay: 'SUNDAY', openTime: '18:00', closeDay: 'MONDAY', closeTime: '01:00' };

test.use({ viewport: { width: 1280, height: 800 } });

test('the hours of a week are at most 20 stops of the keyboard, and those of Sunday are set and saved by it', async ({
  page,
}) => {
  await openSignedIn(page, '/dashboard');
  const saved = await page.request.patch('/api/locations/sample-502', {
    headers: FROM_OUR_PAGE,
    data: { regularHours: { periods: [...EVENINGS, SUNDAY_NIGHT] } },
  });
  expect(saved.status()).toBe(200);
  await page.goto('/dashboard?view=location-details&location=sample-502&edit=hours');
  const week = page.getByRole('region', { name: 'Business Hours' });
  const focused = week.locator(':focus');
  const switchOf = (day: string) => week.getByRole('switch', { name: `${day}, open or closed` });
  await expect(switchOf('Monday')).toBeFocused();
  let stops = 0;
  for (; (await focused.count()) > 0; stops += 1) await page.keyboard.press('Tab');
  expect(stops).toBeGreaterThanOrEqual(7);
  expect(stops).toBeLessThanOrEqual(20);

  await page.keyboard.press('Shift+Tab');
  await expect(switchOf('Sunday')).toBeFocused();
  await expect(switchOf('Sunday')).toHaveAccessibleDescription('Press Enter to edit this day');
  const sunday = week.getByRole('group', { name: 'Sunday', exact: true });
  await expect(sunday.getByText('Press Enter to edit this day')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Sunday from')).toBeFocused();
  // Works with a 12-hour and a 24-hour clock.
  await page.keyboard.type('1100AM');
  await expect(page.getByText('1 day changed.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText('Location updated successfully!')).toBeVisible();
  await expect(page.getByRole('row', { name: /^Sunday/ })).toContainText('11:00');
});

test("Sunday's hours of a location that is open past midnight take 3 clicks and 2 fields, without scrolling", async ({
  page,
}) => {
  const steps = { clicks: 0, fields: 0 };
  // Playwright would scroll to what it needs: a person clicks where it is.
  const click = async (control: Locator) => {
    await expect(control).toBeInViewport({ ratio: 1 });
    const { x, y, width, height } = (await control.boundingBox())!;
    await page.mouse.click(x + width / 2, y + height / 2);
    steps.clicks += 1;
  };
  const fill = async (field: Locator, time: string) => {
    await expect(field).toBeInViewport({ ratio: 1 });
    await field.fill(time);
    steps.fields += 1;
  };
  await openSignedIn(page, '/dashboard');
  const saved = await page.request.patch('/api/locations/sample-502', {
    headers: FROM_OUR_PAGE,
    data: { regularHours: { periods: [...EVENINGS, SUNDAY_NIGHT] } },
  });
  expect(saved.status()).toBe(200);
  await page.goto('/dashboard?view=locations&account=sample-my-businesses');

  await click(page.getByRole('link', { name: /^Café Lumière/ }));
  await click(page.getByRole('button', { name: 'Edit Hours' }));
  for (const day of ['Monday', 'Sunday'])
    await expect(page.getByRole('group', { name: day, exact: true })).toBeInViewport({ ratio: 1 });
  await fill(page.getByLabel('Sunday from'), '17:00');
  await fill(page.getByLabel('Sunday to'), '02:00');
  await expect(page.getByText('closes Monday 02:00')).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('1 day changed.')).toBeInViewport({ ratio: 1 });
  await click(page.getByRole('button', { name: 'Save Changes' }));

  await expect(page.getByRole('main').getByText('Location updated successfully!')).toBeInViewport({
    ratio: 1,
  });
  await expect(page.getByRole('row', { name: /^Sunday/ })).toContainText('17:00–02:00');
  expect(steps).toEqual({ clicks: 3, fields: 2 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
