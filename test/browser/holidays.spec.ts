import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../../client/api/client.js';
import { expectAccessible, PHONE, WIDE } from './support/accessibility.ts';
import { dayFromNow } from './support/composer.ts';
import { tabTo } from './support/focus.ts';
import { stopSet } from './support/sets.ts';
import { expect, FROM_OUR_PAGE, logIn, openSignedIn, type Person, test } from './support/product.ts';

/** The sign of the last part of a first reading: all of the practice Google's locations. */
const LOCATIONS = 500;

/** Reading 500 locations takes a while, so the tests share them. */
let person: Person | undefined;

/** Signs in as a person whose practice Google has 500 locations in twenty countries. */
async function signIn(page: Page): Promise<void> {
  if (person) return logIn(page, person);
  person = await openSignedIn(page);
  const answer = await page.request.post('/api/practice', {
    headers: FROM_OUR_PAGE,
    data: { world: 'abroad' },
  });
  expect(answer.status()).toBe(200);
  for (const part of [100, 200, 300, 400, LOCATIONS])
    await expect.poll(() => read(page), `${part} locations are read`).toBeGreaterThanOrEqual(part);
}

async function read(page: Page): Promise<number> {
  const answer = await page.request.get('/api/locations');
  return ((await answer.json()) as Schemas['LocationListDto']).total;
}

/** How many answers are missing, and how many dates there are. */
async function missing(page: Page, query = ''): Promise<{ dates: number; notSaid: number }> {
  const answer = await page.request.get(`/api/holidays/dates${query}`);
  const { items, notSaid } = (await answer.json()) as Schemas['HolidayDatesDto'];
  return { dates: items.length, notSaid };
}

/** The first day from so many days on that is a holiday nowhere. */
async function freeDay(page: Page, days: number): Promise<string> {
  const answer = await page.request.get('/api/holidays/dates');
  const { items } = (await answer.json()) as Schemas['HolidayDatesDto'];
  const holidays = new Set(items.map(({ date }) => date));
  const day = await dayFromNow(page, days);
  return holidays.has(day) ? freeDay(page, days + 1) : day;
}

const figure = (count: number): string => count.toLocaleString('en-GB');
const grid = (page: Page): Locator => page.getByRole('grid', { name: 'Special hours by location and date' });
const preview = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: `Preview ${figure(count)} changes` });
const change = (page: Page): Locator => page.getByRole('button', { name: /^Change \d+ locations$/ });

async function openTable(page: Page, date: string): Promise<void> {
  await page.setViewportSize(WIDE);
  await page.goto(`/dashboard?view=locations&tab=holidays&dates=${date}`);
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(LOCATIONS + 1));
}

test('500 locations and all their dates are answered by keyboard, up to the confirmed set', async ({
  page,
}) => {
  await signIn(page);
  const added = await freeDay(page, 40);
  const { dates, notSaid } = await missing(page, `?dates=${added}`);
  expect(dates).toBeGreaterThanOrEqual(12);
  await openTable(page, added);
  await tabTo(page, grid(page).locator('[tabindex="0"]'));
  await page.keyboard.press('Control+a');
  await expect(page.getByText(`${figure(LOCATIONS * dates)} cells marked`)).toBeVisible();
  await page.keyboard.press('c');
  await expect(preview(page, notSaid)).toBeVisible();
  // One date is said in another way, at all locations.
  const at = grid(page).locator('[role=columnheader]').filter({ hasText: 'Added by you' });
  const column = await at.evaluate((head) => [...head.parentElement!.children].indexOf(head) - 1);
  await page.keyboard.press('Control+Home');
  for (let step = 0; step < column; step += 1) await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Control+ ');
  await expect(page.getByText(`${LOCATIONS} cells marked`)).toBeVisible();
  await page.keyboard.press('9');
  const hours = page.getByRole('dialog', { name: `Hours for ${LOCATIONS} cells` });
  await expect(hours.getByLabel('Opening times')).toBeFocused();
  await page.keyboard.type('-13');
  await page.keyboard.press('Enter');
  await expect(hours).toBeHidden();
  await tabTo(page, preview(page, notSaid));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeFocused();
  const rows = page.getByRole('list', { name: 'Locations' });
  await expect(rows).toContainText('09:00–13:00');
  await expect(rows).toContainText('Closed');
  await expectAccessible(page, 'the preview of holidays');
  await tabTo(page, page.getByRole('button', { name: 'Skip the list' }));
  await page.keyboard.press('Enter');
  await expect(change(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=change-log&set=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await stopSet(page);
});

test('a date is answered at 500 locations with the mouse, and last year is copied', async ({ page }) => {
  await signIn(page);
  const added = await freeDay(page, 50);
  await openTable(page, added);
  await expectAccessible(page, 'the table of holidays');
  await grid(page).getByRole('columnheader').filter({ hasText: 'Added by you' }).getByRole('button').click();
  await expect(page.getByText(`${LOCATIONS} cells marked`)).toBeVisible();

  await page.getByRole('button', { name: 'Copy last year' }).click();
  const copy = page.getByRole('dialog', { name: 'Copy last year' });
  await expect(copy.getByText(/nothing is known of last year/)).toBeVisible();
  await expectAccessible(page, 'the copy of last year');
  await copy.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Hours', exact: true }).click();
  await page.getByLabel('Opening times').fill('10-14');
  await page.getByRole('button', { name: 'Set hours' }).click();
  const filled = page.getByRole('button', { name: /^Preview \d+ changes$/ });
  await expectAccessible(page, 'the table with answers that are not sent', { sizes: [WIDE] });
  await filled.click();
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Locations' })).toContainText('10:00–14:00');
  await change(page).click();
  await expect(page).toHaveURL(/view=change-log&set=/);
  await stopSet(page);
});

test('on a phone one date at a time is answered', async ({ page }) => {
  await signIn(page);
  const added = await freeDay(page, 60);
  await page.setViewportSize(PHONE);
  await page.goto(`/dashboard?view=locations&tab=holidays&dates=${added}&country=IE`);
  const next = page.getByRole('button', { name: 'Date after' });
  const note = page.getByText(/^Added by you, /);
  await expect(next).toBeVisible();
  while (!(await note.isVisible())) {
    const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: /\d{4}$/ });
    const day = await heading.innerText();
    await next.click();
    await expect(heading).not.toHaveText(day);
  }
  const [, open = ''] = /(\d+) not said/.exec(await note.innerText()) ?? [];
  await expectAccessible(page, 'one date of the holidays', { sizes: [PHONE] });
  await page.getByRole('combobox', { name: `Fill the ${open}` }).selectOption('As usual');
  await page.getByRole('button', { name: `Preview ${open} changes` }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeVisible();
  await change(page).click();
  await expect(page).toHaveURL(/view=change-log&set=/);
});

test('the overview leads to holidays without answers', async ({ page }) => {
  await signIn(page);
  await page.setViewportSize(WIDE);
  await page.goto('/dashboard');
  const ahead = page.getByRole('region', { name: 'Holidays ahead' });
  await expect(ahead).toContainText(/\d+ of \d+ locations not said/);
  await expectAccessible(page, 'the overview with holidays ahead');
  await ahead.getByRole('link', { name: 'Answer' }).click();
  await expect(grid(page)).toBeVisible();
});
