import type { Locator, Page } from '@playwright/test';
import { dialog, field } from './support/composer.ts';
import { expectVisibleFocus, tabTo } from './support/focus.ts';
import { expect, test } from './support/product.ts';

const DAY_MS = 86_400_000;

async function press(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeVisible();
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

async function type(page: Page, element: Locator, text: string): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.type(text);
}

/** A day within a year whose number equals its month's, so that the order of the two in the field does not matter. */
function dayToType(today: Date): Date {
  const days = Array.from({ length: 13 }, (_, months) => {
    const month = (today.getUTCMonth() + months) % 12;
    const year = today.getUTCFullYear() + Math.floor((today.getUTCMonth() + months) / 12);
    return new Date(Date.UTC(year, month, month + 1));
  });
  return days.find((day) => day.getTime() > today.getTime() + DAY_MS) ?? today;
}

test('by keyboard: sign up, edit the hours of a location, schedule an event, find it by month, move and delete it', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.goto('/');
  const now = await page.evaluate(() => Date.now());
  // The page stays on this day.
  await page.clock.setFixedTime(now);
  const today = new Date(now);
  await press(page, page.getByRole('link', { name: 'Sign up' }));
  await type(page, page.getByLabel('Full name'), 'Robin van Berg');
  await type(page, page.getByLabel('Email'), `keys-${process.pid}@example.com`);
  await type(page, page.getByLabel('Password', { exact: true }), 'correct horse');
  await type(page, page.getByLabel('Confirm password'), 'correct horse');
  await page.keyboard.press('Enter');

  await press(page, page.getByRole('navigation').getByRole('link', { name: 'Locations', exact: true }));
  await press(page, page.getByRole('link', { name: /^Café Lumière/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Café Lumière' })).toBeFocused();
  await press(page, button('Edit Hours'));
  // Works with a 12-hour and a 24-hour clock.
  await type(page, page.getByLabel('Monday from'), '0645AM');
  await press(page, button('Save Changes'));
  await expect(page.getByRole('row', { name: /06:45/ })).toBeVisible();

  const day = dayToType(today);
  const digits = day.toISOString().slice(5, 10).replace('-', '') + String(day.getUTCFullYear());
  await press(
    page,
    page.getByRole('region', { name: 'Quick Actions' }).getByRole('button', { name: 'Schedule Post' }),
  );
  await type(page, field(page, 'Post content'), 'Latte art by candle light');
  await type(page, field(page, 'Date'), digits);
  await type(page, field(page, 'Time'), '0815AM');
  await tabTo(page, dialog(page).getByRole('radio', { name: 'Update' }));
  for (let step = 0; step < 2; step++) await page.keyboard.press('ArrowDown');
  await type(page, field(page, 'Event title'), 'Latte night');
  await type(page, field(page, 'Start date'), digits);
  await type(page, field(page, 'Start time'), '0930AM');
  await type(page, field(page, 'End date'), digits);
  await type(page, field(page, 'End time'), '1130PM');
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeHidden();

  await press(
    page,
    page.getByRole('navigation').getByRole('link', { name: 'Content Calendar', exact: true }),
  );
  await expect(page.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: 'List' }));
  // Past the week, to the month.
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  // Until then the week is there, which has a button of that name too, and whose own name ends with the month.
  const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' });
  await expect(page.getByRole('table', { name: month.format(today), exact: true })).toBeVisible();
  await tabTo(page, page.getByRole('button', { name: /^Today, / }));
  const ahead = Math.ceil((day.getTime() - today.getTime()) / DAY_MS);
  for (let week = 0; week < Math.floor(ahead / 7); week++) await page.keyboard.press('ArrowDown');
  for (let rest = 0; rest < ahead % 7; rest++) await page.keyboard.press('ArrowRight');
  const cell = page.getByRole('cell').filter({ has: page.locator(':focus') });
  const chip = cell.getByRole('button', { name: /08:15\s.*Latte art by candle light/ });
  await press(page, chip);

  await press(page, dialog(page).getByRole('button', { name: 'Move' }));
  const move = page.getByRole('dialog', { name: 'Move post' });
  await tabTo(page, move.getByLabel('Time'));
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main').getByText(/^Moved to .*, 09:15\.$/)).toBeVisible();

  const moved = page.getByRole('button', { name: /09:15\s.*Latte art by candle light/ });
  await expect(moved).toBeFocused();
  await expectVisibleFocus(page);
  await page.keyboard.press('Enter');
  await press(page, dialog(page).getByRole('button', { name: 'Delete' }));
  const question = page.getByRole('alertdialog');
  await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await press(page, question.getByRole('button', { name: 'Delete' }));
  await expect(moved).toHaveCount(0);
  // Back on its day, which has no posts left.
  await expect(cell.getByRole('button', { name: /, 0 posts$/ })).toBeFocused();
});
