import type { Locator, Page } from '@playwright/test';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openConnected } from './support/connect.ts';
import { press } from './support/focus.ts';
import { expect, FROM_OUR_PAGE } from './support/product.ts';
import { refresh, type SteeredProduct, test } from './support/steered-product.ts';

const HOUR_MS = 60 * 60_000;
const BOOKS = 'Riverside Books';
const OWN = '+44 1632 960100';
const THEIRS = '+44 1632 960555';
const phone = (primaryPhone: string) => ({ phoneNumbers: { primaryPhone } });

const lockOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
const PHONE_LOCK = `Phone number of ${BOOKS}`;

/** Has Google change the phone number of the bookshop, which is then read. */
async function edited(page: Page, steered: SteeredProduct): Promise<void> {
  steered.google.world.editByGoogle({ location: BOOKS, fields: phone(THEIRS) });
  await refresh(page, steered);
}

/** Has a lock put the own value back. */
async function putBack(page: Page, steered: SteeredProduct): Promise<void> {
  await edited(page, steered);
  await expect(async () => {
    await steered.pass(page, 2_000);
    expect(steered.google.world.location({ location: BOOKS }).differences).toEqual({});
  }, 'the own value is put back').toPass();
  // The page reads its locks again within five minutes.
  await steered.pass(page, HOUR_MS);
}

/** Connects somebody whose bookshop has a phone number of its own. @returns the id of the bookshop */
async function connect(page: Page, { google: { world } }: SteeredProduct): Promise<string> {
  world.editByOwner({ location: BOOKS, fields: phone(OWN) });
  await openConnected(page, PEOPLE.idris);
  return world.location({ location: BOOKS }).id;
}

test('a field is locked in the details, and what Google changes there is put back', async ({
  page,
  steered,
}) => {
  const id = await connect(page, steered);
  await page.goto(`/dashboard?view=location-details&location=${id}`);
  await press(page, page.getByRole('button', { name: 'Lock the phone number' }));
  await expect(page.getByRole('link', { name: 'Locked: the phone number' })).toBeFocused();
  await expectAccessible(page, 'a locked field of a location');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '1 lock', exact: true })).toBeVisible();
  const lock = lockOf(page, PHONE_LOCK);
  await expect(lock).toContainText(`Kept: ${OWN}`);
  await expect(lock).toContainText('Nothing has changed since.');
  await putBack(page, steered);
  await expect(lock).toContainText('1 of 5 this field');
  await page.getByRole('tab', { name: /^All/ }).click();
  await expect(page.getByRole('row').filter({ hasText: 'Put back by a lock' })).toContainText('A lock');
});

test('what comes a third time waits, and the page says why it is still wrong', async ({ page, steered }) => {
  const id = await connect(page, steered);
  const made = await page.request.post('/api/locks', {
    headers: FROM_OUR_PAGE,
    data: { fields: ['phoneNumber'], choice: { locationIds: [id] } },
  });
  expect(made.status()).toBe(201);
  await page.goto('/dashboard?view=change-log&tab=locks');
  await putBack(page, steered);
  await putBack(page, steered);
  await edited(page, steered);
  await steered.pass(page, HOUR_MS);
  await expect(page.getByRole('heading', { name: '1 lock, 1 waits for you' })).toBeVisible();
  expect(steered.google.world.location({ location: BOOKS }).differences).not.toEqual({});
  const lock = lockOf(page, PHONE_LOCK);
  await expect(lock).toContainText('We’ve put this back twice. Now you decide.');
  await expect(lock).toContainText('2 of 2 this value');
  await expect(lock).toContainText('We left it for you to decide');
  await expectAccessible(page, 'a lock that waits for a person');
  await press(page, lock.getByRole('button', { name: /^Keep mine/ }));
  await expect(page.getByRole('heading', { name: '1 lock', exact: true })).toBeVisible();
  await expect(lock).toContainText('You kept your value');
  expect(steered.google.world.location({ location: BOOKS }).differences).toEqual({});
});

test('an answer keeps it so, and another click unlocks it', async ({ page, steered }) => {
  await connect(page, steered);
  await page.goto('/dashboard?view=change-log&tab=google-edits');
  await edited(page, steered);
  await expect(page.getByRole('heading', { name: '1 edit waits for you' })).toBeVisible();
  await press(page, page.getByRole('checkbox', { name: 'and keep it so' }), 'Space');
  await expectAccessible(page, 'an edit by Google that is to be kept so');
  await press(page, page.getByRole('button', { name: 'Keep mine' }));
  await expect(page.getByRole('heading', { name: 'No edits by Google' })).toBeVisible();
  expect(steered.google.world.location({ location: BOOKS }).differences).toEqual({});
  await page.getByRole('tab', { name: /^Locks/ }).click();
  const lock = lockOf(page, PHONE_LOCK);
  await expect(lock).toContainText('0 of 2 this value');
  await press(page, lock.getByRole('button', { name: /^Unlock/ }));
  const question = page.getByRole('alertdialog');
  await press(page, question.getByRole('button', { name: 'Unlock' }));
  await expect(page.getByRole('heading', { name: 'No locks yet' })).toBeVisible();
  await expectAccessible(page, 'no locks');
});
