import type { Page } from '@playwright/test';
import { choose, chooseLocation, dayFromNow, dialog } from './support/composer.ts';
import { expect, signUp, test } from './support/product.ts';

/** Opens the composer from the overview, fills in the common fields and those of the type, and schedules the post. */
async function schedule(page: Page, type: string, text: string, fillIn: () => Promise<void>): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
  await chooseLocation(page, 'Café Lumière');
  await choose(page, type);
  await dialog(page).getByLabel('Post content').fill(text);
  await fillIn();
  await dialog(page).getByRole('button', { name: 'Schedule', exact: true }).click();
  await expect(dialog(page)).toBeHidden();
}

/** 20:00 to 22:00, a week from now. */
async function fillPeriod(page: Page): Promise<void> {
  const day = await dayFromNow(page, 7);
  for (const [label, value] of [
    ['Start date', day],
    ['Start time', '20:00'],
    ['End date', day],
    ['End time', '22:00'],
  ] as const)
    await dialog(page).getByLabel(label).fill(value);
}

test('a new user signs up, edits a location, schedules a post of each type, and finds everything after a crash', async ({
  page,
  product,
}) => {
  const person = await signUp(page);

  await page.getByRole('link', { name: 'VIEW ACCOUNTS' }).click();
  await page.getByRole('link', { name: /^Hearth & Crumb/ }).click();
  await page.getByRole('link', { name: /Market Square/ }).click();
  await page.getByRole('button', { name: 'Edit Details' }).click();
  await page.getByLabel('Business name').fill('Hearth & Crumb at the Market');
  await page.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Hearth & Crumb at the Market' })).toBeVisible();

  await schedule(page, 'Update', 'Plain news for everybody', () => Promise.resolve());
  await schedule(page, 'Call to action', 'Book a table for Sunday', async () => {
    await dialog(page).getByLabel('Call-to-action type').selectOption({ label: 'Book' });
    await dialog(page).getByLabel('Link').fill('https://www.example.com/book');
  });
  await schedule(page, 'Event', 'An evening by the oven', async () => {
    await dialog(page).getByLabel('Event title').fill('Harvest evening');
    await fillPeriod(page);
  });
  await schedule(page, 'Offer', 'Two for the price of one', async () => {
    await dialog(page).getByLabel('Offer title').fill('Two for one');
    await dialog(page).getByLabel('Coupon code').fill('TWO4ONE');
    await fillPeriod(page);
  });
  await expectAll(page);

  await product.crash();
  await page.context().clearCookies();
  await page.goto('/dashboard?view=calendar');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expectAll(page);
  await page.getByRole('navigation').getByRole('link', { name: 'Locations', exact: true }).click();
  await page.getByRole('searchbox').fill('at the market');
  await expect(page.getByRole('link', { name: /Hearth & Crumb at the Market/ })).toBeVisible();

  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL(/\/login/);
});

async function expectAll(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Content Calendar', exact: true }).click();
  for (const text of [
    'Plain news for everybody',
    'Book a table for Sunday',
    'An evening by the oven',
    'Two for the price of one',
  ])
    await expect(page.getByRole('row').filter({ hasText: text })).toContainText('Scheduled');
}
