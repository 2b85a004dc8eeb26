import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../../client/api/client.js';
import { expectAccessible, WIDE } from './support/accessibility.ts';
import { hand } from './support/hand.ts';
import { expect, FROM_OUR_PAGE, logIn, openSignedIn, type Person, test } from './support/product.ts';
import { press, tabTo } from './support/focus.ts';

/** The practice Google's locations, and the least of them that a first check has looked at. */
const LOCATIONS = 500;

/** Reading and checking 500 locations takes a while, so the tests share them. */
let person: Person | undefined;

/** Signs in as a person whose practice Google has 500 locations in twenty countries, all of them checked. */
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
  const checked = async () => {
    const { check } = await tasksOf(page);
    return check.state === 'checked' ? check.locations : 0;
  };
  await expect.poll(checked, { message: 'all locations are checked', timeout: 60_000 }).toBe(LOCATIONS);
}

async function read(page: Page): Promise<number> {
  const answer = await page.request.get('/api/locations');
  return ((await answer.json()) as Schemas['LocationListDto']).total;
}

async function tasksOf(page: Page): Promise<Schemas['TaskListDto']> {
  return (await (await page.request.get('/api/tasks?limit=100')).json()) as Schemas['TaskListDto'];
}

/** The first task of holidays. */
async function holidayTask(page: Page): Promise<Schemas['TaskDto']> {
  const { items } = await tasksOf(page);
  const found = items.find(({ cure }) => cure.kind === 'holidays');
  if (!found) throw new Error('No location lacks hours for a holiday.');
  return found;
}

const rowOf = (page: Page, { title }: Schemas['TaskDto']): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: title, exact: true }) });

test('shot', async ({ page }) => {
  await signIn(page);
  const tasks = await tasksOf(page);
  console.log(JSON.stringify(tasks, null, 1).slice(0, 12000));
  await page.setViewportSize(WIDE);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Tasks' })).toBeVisible();
  await page.screenshot({ path: '/tmp/h6shots/overview.png' });
  await page.goto('/dashboard?view=tasks');
  await rowOf(page, await holidayTask(page)).waitFor();
  await page.screenshot({ path: '/tmp/h6shots/tasks-wide.png', fullPage: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await page.screenshot({ path: '/tmp/h6shots/tasks-360.png', fullPage: true });
  await page.setViewportSize(WIDE);
  const first = tasks.items[0]!.first[0]!;
  await page.goto(`/dashboard?view=location-details&location=${first.locationId}`);
  await expect(page.getByRole('region', { name: 'Tasks here' })).toBeVisible();
  await page.screenshot({ path: '/tmp/h6shots/location.png', fullPage: true });
  await press(page, page.getByRole('button', { name: 'x' }).or(page.locator('body')).first()).catch(() => 0);
  void [hand, tabTo, expectAccessible];
});
