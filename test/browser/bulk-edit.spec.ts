import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../../client/api/client.js';
import { expectAccessible } from './support/accessibility.ts';
import { dayFromNow } from './support/composer.ts';
import { tabTo } from './support/focus.ts';
import { hand } from './support/hand.ts';
import { toast } from './support/messages.ts';
import { LOCATIONS, openLocations } from './support/many-locations.ts';
import { expect, FROM_OUR_PAGE, test } from './support/product.ts';

const chooser = (page: Page): Locator => page.getByRole('dialog', { name: 'Choose locations' });
const change = (page: Page): Locator => page.getByRole('button', { name: /^Change \d+ locations$/ });

// The first of this file: the sets of the other tests would take turns at Google with this one.
test('a server that is killed in the middle of a set goes on where it was, and the open page says so', async ({
  page,
  product,
}) => {
  await openLocations(page);
  const answer = await page.request.post('/api/bulk-edits', {
    headers: FROM_OUR_PAGE,
    data: { choice: {}, change: { description: 'Open on Sundays too, at {name}.' } },
  });
  const { id } = (await answer.json()) as Schemas['BulkEditDto'];
  await page.goto(`/dashboard?view=bulk-edit&step=preview&draft=${id}`);
  await change(page).click();
  const sent = page.getByRole('region', { name: 'Progress' }).getByRole('heading');
  const sentNow = async () => Number((await sent.textContent())?.split(' ', 1)[0]?.replace(',', ''));
  await expect.poll(sentNow, 'the first is sent').toBeGreaterThan(0);
  await product.crash();
  const before = await sentNow();
  await expect.poll(sentNow, 'more is sent').toBeGreaterThan(before);
  await expectAccessible(page, 'a set after a restart');
  await page.reload();
  await expect.poll(sentNow, 'the same set').toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText(/^These changes were stopped\./)).toBeVisible();
});

test('closed for two days and open for some hours on a third at 500 locations takes 8 clicks and 3 fields', async ({
  page,
}) => {
  await openLocations(page);
  const [first, last] = [await dayFromNow(page, 26), await dayFromNow(page, 28)];
  const { used, click, fill } = hand();
  await click(page.getByRole('link', { name: 'Change many', exact: true }));
  await click(chooser(page).getByText(`All ${LOCATIONS} locations`));
  await click(chooser(page).getByRole('button', { name: `Choose ${LOCATIONS} locations` }));
  await expect(page.getByRole('heading', { level: 1, name: `Change ${LOCATIONS} locations` })).toBeVisible();
  await fill(page.getByLabel('First day'), first);
  await fill(page.getByLabel('Last day'), last);
  await click(page.getByRole('button', { name: 'Add days' }));
  await expect(page.getByText(/^Draft, kept until /)).toBeVisible();
  const day = page.getByRole('switch', { name: /, open or closed$/ });
  await expect(day).toHaveCount(3);
  await click(page.locator(`[data-date="${first}"]`).getByRole('switch'));
  await expectAccessible(page, 'what changes at many locations');
  await click(page.getByRole('button', { name: 'Preview changes' }));
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Locations' });
  await expect(rows).toContainText('10:00–14:00');
  await expect(rows).toContainText('Closed');
  await expectAccessible(page, 'the preview of many locations');
  await click(change(page));
  await expect(page).toHaveURL(/view=change-log&set=/);
  expect(used.clicks).toBeLessThanOrEqual(8);
  expect(used.fields).toBeLessThanOrEqual(3);
  await expect(toast(page, /^\d+ locations will be changed\.$/)).toBeVisible();

  const undo = hand();
  await undo.click(page.getByRole('main').getByRole('button', { name: 'Undo all' }));
  const question = page.getByRole('dialog');
  await undo.click(question.getByRole('button', { name: /^Undo/ }));
  await expect(question).toBeHidden();
  expect(undo.used).toEqual({ clicks: 2, fields: 0 });
});

test('by keyboard, and a reload in the middle loses nothing', async ({ page }) => {
  await openLocations(page);
  const press = async (target: Locator, key = 'Enter'): Promise<void> => {
    await tabTo(page, target);
    await page.keyboard.press(key);
  };
  await press(page.getByRole('link', { name: 'Change many', exact: true }));
  await expect(chooser(page).getByRole('checkbox', { name: `All ${LOCATIONS} locations` })).toBeVisible();
  await press(chooser(page).getByRole('checkbox', { name: `All ${LOCATIONS} locations` }), 'Space');
  await press(chooser(page).getByRole('button', { name: 'Skip the list' }));
  await expect(chooser(page).getByRole('button', { name: `Choose ${LOCATIONS} locations` })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: `Change ${LOCATIONS} locations` })).toBeFocused();
  await press(page.getByRole('checkbox', { name: 'Special hours' }), 'Space');
  await press(page.getByRole('checkbox', { name: 'Description' }), 'Space');
  await tabTo(page, page.getByLabel('Text customers read'));
  await page.keyboard.type('Bread baked through the night at {name}.');
  await page.reload();
  await expect(page.getByLabel('Text customers read')).toHaveValue(
    'Bread baked through the night at {name}.',
  );
  await press(page.getByRole('button', { name: 'Preview changes' }));
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeFocused();
  // The step before the heading.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Text customers read')).toHaveValue(
    'Bread baked through the night at {name}.',
  );
  await expect(page.getByText(/^Draft, kept until /)).toBeVisible();
  await press(page.getByRole('button', { name: 'Preview changes' }));
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeFocused();
  await press(page.getByRole('button', { name: 'Skip the list' }));
  await expect(change(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/view=change-log&set=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('a draft is opened again on a phone', async ({ page }) => {
  await openLocations(page);
  const answer = await page.request.post('/api/bulk-edits', {
    headers: FROM_OUR_PAGE,
    data: { choice: {}, change: { description: 'Bread from seven, at {name}.' }, name: 'New words' },
  });
  expect(answer.status()).toBe(201);
  const { id } = (await answer.json()) as Schemas['BulkEditDto'];
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/dashboard?view=bulk-edit');
  await chooser(page).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('region', { name: 'Drafts' }).getByRole('link', { name: 'New words' }).click();
  await expect(page).toHaveURL(new RegExp(id));
  await expect(page.getByLabel('Text customers read')).toHaveValue('Bread from seven, at {name}.');
  await expectAccessible(page, 'what changes, on a phone');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /^\d+ locations change$/ })).toBeVisible();
  await expectAccessible(page, 'the preview, on a phone');
});
