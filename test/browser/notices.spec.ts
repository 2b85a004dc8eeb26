import type { Page } from '@playwright/test';
import { notice, noticeList, uuid } from '../client/notices/builders.js';
import { expectAccessible } from './accessibility.js';
import { mockRoutes } from './edge.js';
import { tabTo } from './focus.js';
import { expect, openSignedIn, test } from './product.js';

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
  await tabTo(page, dialog.getByRole('link').first());
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: 'Content Calendar' })).toBeFocused();
  await expect(bell(page, 'Notices')).toBeVisible();
});
