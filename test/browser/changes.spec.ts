import type { Page } from '@playwright/test';
import { answersOfConnected } from '../client/business-profile/builders.ts';
import { editList, googleEdit, value } from '../client/changes/builders.ts';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible } from './support/accessibility.ts';
import { openConnected } from './support/connect.ts';
import { mockRoutes } from './support/edge.ts';
import { press, tabTo } from './support/focus.ts';
import { expect, FROM_OUR_PAGE, openSignedIn } from './support/product.ts';
import { refresh, test } from './support/steered-product.ts';

const BOOKS = 'Riverside Books';
const PHONE = { phoneNumbers: { primaryPhone: '+44 1632 960555' } };

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Dashboard' });
const inbox = (page: Page) => page.getByRole('tab', { name: /^Google’s edits/ });

/** Opens the change log of a new user whose profile is connected and read. */
async function openLog(page: Page, email: string): Promise<void> {
  await openConnected(page, email);
  await page.goto('/dashboard?view=change-log');
  await expect(page.getByRole('heading', { name: 'Nothing has changed yet' })).toBeVisible();
}

test('by keyboard: an edit by Google is refused, comes back, and is accepted; hours are changed and put back', async ({
  page,
  steered,
}) => {
  const { world } = steered.google;
  await openLog(page, PEOPLE.idris);
  const before = world.location({ location: BOOKS });
  world.editByGoogle({ location: BOOKS, fields: PHONE });
  await refresh(page, steered);
  await tabTo(page, page.getByRole('tab', { name: /^All/ }));
  // The last tab has the locks.
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await expect(inbox(page)).toHaveAttribute('aria-selected', 'true');
  await expect(inbox(page)).toContainText('1');
  await expect(page.getByRole('heading', { name: '1 edit waits for you' })).toBeVisible();
  await expectAccessible(page, 'an edit by Google');
  await press(page, page.getByRole('button', { name: 'Keep mine' }));
  await expect(page.getByRole('heading', { name: 'No edits by Google' })).toBeVisible();
  expect(world.location({ location: BOOKS })).toEqual(before);

  await refresh(page, steered);
  world.editByGoogle({ location: BOOKS, fields: PHONE });
  await refresh(page, steered);
  await expect(page.getByText('This is the 2nd time.')).toBeVisible();
  await press(page, page.getByRole('button', { name: 'Use Google’s' }));
  await expect(page.getByRole('heading', { name: 'No edits by Google' })).toBeVisible();
  expect(world.location({ location: BOOKS })).toMatchObject({ fields: PHONE, differences: {} });

  const { regularHours } = world.location({ location: BOOKS }).fields;
  await press(page, navigation(page).getByRole('link', { name: 'Locations', exact: true }));
  await press(page, page.getByRole('link', { name: new RegExp(`^${BOOKS}`) }));
  await press(page, page.getByRole('button', { name: 'Edit Hours' }));
  await tabTo(page, page.getByRole('switch', { name: 'Tuesday, open or closed' }));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Tuesday from')).toBeFocused();
  await page.keyboard.type('0645AM');
  await press(page, page.getByRole('button', { name: 'Save Changes' }));
  await expect(page.getByRole('row', { name: /06:45/ })).toBeVisible();
  expect(world.location({ location: BOOKS }).fields.regularHours).not.toEqual(regularHours);

  await press(page, page.getByRole('link', { name: 'History' }));
  await expect(page.getByRole('table', { name: 'Changes' })).toBeVisible();
  await expectAccessible(page, 'the changes of a location');
  const hours = page.getByRole('row').filter({ hasText: 'Business hours' });
  await press(page, hours.getByRole('button', { name: 'Undo', exact: true }));
  const dialog = page.getByRole('dialog', { name: `Business hours of ${BOOKS}` });
  await expect(dialog.getByRole('heading', { name: 'Will change back' })).toBeVisible();
  await expectAccessible(page, 'the question before an undo');
  await press(page, dialog.getByRole('button', { name: 'Undo this change' }));
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Undone later.')).toBeVisible();
  expect(world.location({ location: BOOKS }).fields.regularHours).toEqual(regularHours);
});

test('who changed the phone number of a location is found and put back within 30 s', async ({
  page,
  steered,
}) => {
  const { world } = steered.google;
  await openLog(page, PEOPLE.tamsin);
  const location = 'Marlowe & Finch, Market Hill';
  const { id, fields } = world.location({ location });
  const changed = await page.request.patch(`/api/locations/${id}`, {
    headers: FROM_OUR_PAGE,
    data: { phoneNumber: '+44 1632 960777' },
  });
  expect(changed.status()).toBe(200);
  await page.goto('/dashboard');

  const start = performance.now();
  await navigation(page).getByRole('link', { name: 'Change Log' }).click();
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.getByRole('searchbox', { name: 'Search changes' }).fill('MF-01');
  const row = page.getByRole('row').filter({ hasText: 'Phone number' });
  await expect(row).toContainText('Robin van Berg');
  await row.getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Undo this change' }).click();
  await expect(row.filter({ hasText: 'Undoes an earlier change.' })).toBeVisible();
  expect(performance.now() - start).toBeLessThan(30_000);
  expect(world.location({ location }).fields).toEqual(fields);
});

test('on a phone an edit has both values, what it means and its buttons one below the other, with an address in one line', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const edit = googleEdit({
    field: 'websiteUri',
    yours: value({ text: 'https://marlowe.example.com/old' }),
    google: value({ text: 'https://marlowe.example.com/shops' }),
  });
  await mockRoutes(page, { ...answersOfConnected(), 'GET /api/google-edits': () => editList([edit]) });
  await openSignedIn(page, '/dashboard?view=change-log&tab=google-edits');
  const parts = [
    page.getByRole('group', { name: 'Yours' }),
    page.getByRole('group', { name: 'Public on Google' }),
    page.getByText(/^“Website” on Google opens/),
    page.getByRole('button', { name: 'Keep mine' }),
  ];
  await expect(parts.at(-1)!).toBeVisible();
  const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
  boxes.reduce((above, below) => {
    expect(below.y).toBeGreaterThanOrEqual(above.y + above.height);
    return below;
  });
  // Its name and one line.
  for (const { height } of boxes.slice(0, 2)) expect(height).toBeLessThan(80);
});
