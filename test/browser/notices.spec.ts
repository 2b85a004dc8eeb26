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
import { expect, openSignedIn, test } from './support/product.ts';

const OTHER_TARGET = 'https://hooks.example.com/other';

const bell = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('by keyboard: the bell opens the notices, each leads to what it is about, and all can be marked as read', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const notices = [
    notice(),
    notice({ id: uuid(2), kind: 'location_suspended', title: 'Google suspended a location' }),
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
  const dialog = page.getByRole('dialog', { name: 'Notices' });
  await expect(dialog.getByRole('link')).toHaveCount(2);
  await expectAccessible(page, 'the notices');
  await tabTo(page, dialog.getByRole('button', { name: 'Mark all as read' }));
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('New', { exact: true })).toHaveCount(0);
  await tabTo(page, dialog.getByRole('link', { name: notice().title }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeFocused();
  await expect(bell(page, 'Notices')).toBeVisible();
});

test('the settings of notices open from the account, with a webhook and its messages', async ({ page }) => {
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
  await page.getByRole('button', { name: /^Your account:/ }).click();
  await page.getByRole('button', { name: 'Notice settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notice settings' });
  await expect(dialog.getByText('500: Out of order')).toHaveCount(3);
  await dialog.getByLabel('Address').fill(webhook().target);
  await dialog.getByRole('button', { name: 'Add webhook' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy key' })).toBeVisible();
  await dialog
    .getByRole('article', { name: OTHER_TARGET })
    .getByText(/^What is sent/)
    .click();
  await expectAccessible(page, 'the settings of notices');
});
