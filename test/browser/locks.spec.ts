import type { Locator, Page } from '@playwright/test';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openConnected } from './support/connect.ts';
import { press } from './support/focus.ts';
import { expect } from './support/product.ts';
import { refresh, test } from './support/steered-product.ts';

const HOUR_MS = 60 * 60_000;
const BOOKS = 'Riverside Books';
const OWN = '+44 1632 960100';
const THEIRS = '+44 1632 960555';
const phone = (primaryPhone: string) => ({ phoneNumbers: { primaryPhone } });

const lockTab = (page: Page): Locator => page.getByRole('tab', { name: /^Locks/ });
const lockOf = (page: Page, name: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
const PHONE_LOCK = `Phone number of ${BOOKS}`;

test('Google’s edits of a locked field are put back twice, and then the page says why it is still wrong', async ({
  page,
  steered,
}) => {
  // Several readings of Google, and hours that pass between them.
  test.slow();
  const { world } = steered.google;
  world.editByOwner({ location: BOOKS, fields: phone(OWN) });
  await openConnected(page, PEOPLE.idris);
  const { id } = world.location({ location: BOOKS });
  await page.goto(`/dashboard?view=location-details&location=${id}`);
  await press(page, page.getByRole('button', { name: 'Lock the phone number' }));
  await expect(page.getByRole('link', { name: 'Locked: the phone number' })).toBeFocused();
  await expectAccessible(page, 'a locked field of a location');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '1 lock', exact: true })).toBeVisible();
  const lock = lockOf(page, PHONE_LOCK);
  await expect(lock).toContainText(`Kept: ${OWN}`);
  await expect(lock).toContainText('Nothing has changed since.');

  for (const times of [1, 2]) {
    world.editByGoogle({ location: BOOKS, fields: phone(THEIRS) });
    await refresh(page, steered);
    await expect(async () => {
      await steered.pass(page, 2_000);
      expect(world.location({ location: BOOKS }).differences).toEqual({});
    }, `what Google changed for time ${times} is put back`).toPass();
    await steered.pass(page, HOUR_MS);
    await expect(lock).toContainText(`${times} of 5 this field`);
  }
  world.editByGoogle({ location: BOOKS, fields: phone(THEIRS) });
  await refresh(page, steered);
  // The page reads its locks again within five minutes.
  await steered.pass(page, HOUR_MS);
  await expect(page.getByRole('heading', { name: '1 lock, 1 waits for you' })).toBeVisible();
  expect(world.location({ location: BOOKS }).differences).not.toEqual({});
  await expect(lock).toContainText('We’ve put this back twice. Now you decide.');
  await expect(lock).toContainText('2 of 2 this value');
  await expect(lock).toContainText('We left it for you to decide');
  await expectAccessible(page, 'a lock that waits for a person');

  await lock.getByRole('button', { name: /^See all/ }).click();
  const events = page.getByRole('dialog', { name: `Lock: ${PHONE_LOCK}` });
  await expect(events.getByRole('listitem').filter({ hasText: 'Locked by' })).toBeVisible();
  await expectAccessible(page, 'all that a lock did');
  await page.keyboard.press('Escape');
  await expect(events).toBeHidden();
  await page.getByRole('tab', { name: /^All/ }).click();
  const lines = page.getByRole('row').filter({ hasText: 'Put back by a lock' });
  await expect(lines).toHaveCount(2);
  await lockTab(page).click();

  await press(page, lock.getByRole('button', { name: /^Keep mine/ }));
  await expect(page.getByRole('heading', { name: '1 lock', exact: true })).toBeVisible();
  await expect(lock).toContainText('You kept your value');
  expect(world.location({ location: BOOKS }).differences).toEqual({});
});

test('an answer keeps it so, and another click unlocks it', async ({ page, steered }) => {
  const { world } = steered.google;
  world.editByOwner({ location: BOOKS, fields: phone(OWN) });
  await openConnected(page, PEOPLE.idris);
  await page.goto('/dashboard?view=change-log&tab=google-edits');
  world.editByGoogle({ location: BOOKS, fields: phone(THEIRS) });
  await refresh(page, steered);
  await expect(page.getByRole('heading', { name: '1 edit waits for you' })).toBeVisible();
  await press(page, page.getByRole('checkbox', { name: 'and keep it so' }), 'Space');
  await expectAccessible(page, 'an edit by Google that is to be kept so');
  await press(page, page.getByRole('button', { name: 'Keep mine' }));
  await expect(page.getByRole('heading', { name: 'No edits by Google' })).toBeVisible();
  expect(world.location({ location: BOOKS }).differences).toEqual({});
  await lockTab(page).click();
  const lock = lockOf(page, PHONE_LOCK);
  await expect(lock).toContainText('0 of 2 this value');
  await press(page, lock.getByRole('button', { name: /^Unlock/ }));
  const question = page.getByRole('alertdialog');
  await press(page, question.getByRole('button', { name: 'Unlock' }));
  await expect(page.getByRole('heading', { name: 'No locks yet' })).toBeVisible();
  await expectAccessible(page, 'no locks');
});
