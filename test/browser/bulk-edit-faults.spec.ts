import type { Locator, Page } from '@playwright/test';
import type { Schemas } from '../../client/api/client.js';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible } from './support/accessibility.ts';
import { allow, expectConnected, findAccessEnded, openConnected } from './support/connect.ts';
import { toast } from './support/messages.ts';
import { expect, FROM_OUR_PAGE } from './support/product.ts';
import { type SteeredProduct, test } from './support/steered-product.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** How many locations of a set get their change before Google takes no more. */
const SENT_FIRST = 2;

const ON_HOLD = 'Shingle no longer has access to Google. Reconnect first. The rest is on hold until then.';

const heading = (page: Page, name: string | RegExp): Locator => page.getByRole('heading', { level: 1, name });
const confirm = (page: Page): Locator => page.getByRole('button', { name: /^Change \d+ locations$/ });
const progress = (page: Page): Locator => page.getByRole('region', { name: 'Progress' });
/** What a screen reader says by itself. */
const said = (page: Page): Locator => page.getByRole('status').or(page.getByRole('alert'));

/** Makes a draft about the description of all locations. */
async function makeDraft(page: Page, description: string) {
  const answer = await page.request.post('/api/bulk-edits', {
    headers: FROM_OUR_PAGE,
    data: { choice: {}, change: { description }, name: 'New words' },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as Schemas['BulkEditDto'];
}

const previewUrl = ({ id }: { id: string }) => `/dashboard?view=bulk-edit&step=preview&draft=${id}`;
const setUrl = ({ id }: { id: string }) => `/dashboard?view=change-log&set=${id}`;

/** Opens the preview of a draft of a new user whose Google takes only the first changes. */
async function openPreview(page: Page, { google }: SteeredProduct, description: string) {
  await openConnected(page, PEOPLE.tamsin, '8');
  google.faults.next('locations.patch', 'throttled', { after: SENT_FIRST, times: 1_000 });
  const draft = await makeDraft(page, description);
  await page.goto(previewUrl(draft));
  const { changes } = draft.counts;
  await expect(heading(page, `${changes} locations change`)).toBeVisible();
  return { draft, changes };
}

/** Confirms what the page shows, and waits until Google has the first of it. */
async function begin(page: Page, changes: number): Promise<void> {
  await confirm(page).click();
  await expect(page).toHaveURL(/view=change-log&set=/);
  await expect(progress(page).getByRole('heading')).toHaveText(`${SENT_FIRST} of ${changes} locations sent`);
}

test.afterEach(({ steered }) => steered.google.faults.clear());

test('a connection that is lost in the middle holds the rest, which is named when it ends, and is retried', async ({
  page,
  steered,
}) => {
  const { google } = steered;
  const { draft, changes } = await openPreview(page, steered, 'Open from six, at {name}.');
  await begin(page, changes);
  google.world.revokeAccess({ email: PEOPLE.tamsin });
  await findAccessEnded(page);
  await steered.pass(page, HOUR_MS);
  await expect(progress(page)).toContainText('On hold');
  await expect(said(page).getByText(ON_HOLD)).toBeAttached();
  await expect(page.getByRole('main').getByText(ON_HOLD)).toBeVisible();
  await expect(progress(page).getByRole('heading')).toHaveText(`${SENT_FIRST} of ${changes} locations sent`);
  await expectAccessible(page, 'a set whose connection is lost');

  await page.goto('/dashboard?view=setup');
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('button', { name: 'Connect Google Business Profile' }).click();
  await allow(page, PEOPLE.tamsin);
  await expectConnected(page);
  await page.goto(setUrl(draft));
  const left = changes - SENT_FIRST;
  const table = page.getByRole('table', { name: 'Locations: Need you' });
  await expect(table.getByText('The Google account was disconnected before this was sent.')).toHaveCount(
    left,
  );
  await expect(table.getByRole('link')).toHaveCount(left);
  await expectAccessible(page, 'a set that ended with the connection');
  google.faults.clear();
  await page.getByRole('button', { name: `Retry ${left} failed` }).click();
  await expect(toast(page, `Retrying ${left} locations.`)).toBeVisible();
  await expect(heading(page, 'New words')).toBeFocused();
  await expect(said(page).getByText(`${changes} locations changed.`)).toBeAttached();
  await expect(progress(page).getByRole('heading')).toHaveText(`${changes} of ${changes} locations sent`);
});

test('two tabs: a draft that the other one has changed or confirmed is said, and a stop is seen in both', async ({
  page,
  context,
  steered,
}) => {
  const { draft, changes } = await openPreview(page, steered, 'Open from seven, at {name}.');
  const other = await context.newPage();
  await other.goto(previewUrl(draft));
  await expect(heading(other, `${changes} locations change`)).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.getByLabel('Text customers read').fill('Open from eight, at {name}.');
  await page.getByRole('button', { name: 'Preview changes' }).click();
  await expect(page.getByRole('list', { name: 'Locations' })).toContainText('eight, at');

  await confirm(other).click();
  await expect(
    other.getByRole('main').getByText(/^This bulk edit was changed somewhere else\./),
  ).toBeVisible();
  await expect(other.getByRole('list', { name: 'Locations' })).toContainText('eight, at');
  await expect(heading(other, `${changes} locations change`)).toBeFocused();
  await expectAccessible(other, 'a preview that was changed in another tab');

  // A reload in the middle shows the same preview, and later the same set.
  await page.reload();
  await expect(page.getByRole('list', { name: 'Locations' })).toContainText('eight, at');
  await begin(page, changes);
  await page.goBack();
  await expect(page.getByText('This edit was confirmed')).toBeVisible();
  await page.goForward();
  await confirm(other).click();
  await expect(said(other).getByText('This bulk edit has been confirmed already.')).toBeAttached();
  await expect(heading(other, 'Change many locations')).toBeFocused();
  await expect(other.getByText('This edit was confirmed')).toBeVisible();
  await other.getByRole('link', { name: 'See how it goes' }).click();
  await expect(progress(other).getByRole('heading')).toHaveText(`${SENT_FIRST} of ${changes} locations sent`);

  await page.reload();
  await page.getByRole('button', { name: 'Stop' }).click();
  for (const tab of [page, other])
    await expect(
      tab.getByText(
        `These changes were stopped. ${changes - SENT_FIRST} of ${changes} locations got nothing.`,
      ),
    ).toBeVisible();
  await expect(said(other).getByText(/^2 of \d locations changed\./)).toBeAttached();
  await expectAccessible(other, 'a set that was stopped in another tab');
});
