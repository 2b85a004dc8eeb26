import { dayFromNow, dialog, field, openComposer, submit } from '../support/composer.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const MARKET_SQUARE = '/dashboard?view=location-details&location=sample-101';

test.describe('in Kolkata', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });
  const ZONE = /Asia\/(Kolkata|Calcutta), GMT\+5:30/;

  test('24 · the default is in one hour, and list and details show the time that was typed in the named zone', async ({
    page,
  }) => {
    const now = await page.evaluate(() => Date.now());
    await page.clock.setFixedTime('2026-11-21T08:25:00Z');
    await openSignedIn(page, MARKET_SQUARE);
    await openComposer(page);
    await expect(field(page, 'Date')).toHaveValue('2026-11-21');
    await expect(field(page, 'Time')).toHaveValue('14:55');
    await expect(dialog(page).getByText(ZONE)).toContainText('in 1 h');

    // From here on as late as it is for the server.
    await page.clock.setFixedTime(now);
    await field(page, 'Post content').fill('Cardamom buns');
    await field(page, 'Date').fill(await dayFromNow(page, 7));
    await field(page, 'Time').fill('14:55');
    await submit(page);
    await page.getByRole('navigation').getByRole('link', { name: 'Content Calendar' }).click();
    await expect(page.getByRole('main').getByText(ZONE)).toBeVisible();
    const row = page.getByRole('row').filter({ hasText: 'Cardamom buns' });
    await expect(row).toContainText('14:55');
    await row.getByRole('button', { name: 'View' }).click();
    await expect(dialog(page).getByText(/14:55 \(Asia/)).toContainText(ZONE);
  });
});

test.describe('in Berlin', () => {
  test.use({ timezoneId: 'Europe/Berlin' });

  test('25 · an hour that is skipped is refused with a message, and one that comes twice is chosen by its offset', async ({
    page,
  }) => {
    await page.clock.setFixedTime('2026-11-21T10:00:00Z');
    await openSignedIn(page, MARKET_SQUARE);
    await openComposer(page);
    await field(page, 'Post content').fill('Early bread');
    await field(page, 'Date').fill('2027-03-28');
    await field(page, 'Time').fill('02:30');
    await submit(page);
    await expect(field(page, 'Date')).toHaveAccessibleDescription(
      /^This time doesn’t exist on that day because the clocks go forward\./,
    );
    await expect(field(page, 'Date')).toBeFocused();

    await field(page, 'Date').fill('2027-10-31');
    const which = field(page, 'The clocks go back: which 02:30\\?');
    await expect(which.getByRole('option')).toHaveText(['The first one, GMT+2', 'The second one, GMT+1']);
    await expect(dialog(page).getByText(/Europe\/Berlin, GMT\+2/)).toBeVisible();
    await which.selectOption({ label: 'The second one, GMT+1' });
    await expect(dialog(page).getByText(/Europe\/Berlin, GMT\+1/)).toBeVisible();
  });
});
