import type { Locator, Page } from '@playwright/test';
import { answersOfConnected } from '../client/business-profile/builders.ts';
import { account, googleLocation, list } from '../client/listings/builders.ts';
import { answersOfStatistics, eventsOfMany } from '../client/statistics/builders.ts';
import { expectAccessible, PHONE, WIDE } from './support/accessibility.ts';
import { mockRoutes } from './support/edge.ts';
import { expect, openSignedIn, test } from './support/product.ts';

test.describe.configure({ mode: 'parallel' });

/** The statistics of many locations, at a size of the screen. */
async function openStatistics(page: Page, size: typeof WIDE): Promise<void> {
  await page.setViewportSize(size);
  await mockRoutes(page, {
    ...answersOfConnected(),
    ...answersOfStatistics(),
    'GET /api/statistics/timeline': () => ({ ...eventsOfMany(), items: [] }),
    'GET /api/accounts': () => ({ items: [account()] }),
    'GET /api/locations': () => list([googleLocation()]),
    'GET /api/selections': () => ({ items: [] }),
  });
  await openSignedIn(page, '/dashboard?view=statistics');
  await expect(page.getByRole('img', { name: /^Impressions, All locations/ })).toBeVisible();
  for (const name of ['Locations by phone calls', 'Search words'])
    await expect(page.getByRole('table', { name })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

/** Where an element is, in whole px. */
async function boxOf(element: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await element.boundingBox()) ?? {};
  return {
    left: Math.round(x),
    right: Math.round(x + width),
    top: Math.round(y),
    bottom: Math.round(y + height),
    width: Math.round(width),
    height: Math.round(height),
  };
}

const chart = (page: Page) => page.getByRole('img', { name: /^Impressions, All locations/ });
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name });
/** The sixth and last row of a table. */
const sixth = (page: Page, table: string, name: string) =>
  page.getByRole('table', { name: table }).getByRole('row').filter({ hasText: name });

test('the first screen of 1280 × 800 has the filters in a row, the chart, six locations and six words', async ({
  page,
}) => {
  await openStatistics(page, WIDE);
  expect((await boxOf(page.getByRole('group', { name: 'What is shown' }))).height).toBe(40);
  const [first, last] = [tab(page, /^Impressions/), tab(page, /^Direction Requests/)];
  expect((await boxOf(first)).top).toBe((await boxOf(last)).top);
  // With the line below them 65.
  for (const each of [first, last]) expect((await boxOf(each)).height).toBe(64);
  expect((await boxOf(chart(page))).height).toBe(166);
  const compared = await boxOf(page.getByRole('region', { name: 'Compare my locations' }));
  const words = await boxOf(page.getByRole('region', { name: 'Search words' }));
  expect(compared.top).toBeLessThanOrEqual(455);
  expect(words.top).toBe(compared.top);
  expect((await boxOf(sixth(page, 'Locations by phone calls', 'Kiln Yard'))).bottom).toBeLessThanOrEqual(725);
  expect((await boxOf(sixth(page, 'Search words', 'old mill'))).bottom).toBeLessThanOrEqual(725);

  // The bars begin in one middle: to the left what was lost, to the right what was gained.
  const bars = await page
    .getByRole('table', { name: 'Locations by phone calls' })
    .locator('td [style]')
    .evaluateAll((all) =>
      all.map((bar) => bar.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
    );
  expect(bars).toHaveLength(5);
  const middle = bars[0]?.right ?? 0;
  for (const { right } of bars.slice(0, 3)) expect(right).toBeCloseTo(middle, 0);
  for (const { left } of bars.slice(3)) expect(left).toBeCloseTo(middle, 0);
  const lengths = bars.map(({ left, right }) => right - left);
  expect(Math.max(...lengths)).toBe(lengths[0]);

  await page.getByRole('button', { name: 'Export' }).click();
  await expectAccessible(page, 'menu of files', { sizes: [WIDE] });
  const downloaded = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Comparison of locations (CSV)' }).click();
  expect(new URL((await downloaded).url()).searchParams.get('order')).toBe('fallen');
  await expect(page.getByRole('link', { name: /CSV/ })).toHaveCount(0);

  // Another metric has a tab of its own in the same row.
  await page.getByRole('button', { name: 'More metrics' }).click();
  await page.getByRole('button', { name: 'Impressions on computers' }).click();
  const other = tab(page, /^Impressions on computers/);
  await expect(other).toBeVisible();
  expect((await boxOf(other)).height).toBe(64);
});

test('on a phone of 360 px the first figure is at about 227 px, and the chart is drawn for its width', async ({
  page,
}) => {
  await openStatistics(page, PHONE);
  const figure = await boxOf(tab(page, /^Impressions/).locator('strong'));
  expect(figure.top).toBeLessThanOrEqual(235);
  const [place, period] = [
    await boxOf(page.getByRole('button', { name: 'All locations' })),
    await boxOf(page.getByRole('button', { name: '28 days, by day' })),
  ];
  expect(period.top).toBe(place.top);
  const row = await boxOf(page.getByRole('group', { name: 'What is shown' }));
  expect([place.left, period.right]).toEqual([row.left, row.right]);
  const drawn = await boxOf(chart(page));
  expect(drawn.height).toBe(150);
  // No word is smaller than it was drawn.
  const [, , width = 0] = ((await chart(page).getAttribute('viewBox')) ?? '').split(' ').map(Number);
  expect(drawn.width).toBe(width);
  expect(drawn.right).toBeLessThanOrEqual(row.right);
  // Each table is as wide as its panel.
  for (const name of ['Locations by phone calls', 'Search words'])
    expect((await boxOf(page.getByRole('table', { name }))).right).toBeLessThanOrEqual(row.right);
  await expectAccessible(page, 'figures on a phone', { sizes: [PHONE] });
});
