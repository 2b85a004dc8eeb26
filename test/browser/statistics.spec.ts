import type { Locator, Page } from '@playwright/test';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible, PHONE, WIDE } from './support/accessibility.ts';
import { openConnected } from './support/connect.ts';
import { tabTo } from './support/focus.ts';
import { expect, logIn, type Person } from './support/product.ts';
import { type SteeredProduct, test } from './support/steered-product.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const AGENCY_ACCOUNT = '101000000000000000002';
const QUAYSIDE = 'The Quayside';
/** For how many days statistics are set. */
const SET_DAYS = 200;
/** At least so many days ago the summer was over. */
const SUMMER_DAYS_AGO = 60;
/** Those that lost calls since then, and how many a day they had before: the one that lost most is the first. */
const LOSERS = { 'Bench Row': 14, 'Corn Exchange': 12, 'Dyers Lane': 10, 'East Gate': 8, 'Fish Hill': 6 };

/** The day so many days ago, by UTC. */
const dayOf = ({ now }: SteeredProduct, daysAgo: number) =>
  new Date(now().getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/**
 * The first day after the summer. Its number is that of its month, so that it is typed alike in every order of a date
 * field.
 */
function firstDay(steered: SteeredProduct): string {
  for (let daysAgo = SUMMER_DAYS_AGO; ; daysAgo++) {
    const day = dayOf(steered, daysAgo);
    if (day.slice(5, 7) === day.slice(8)) return day;
  }
}

/** Adds five locations whose calls fell and one in Bristol, unless they are there, and has them called and found. */
function setStatistics(steered: SteeredProduct, summersEnd: string): void {
  const { world } = steered.google;
  const known = world.locations({ email: PEOPLE.tamsin });
  const placed = (title: string, locality: string) => {
    const storefrontAddress = {
      addressLines: ['1 High Street'],
      locality,
      postalCode: 'BS1 4RB',
      regionCode: 'GB',
    };
    const found = known.find(({ fields }) => fields.title === title);
    return (found ?? world.addLocation({ account: AGENCY_ACCOUNT, title, fields: { storefrontAddress } })).id;
  };
  const callsOf = (location: string, before: number, since: number) =>
    world.setMetrics({
      location,
      metric: 'CALL_CLICKS',
      values: Object.fromEntries(
        Array.from({ length: SET_DAYS }, (_, index) => dayOf(steered, index + 4)).map((day) => [
          day,
          day < summersEnd ? before : since,
        ]),
      ),
    });
  for (const [title, calls] of Object.entries(LOSERS)) callsOf(placed(title, 'Ashbourne'), calls, 1);
  const quayside = placed(QUAYSIDE, 'Bristol');
  callsOf(quayside, 3, 5);
  // Another month may begin before they are read.
  const months = new Set([0, -2].map((daysAgo) => dayOf(steered, daysAgo).slice(0, 7)));
  for (const month of months)
    world.setKeywords({
      location: quayside,
      month,
      words: { 'harbour supper': 231, 'crab sandwich': 418, 'kiln class': 3 },
    });
}

// Reading months of statistics takes a while, so the tests share the person who has them, and what `firstDay` was then.
test.use({ keepsConnection: true });
let shared: { person: Person; summersEnd: string } | undefined;

/** Opens the statistics of a person whose locations have been read. */
async function openStatistics(page: Page, steered: SteeredProduct): Promise<{ summersEnd: string }> {
  if (shared) await logIn(page, shared.person);
  else shared = await readStatistics(page, steered);
  await page.goto('/dashboard?view=statistics');
  await expect(page.getByText(READ)).toBeVisible();
  return shared;
}

const READ = /locations? of 1\d counted/;

async function readStatistics(page: Page, steered: SteeredProduct) {
  const summersEnd = firstDay(steered);
  setStatistics(steered, summersEnd);
  const person = await openConnected(page, PEOPLE.tamsin);
  // Its days, then its search words. Google's quota has enough for both again after a minute.
  for (const part of ['days', 'search words', 'what is left'])
    await test.step(`${part} are read`, async () => {
      await steered.readStatistics();
      await steered.pass(page, MINUTE_MS);
    });
  await page.goto('/dashboard?view=statistics');
  await expect(page.getByText(READ)).toBeVisible();
  await expect(page.getByText(/still to be read/)).toBeHidden();
  return { person, summersEnd };
}

const table = (page: Page, name: string) => page.getByRole('table', { name });
const select = (page: Page, name: string) => page.getByRole('combobox', { name, exact: true });

/** Chooses an option by its first letters. */
async function choose(page: Page, list: Locator, letters: string, option: string): Promise<void> {
  await tabTo(page, list);
  await page.keyboard.type(letters);
  await expect(list.locator('option:checked')).toHaveText(option);
}

/**
 * On a phone the choices are in a sheet: opens it by its button.
 * @returns what closes it again
 */
async function openSheet(page: Page, size: typeof WIDE, button: string): Promise<() => Promise<void>> {
  if (size !== PHONE) return () => Promise.resolve();
  await tabTo(page, page.getByRole('button', { name: button }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, `sheet of ${button}`, { sizes: [size] });
  return async () => {
    await tabTo(page, page.getByRole('button', { name: 'Done' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeHidden();
  };
}

for (const size of [WIDE, PHONE])
  test(`by keyboard, ${size.width} px wide: which five locations lost calls since the summer`, async ({
    page,
    steered,
  }) => {
    await page.setViewportSize(size);
    const { summersEnd } = await openStatistics(page, steered);
    await expectAccessible(page, 'figures', { sizes: [size] });

    const closeDays = await openSheet(page, size, '28 days, by day');
    await choose(page, select(page, 'Period'), 'Custom', 'Custom dates');
    await tabTo(page, page.getByLabel('From'));
    const [year, month, day] = summersEnd.split('-');
    await page.keyboard.type(`${day}${month}${year}`);
    await expect(page.getByLabel('From')).toHaveValue(`${year}-${month}-${day}`);
    await closeDays();
    await expect(select(page, 'Order of the locations').locator('option:checked')).toHaveText(
      'Most lost first',
    );
    const ranking = table(page, 'Locations by phone calls');
    const names = ranking.locator('th[scope=row]');
    await expect
      .poll(async () => (await names.allTextContents()).slice(0, 5), 'those that lost most')
      .toEqual(Object.keys(LOSERS));
    for (const name of Object.keys(LOSERS))
      await expect(ranking.getByRole('row').filter({ hasText: name })).toContainText(/−[\d,]+ \(−\d+%\)/);
    await expectAccessible(page, 'the comparison', { sizes: [size] });
  });

for (const size of [WIDE, PHONE])
  test(`by keyboard, ${size.width} px wide: what people searched to find the one in Bristol`, async ({
    page,
    steered,
  }) => {
    await page.setViewportSize(size);
    await openStatistics(page, steered);

    const closePlaces = await openSheet(page, size, 'All locations');
    await tabTo(page, select(page, 'Location'));
    await page.keyboard.type('Bristol');
    await expect(page.getByRole('option', { name: new RegExp(QUAYSIDE) })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(select(page, 'Location')).toHaveValue(new RegExp(QUAYSIDE));
    await closePlaces();
    const words = table(page, 'Search words');
    await expect(words.getByRole('row')).toContainText([
      /crab sandwich\s*418/,
      /harbour supper\s*231/,
      /kiln class\s*under 15/,
    ]);
    await expect(select(page, 'Month').locator('option:checked')).toHaveText(/, still open$/);
    await expectAccessible(page, 'search words', { sizes: [size] });

    // What a screen reader has in place of the chart.
    const chart = page.getByRole('img', { name: new RegExp(`^Impressions, ${QUAYSIDE}, `) });
    await expect(chart).toHaveAccessibleDescription(
      /^From [\d,]+ to a highest of [\d,]+ on .*Google has data until/,
    );
    const numbers = table(page, 'Impressions').getByRole('row');
    await expect(numbers).toHaveCount(29);
    expect((await numbers.allTextContents()).at(-1)).toContain('not counted yet');
    const closeDays = await openSheet(page, size, '28 days, by day');
    await page.getByRole('radio', { name: 'Chart' }).focus();
    await page.keyboard.press('ArrowRight');
    await closeDays();
    await expect(chart).toBeHidden();
    await expectAccessible(page, 'the table', { sizes: [size] });
  });

test('figures are readable on paper: the figures with their table, light, without the frame and its tools', async ({
  page,
  steered,
}) => {
  await openStatistics(page, steered);
  await page.evaluate(() => void (document.documentElement.dataset.theme = 'dark'));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('img', { name: /^Impressions, All locations/ })).toBeVisible();
  await expect(table(page, 'Impressions')).toBeVisible();
  await expect(table(page, 'Impressions')).toContainText('not counted yet');
  await expect(page.getByText(/^All locations, .* compared with /)).toBeVisible();
  for (const hidden of [
    page.getByRole('navigation'),
    page.getByRole('banner'),
    page.getByRole('group', { name: 'What is shown' }),
    page.getByRole('button', { name: 'Export' }),
  ])
    await expect(hidden).toBeHidden();
  expect(await page.locator('h1').evaluate((title) => getComputedStyle(title).color)).toBe('rgb(20, 33, 42)');
});
