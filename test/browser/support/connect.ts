import type { Locator, Page } from '@playwright/test';
import { consent } from 'gbp-simulator';
import { expect, FROM_OUR_PAGE, openSignedIn, type Person } from './product.ts';

/** Chooses this account on Google's pages and allows the access. */
export async function allow(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: email }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
}

/** A number on the board of the dashboard. */
export const counter = (page: Page, name: string): Locator =>
  page
    .getByRole('main')
    .locator('dl > div')
    .filter({ has: page.getByText(name, { exact: true }) })
    .getByRole('definition');

/** The dashboard shows what was connected. Sample data counts as 0, and until the number is loaded there is none. */
export async function expectConnected(page: Page, locations: string | RegExp = /^[1-9]/): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  await expect(counter(page, 'Locations')).toHaveText(locations);
}

/** Opens the dashboard of a new user who has connected this account, without the pages that ask for it. */
export async function openConnected(page: Page, email: string, locations?: string): Promise<Person> {
  const person = await openSignedIn(page, 'about:blank');
  const post = async (path: string, data?: object): Promise<Record<string, unknown>> => {
    const answer = await page.request.post(path, { headers: FROM_OUR_PAGE, data });
    return (await answer.json()) as Record<string, unknown>;
  };
  const { url } = await post('/api/auth/gbp-connect');
  const { searchParams } = new URL(await consent(String(url), { email }));
  const setup = { code: searchParams.get('code'), state: searchParams.get('state') };
  expect(await post('/api/auth/setup', setup)).toMatchObject({ success: true });
  await page.goto('/dashboard');
  await expectConnected(page, locations);
  return person;
}

/** Lets the server find out that Google has ended the access. It may do so at any time: a page then offers no "Refresh". */
export async function findAccessEnded(page: Page): Promise<void> {
  const read = () => page.request.post('/api/mirror', { headers: FROM_OUR_PAGE });
  await expect.poll(async () => (await read()).status()).toBe(409);
}
