import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './support/accessibility.ts';
import { tabTo } from './support/focus.ts';
import { expect, openSignedIn, test } from './support/product.ts';

/** High enough for the whole view, since axe takes a field that is half below a bar of buttons for a small one. */
const WHOLE_VIEW = [
  { width: 1280, height: 3000 },
  { width: 360, height: 4000 },
];

/** Types a date into the focused field, which begins with the month or with the day, as the browser does. */
async function typeDate(page: Page, field: Locator, [year, month, day]: [number, number, number]) {
  for (const digits of [`${month}${day}${year}`, `${day}${month}${year}`]) {
    await page.keyboard.type(digits);
    if ((await field.inputValue()) === `${year}-${month}-${day}`) return;
    // From the year back to the first part.
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
  }
  throw new Error(`The field has ${await field.inputValue()}`);
}

test('by keyboard: three days of special hours, one of them open, and a description with its fault', async ({
  page,
}) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await openSignedIn(page, '/dashboard?view=location-details&location=sample-502');
  const year = (await page.evaluate(() => new Date().getFullYear())) + 1;
  await tabTo(page, button('Set special hours'));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('First day')).toBeFocused();
  await typeDate(page, page.getByLabel('First day'), [year, 12, 12]);
  await tabTo(page, page.getByLabel('Last day (optional)'));
  await typeDate(page, page.getByLabel('Last day (optional)'), [year, 12, 14]);
  await page.keyboard.press('Enter');

  const days = ['12', '13', '14'].map((day) => new Date(`${year}-12-${day}`));
  const names = days.map((day) =>
    new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeZone: 'UTC' }).format(day).replace(',', ''),
  );
  const row = (name: string) => page.getByRole('group', { name });
  await expect(row(names[0]!).getByRole('switch')).toBeFocused();
  for (const name of names) await expect(row(name).getByText('Closed all day')).toBeVisible();
  await page.keyboard.press('Space');
  await tabTo(page, row(names[0]!).getByLabel(`${names[0]} from`));
  await page.keyboard.type('0800AM');
  await tabTo(page, row(names[0]!).getByLabel(`${names[0]} to`));
  await page.keyboard.type('0200PM');
  await tabTo(page, button(`Remove ${names[2]}`));
  await page.keyboard.press('Enter');
  await expect(row(names[2]!)).toHaveCount(0);

  await tabTo(
    page,
    page.getByRole('group', { name: 'Also edit' }).getByRole('button', { name: 'Description' }),
  );
  await page.keyboard.press('Enter');
  const description = page.getByLabel('Business description');
  await expect(description).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Small-batch coffee. See www.example.com.');
  await expectAccessible(page, 'special hours and description', { sizes: WHOLE_VIEW });
  await tabTo(page, button('Save Changes'));
  await page.keyboard.press('Enter');
  await expect(description).toBeFocused();
  const fault = page.getByRole('main').getByText('Google doesn’t allow web addresses in the description');
  await expect(fault).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Small-batch coffee.');
  await tabTo(page, button('Save Changes'));
  await page.keyboard.press('Enter');

  await expect(button('Set special hours')).toBeFocused();
  await page.reload();
  await expect(page.getByText('Small-batch coffee.', { exact: true })).toBeVisible();
  const shown = page.getByRole('region', { name: 'Business Hours' });
  await expect(shown.getByText('08:00–14:00')).toBeVisible();
  await expectAccessible(page, 'the whole profile', { sizes: WHOLE_VIEW });
});
