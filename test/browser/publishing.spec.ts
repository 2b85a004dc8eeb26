import type { Page } from '@playwright/test';
import { controlOf, PEOPLE } from '../support/google-simulator.js';
import { expect, openSignedIn, test } from './product.js';

/** Through Google's consent page, on which somebody else may have chosen before. */
async function connect(page: Page, button: string): Promise<void> {
  await page.getByRole('button', { name: button }).first().click();
  await page.getByRole('button', { name: PEOPLE.tamsin }).click();
  await page.getByRole('button', { name: 'Allow' }).click();
  await expect(page.getByText('Google Business Profile connected successfully!')).toBeVisible();
}

/** Schedules a post for some seconds from now: the form knows whole minutes only. */
async function schedule(page: Page, summary: string): Promise<void> {
  const places = await page.request.get('/api/locations?search=Okonjo%20Ceramics');
  const { items } = (await places.json()) as { items: { id: string }[] };
  const answer = await page.request.post('/api/posts', {
    data: {
      locationId: items[0]?.id,
      publishAt: new Date(Date.now() + 4_000).toISOString(),
      postBody: { languageCode: 'en-US', summary, topicType: 'STANDARD' },
    },
  });
  expect(answer.status()).toBe(201);
}

test('a post goes out at its time, which the calendar shows by itself; held without access, it goes out after reconnecting', async ({
  page,
  context,
}) => {
  await openSignedIn(page, '/dashboard?view=setup');
  await connect(page, 'Connect Google Business Profile');
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await expect(page.getByRole('definition').nth(1)).toHaveText('8');

  const first = 'The kiln is warm: come and see';
  await schedule(page, first);
  await page.goto('/dashboard?view=calendar');
  const row = page.getByRole('row').filter({ hasText: first });
  await expect(row).toContainText('Scheduled');
  await expect(row).toContainText('Published', { timeout: 40_000 });
  const opened = context.waitForEvent('page');
  await row.getByRole('link', { name: /^View on Google/ }).click();
  const atGoogle = await opened;
  await expect(atGoogle.getByText(first)).toBeVisible();
  const google = controlOf(new URL(atGoogle.url()).origin);
  await atGoogle.close();

  await google.world.revokeAccess({ email: PEOPLE.tamsin });
  const second = 'Glazes for the autumn are here';
  await schedule(page, second);
  await page.reload();
  const held = page.getByRole('row').filter({ hasText: second });
  await expect(held).toContainText(/reconnect/i, { timeout: 40_000 });
  await connect(page, 'Reconnect');
  await page.goto('/dashboard?view=calendar');
  await expect(held).toContainText('Published', { timeout: 40_000 });
});
