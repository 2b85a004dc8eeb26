import type { Page } from '@playwright/test';
import {
  delivery,
  mailChannel,
  notice,
  noticeList,
  noticeSettings,
  uuid,
  webhook,
} from '../client/notices/builders.ts';
import { expectAccessible } from './support/accessibility.ts';
import { mockRoutes } from './support/edge.ts';
import { tabTo } from './support/focus.ts';
import { hand } from './support/hand.ts';
import { expect, openSignedIn, test } from './support/product.ts';

const OTHER_TARGET = 'https://hooks.example.com/other';

/** The height of a line of small text, with the plate of a store code. */
const LINE_PX = 24;

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('by keyboard: the bell opens the notices, each leads to what it is about, and all can be marked as read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const notices = [
    notice(),
    notice({
      id: uuid(2),
      kind: 'reply_rejected',
      title: 'Google rejected a reply',
      storeCode: 'HC-01',
      text: `${'Google considers this reply advertising '.repeat(3)}. Hearth & Crumb, Market Square.`,
    }),
  ];
  await mockRoutes(page, {
    'GET /api/notices': () => noticeList(notices),
    'POST /api/notices/read': () =>
      void notices.splice(0, 2, ...notices.map((each) => ({ ...each, isRead: true }))),
  });
  await openSignedIn(page, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await tabTo(page, bell(page, 'Notices, 2 new'));
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: /^Notices/ });
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  // The whole width below the header, which stays.
  expect(await dialog.boundingBox()).toMatchObject({ x: 0, y: 56 });
  await expectAccessible(page, 'the notices');
  const reason = await dialog.getByText(/^Store code HC-01 Google considers/).boundingBox();
  expect(reason?.height).toBeLessThanOrEqual(2 * LINE_PX);
  await tabTo(page, dialog.getByRole('button', { name: 'Mark all as read' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText(', new')).toHaveCount(0);
  await tabTo(page, dialog.getByRole('link', { name: notice().title }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeFocused();
  await expect(bell(page, 'Notices')).toBeVisible();
});

test('the settings of notices are a page, with a webhook and its messages', async ({ page }) => {
  const webhooks = [
    webhook(),
    webhook({ id: uuid(52), target: OTHER_TARGET, pausedReason: 'Paused: the last 9 tries failed.' }),
  ];
  const failed = delivery({ id: uuid(72), state: 'failed', answerCode: 500, answer: 'Out of order' });
  await mockRoutes(page, {
    'GET /api/notice-settings': () =>
      noticeSettings({
        canMail: true,
        quietHours: { from: '22:00', until: '07:00' },
        channels: [mailChannel({ isProven: false }), ...webhooks],
      }),
    'GET /api/deliveries': () => ({ items: [delivery(), failed], nextCursor: null }),
    'POST /api/channels': () => ({ ...webhooks[0], secret: `whsec_${'c2hpbmdsZQ'.repeat(4)}` }),
  });
  await openSignedIn(page, '/dashboard');
  await bell(page, 'Notices').click();
  await page.getByRole('link', { name: 'Notice settings' }).click();
  const section = page.locator('#notices');
  await expect(section).toBeFocused();
  await expect(section).toBeInViewport();
  const view = page.getByRole('main');
  await expect(view.getByText('500: Out of order')).toHaveCount(3);
  await view.getByLabel('Address', { exact: true }).fill(webhook().target);
  await view.getByRole('button', { name: 'Add webhook' }).click();
  await expect(view.getByRole('button', { name: 'Copy key' })).toBeVisible();
  await view
    .getByRole('article', { name: OTHER_TARGET })
    .getByText(/^What is sent/)
    .click();
  await expectAccessible(page, 'the settings of notices');
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test('email about failed posts: 2 clicks and an address from any page', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await openSignedIn(page, '/dashboard?view=accounts');
  await expect(page.getByRole('heading', { level: 1, name: 'Business Accounts' })).toBeVisible();
  const { used, click, fill } = hand();
  await click(bell(page, 'Notices'));
  const panel = page.getByRole('dialog', { name: 'Notices' });
  await click(panel.getByRole('switch', { name: 'Email me when a post fails' }));
  const field = panel.getByLabel('Email address');
  await expect(field).toBeFocused();
  const address = `kim-${crypto.randomUUID()}@example.com`;
  await fill(field, address);
  await page.keyboard.press('Enter');
  await expect(panel.getByText(`A link is on its way to ${address}.`)).toBeVisible();
  expect(used).toEqual({ clicks: 2, fields: 1 });
  await expectAccessible(page, 'the notices with an address that is not confirmed');
  const { width = 0, y = 0 } = (await panel.boundingBox()) ?? {};
  expect([width, y]).toEqual([420, 62]);
  // There is no backdrop: a click elsewhere closes the panel and does what it says.
  await page.getByRole('link', { name: 'Connection' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Connection' })).toBeVisible();
  await expect(panel).toBeHidden();

  await page.goto('/mailbox');
  await page.getByRole('listitem').filter({ hasText: address }).getByRole('link').click();
  await page.frameLocator('iframe').getByRole('link', { name: 'Confirm this address' }).click();
  await expect(page.getByRole('main').getByText('Your address is confirmed.')).toBeVisible();
  await bell(page, 'Notices').click();
  await expect(panel.getByText(`On, to ${address}`)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(bell(page, 'Notices')).toBeFocused();
});

test('a webhook can be tried without a receiver, and its signature is checked', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=settings#webhooks');
  const view = page.getByRole('main');
  await view.getByLabel('Address', { exact: true }).fill('https://webhooks.practice.invalid/robin');
  await view.getByRole('button', { name: 'Add webhook' }).click();
  const webhooks = view.getByRole('article', { name: 'https://webhooks.practice.invalid/robin' });
  await webhooks.getByRole('button', { name: 'Send a test' }).click();
  await expect(webhooks.getByText('200: Kept on this machine. The signature is right.')).toBeVisible();
  const opened = page.waitForEvent('popup');
  await view.getByRole('link', { name: 'Open the page' }).click();
  const sink = await opened;
  await expectAccessible(sink, 'the webhooks of this machine');
  await sink
    .getByRole('listitem')
    .filter({ hasText: '/robin' })
    .getByRole('link', { name: 'A test' })
    .click();
  await expect(sink.getByText('The signature is right.')).toBeVisible();
  await expectAccessible(sink, 'a message to a webhook');
});
