import type { Browser, Locator, Page } from '@playwright/test';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible } from './support/accessibility.ts';
import { findAccessEnded, openConnected } from './support/connect.ts';
import { tabTo } from './support/focus.ts';
import { expect } from './support/product.ts';
import { type SteeredProduct, test } from './support/steered-product.ts';

const MINUTE_MS = 60_000;

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const settings = (page: Page) => page.getByRole('main');

async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press(key);
}

/** Email with quiet hours all day and without one kind, and a webhook. */
async function setUpByKeyboard(page: Page, { hooks }: SteeredProduct): Promise<void> {
  await press(page, bell(page, 'Notices'));
  await press(page, page.getByRole('link', { name: 'Notice settings' }));
  const dialog = settings(page);
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
  await press(page, dialog.getByRole('switch', { name: 'Send notices by email' }), 'Space');
  await press(page, dialog.getByRole('button', { name: 'Confirm address' }));
  await expect(dialog.getByText(/^A link is on its way to .* Open it within 24 hours,/)).toBeVisible();
  await press(page, dialog.getByRole('switch', { name: 'A post is held, by email' }), 'Space');
  await expect(dialog.getByRole('radio', { name: 'My choice' })).toBeChecked();
  await press(page, dialog.getByRole('switch', { name: 'Quiet hours' }), 'Space');
  await tabTo(page, dialog.getByLabel('From'));
  await page.keyboard.type('1200AM');
  await tabTo(page, dialog.getByLabel('Until'));
  await page.keyboard.type('1159PM');
  await tabTo(page, dialog.getByLabel('Address', { exact: true }));
  await page.keyboard.type(hooks.address);
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await press(page, dialog.getByRole('button', { name: 'Send a test' }));
  await expect.poll(() => hooks.messages.map(({ type }) => type)).toEqual(['test']);
  await page.clock.fastForward(3_000);
  await expect(dialog.getByText('Delivered:')).toBeVisible();
  await expectAccessible(page, 'the settings of notices');
}

/** Opens the latest email in the mailbox page. */
async function openMail(page: Page, subject: string) {
  await page.goto('/mailbox');
  await page.getByRole('link', { name: subject }).click();
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  return page.frameLocator('iframe');
}

/** Reads and ends email in a browser that is not signed in. */
async function unsubscribe(browser: Browser, origin: string): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, reducedMotion: 'reduce' });
  const reader = await context.newPage();
  await reader.goto('/mailbox');
  await expectAccessible(reader, 'the mailbox');
  const mail = await openMail(reader, 'The connection to Google ended');
  await expect(mail.getByText(`Nothing is published until you reconnect ${PEOPLE.idris}.`)).toBeVisible();
  await expectAccessible(reader, 'an email in the mailbox');
  await mail.getByRole('link', { name: 'Unsubscribe' }).click();
  await expectAccessible(reader, 'the page that ends email');
  await reader.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(reader.getByRole('heading', { name: 'You’re unsubscribed' })).toBeVisible();
  await expectAccessible(reader, 'the end of email');
  await context.close();
}

/** An email as it is rendered, outside of its frame. */
async function expectMailAccessible(page: Page): Promise<void> {
  const path = (await page.locator('iframe').getAttribute('src')) ?? '';
  const answer = await page.request.get(path);
  await page.goto('about:blank');
  await page.setContent(await answer.text());
  await expectAccessible(page, 'an email');
}

test('a connection that is lost is in the bell, in the mailbox and at the webhook within a minute', async ({
  page,
  browser,
  steered,
}) => {
  const { google, hooks, origin } = steered;
  await openConnected(page, PEOPLE.idris, '5');
  await setUpByKeyboard(page, steered);
  const proof = await openMail(page, 'Confirm your address for Shingle');
  await proof.getByRole('link', { name: 'Confirm this address' }).press('Enter');
  await expect(page.getByRole('main').getByText(/^Your address is confirmed\./)).toBeVisible();
  await expectAccessible(page, 'an address that was confirmed');

  google.world.revokeAccess({ email: PEOPLE.idris });
  await findAccessEnded(page);
  const firstReading = page.waitForResponse('**/api/notices?*');
  await page.goto('/dashboard?view=locations');
  await firstReading;
  await expect(page.getByRole('main').getByText(/^Shingle no longer has access/)).toBeVisible();
  await steered.pass(page, MINUTE_MS);
  await expect(bell(page, 'Notices, 1 new')).toBeVisible();
  await expect
    .poll(() => hooks.messages.flatMap(({ notices }) => notices.map(({ kind }) => kind)))
    .toEqual(['connection_lost']);
  await unsubscribe(browser, origin);

  await press(page, bell(page, 'Notices, 1 new'));
  await expect(page.getByRole('link', { name: /^The connection to Google ended/ })).toBeVisible();
  await expectAccessible(page, 'a new notice');
  await press(page, page.getByRole('link', { name: /^The connection to Google ended/ }));
  await expect(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeFocused();
  await press(page, bell(page, 'Notices'));
  await press(page, page.getByRole('link', { name: 'Notice settings' }));
  await expect(settings(page).getByRole('switch', { name: 'Send notices by email' })).not.toBeChecked();

  await openMail(page, 'The connection to Google ended');
  await expectMailAccessible(page);
});
