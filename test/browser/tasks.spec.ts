import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../../client/api/client.js';
import { expectAccessible, WIDE } from './support/accessibility.ts';
import { press, tabTo } from './support/focus.ts';
import { hand } from './support/hand.ts';
import { LOCATIONS, openLocations } from './support/many-locations.ts';
import { expect, test } from './support/product.ts';
import { stopSet } from './support/sets.ts';

type Task = Schemas['TaskDto'];

/** Opens the overview of a person with 500 locations, once all of them have been checked. @returns the tasks */
async function openOverview(page: Page): Promise<Task[]> {
  await openLocations(page);
  const checkOf = async () => (await tasksOf(page)).check;
  // The check tells how far it is.
  await expect.poll(async () => (await checkOf()).locations, 'the first are checked').toBeGreaterThan(0);
  await expect.poll(async () => (await checkOf()).locations, 'all are checked').toBe(LOCATIONS);
  await expect.poll(async () => (await checkOf()).state, 'the check is over').toBe('checked');
  await page.setViewportSize(WIDE);
  await page.goto('/dashboard');
  await expect(card(page)).toBeVisible();
  return (await tasksOf(page)).items;
}

async function tasksOf(page: Page): Promise<Schemas['TaskListDto']> {
  return (await (await page.request.get('/api/tasks?limit=100')).json()) as Schemas['TaskListDto'];
}

const card = (page: Page): Locator => page.getByRole('region', { name: 'Tasks', exact: true });
const heading = (page: Page, { title }: Task): Locator =>
  page.getByRole('heading', { level: 3, name: title, exact: true });
const rowOf = (page: Page, task: Task): Locator =>
  page.getByRole('listitem').filter({ has: heading(page, task) });

test('why something is to be done is one click away from the overview', async ({ page }) => {
  const [first] = await openOverview(page);
  await expectAccessible(page, 'the overview with tasks');
  const person = hand();
  await person.click(card(page).getByRole('link', { name: first!.title }));
  await expect(heading(page, first!)).toBeFocused();
  const { path, says } = first!.evidence;
  await expect(rowOf(page, first!)).toContainText(`${path} ${says}, read `);
  await expect(rowOf(page, first!).getByRole('link', { name: first!.source.title })).toBeVisible();
  expect(person.used).toEqual({ clicks: 1, fields: 0 });
  await expectAccessible(page, 'the tasks');
});

test('hours for a holiday are added where they are missing in at most 6 clicks', async ({ page }) => {
  const tasks = await openOverview(page);
  const ofHolidays = tasks.filter(({ cure }) => cure.kind === 'holidays');
  const task = ofHolidays.sort((one, other) => one.locations - other.locations)[0]!;
  const person = hand();
  await person.click(card(page).getByRole('link', { name: 'All tasks' }));
  await person.click(rowOf(page, task).getByRole('button', { name: /^Open in Holidays/ }));
  await expect(page.getByText(`Only the ${task.locations} locations of a task.`)).toBeVisible();
  await expect(page.getByText(`${task.locations} cells marked`)).toBeVisible();
  await expectAccessible(page, 'the table of holidays for a task', { sizes: [WIDE] });
  await person.click(page.getByRole('button', { name: 'Closed', exact: true }));
  await person.click(page.getByRole('button', { name: `Preview ${task.locations} changes` }));
  const change = page.getByRole('button', { name: `Change ${task.locations} locations` });
  await person.click(change);
  await expect(page).toHaveURL(/view=change-log&set=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(person.used.clicks).toBeLessThanOrEqual(6);
  await stopSet(page);
});

test('a task is dismissed with a reason, and brought back, by keyboard', async ({ page }) => {
  const tasks = await openOverview(page);
  const task = tasks.find(({ cure }) => cure.kind === 'field')!;
  await page.goto('/dashboard?view=tasks');
  const row = rowOf(page, task);
  const order = row.getByRole('button', { name: /^Order / });
  // Not by Tab through the panel, whose middle is below the screen.
  await order.focus();
  await page.keyboard.press('Shift+Tab');
  await tabTo(page, order);
  const sum = page.getByRole('tooltip');
  await expect(sum).toContainText('in 28 days');
  await expectAccessible(page, 'the arithmetic of an order', { sizes: [WIDE] });
  await page.keyboard.press('Escape');
  await expect(sum).toBeHidden();

  await press(page, row.getByRole('button', { name: /^Show each|^and .* more/ }));
  await expect(row.getByRole('list')).toContainText(task.evidence.path);
  await expectAccessible(page, 'the locations of a task');
  await page.keyboard.press('Enter');
  await expect(row.getByRole('list')).toHaveCount(0);

  await press(page, row.getByRole('button', { name: `Dismiss (${task.title})` }));
  const dialog = page.getByRole('dialog', { name: 'Dismiss this task?' });
  await expect(dialog.getByLabel('Why')).toBeFocused();
  await page.keyboard.type('The new site comes in spring.');
  await expectAccessible(page, 'the question why a task is dismissed');
  await press(page, dialog.getByRole('button', { name: 'Dismiss' }));
  await expect(row).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeFocused();

  await tabTo(page, page.getByRole('tab', { name: /^To do/ }));
  await page.keyboard.press('ArrowRight');
  // Other tests may have sent something for the same person.
  await expect(page.getByRole('tab', { name: /^Waiting for Google/, selected: true })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(row).toContainText('“The new site comes in spring.” Robin van Berg, for good');
  await expectAccessible(page, 'dismissed tasks');
  await press(page, row.getByRole('button', { name: /^Bring back/ }));
  await expect(page.getByRole('heading', { name: 'No dismissed tasks' })).toBeVisible();
});

test('a location lists what it could do better, and opens the field', async ({ page }) => {
  const tasks = await openOverview(page);
  const task = tasks.find(({ cure }) => cure.kind === 'field' && cure.field === 'description')!;
  const [location] = task.first;
  await page.goto(`/dashboard?view=location-details&location=${location!.locationId}`);
  const here = page.getByRole('region', { name: 'Tasks here' });
  await expect(here).toContainText(task.evidence.path);
  await expectAccessible(page, 'a location with tasks');
  await press(page, here.getByRole('button', { name: /^Write it/ }));
  await expect(page.getByRole('textbox', { name: 'Business description' })).toBeFocused();
});
