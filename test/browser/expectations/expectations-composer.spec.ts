import {
  choose,
  chooseLocation,
  dayFromNow,
  dialog,
  field,
  openComposer,
  submit,
} from '../support/composer.ts';
import { mockRoutes } from '../support/edge.ts';
import { toast } from '../support/messages.ts';
import { expect, openSignedIn, test } from '../support/product.ts';

const POST = 'POST /api/posts';
const MARKET_SQUARE = '/dashboard?view=location-details&location=sample-101';

test('17 · the composer opens from the overview, a card or the details, with the location filled in', async ({
  page,
}) => {
  await openSignedIn(page);
  await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
  await expect(field(page, 'Location')).toHaveValue('');
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: 'Locations', exact: true }).click();
  await page.getByRole('button', { name: 'Schedule Post for Café Lumière' }).click();
  await expect(field(page, 'Location')).toHaveValue(/^Café Lumière, 63 rue des Tanneurs/);
  await page.keyboard.press('Escape');

  await page.getByRole('link', { name: /^Hearth & Crumb, Market Square/ }).click();
  const buttons = page.getByRole('main').getByRole('button', { name: 'Schedule Post', exact: true });
  await expect(buttons).toHaveCount(2);
  for (const button of await buttons.all()) {
    await button.click();
    await expect(field(page, 'Location')).toHaveValue(/^Hearth & Crumb, Market Square, 4 Market Square/);
    await page.keyboard.press('Escape');
  }
});

test('19 · the draft survives Esc, the overlay and a reload, and is gone after it was sent', async ({
  page,
}) => {
  await openSignedIn(page, MARKET_SQUARE);
  await openComposer(page);
  const text = field(page, 'Post content');
  await text.fill('Warm rolls from seven');
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => page.mouse.click(4, 4),
    () => page.reload(),
  ]) {
    await leave();
    await openComposer(page);
    await expect(text).toHaveValue('Warm rolls from seven');
    await expect(dialog(page).getByRole('button', { name: 'Discard draft' })).toBeVisible();
  }
  await submit(page);
  await expect(dialog(page)).toBeHidden();
  await openComposer(page);
  await expect(text).toHaveValue('');
});

test('20 · the counter is live and announced in steps, and no text above 1500 characters is sent', async ({
  page,
}) => {
  await openSignedIn(page, MARKET_SQUARE);
  await openComposer(page);
  await page.evaluate(() => {
    const region = document.querySelector('dialog p [role=status]');
    const spoken: (string | null)[] = [];
    Object.assign(window, { spoken });
    new MutationObserver(() => spoken.push(region?.textContent ?? null)).observe(region ?? document, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  const counter = (count: number) => dialog(page).getByText(`${count.toLocaleString('en-GB')}/1,500`);
  await expect(counter(0)).toBeVisible();
  await field(page, 'Post content').focus();
  await page.keyboard.insertText('a'.repeat(1390));
  await expect(counter(1390)).toBeVisible();
  for (const length of [1399, 1400, 1401, 1479, 1480, 1490, 1499, 1500]) {
    const soFar = (await field(page, 'Post content').inputValue()).length;
    await page.keyboard.insertText('b'.repeat(length - soFar));
    await expect(counter(length)).toBeVisible();
  }
  const spoken = () => page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
  expect(await spoken()).toEqual([
    'At most 100 characters left',
    'At most 20 characters left',
    'No characters left',
  ]);

  await page.keyboard.insertText('c');
  await expect(counter(1501)).toBeVisible();
  expect((await spoken()).at(-1)).toBe('Over the limit of 1,500 characters');
  await submit(page);
  await expect(field(page, 'Post content')).toHaveAccessibleDescription(
    /^Post content must be at most 1,500 characters/,
  );
  await expect(field(page, 'Post content')).toBeFocused();
});

test('21 · the preview shows every change at once, for each type', async ({ page }) => {
  await openSignedIn(page, MARKET_SQUARE);
  await openComposer(page);
  const preview = dialog(page).getByRole('region', { name: 'Preview' });
  await expect(preview.getByText('Your text appears here.')).toBeVisible();
  await expect(preview.getByText('Preview. Google may show it differently.')).toBeVisible();

  // Before the next frame, so within 200 ms on any machine.
  await field(page, 'Post content').focus();
  const next = await preview.evaluate(async (element) => {
    document.execCommand('insertText', false, 'Rye bread is back');
    await Promise.resolve();
    return element.textContent;
  });
  expect(next).toContain('Rye bread is back');
  await expect(preview.getByText('Hearth & Crumb, Market Square')).toBeVisible();

  await choose(page, 'Call to action');
  await field(page, 'Call-to-action type').selectOption({ label: 'Book' });
  await expect(preview.getByText('Book', { exact: true })).toBeVisible();
  await field(page, 'Call-to-action type').selectOption({ label: 'Call' });
  await expect(preview.getByText('Call +44 1632 960101')).toBeVisible();

  await choose(page, 'Event');
  await field(page, 'Event title').fill('Bread night');
  await field(page, 'Start date').fill('2027-01-12');
  await field(page, 'Start time').fill('18:00');
  await field(page, 'End date').fill('2027-01-12');
  await field(page, 'End time').fill('20:00');
  await expect(preview.getByText('Bread night')).toBeVisible();
  await expect(preview.getByText(/12 Jan 2027.*18:00.*20:00/)).toBeVisible();

  await choose(page, 'Offer');
  await field(page, 'Coupon code').fill('RYE20');
  await expect(preview.getByText('Coupon code RYE20')).toBeVisible();
});

test('22 · only the fields of the chosen type are shown and sent, and switching loses nothing', async ({
  page,
}) => {
  const server = await mockRoutes(page, { [POST]: () => ({}) });
  /** Submits the composer. Returns the content of the sent post without language, text and type. */
  const sentContent = async () => {
    await submit(page);
    await expect(dialog(page)).toBeHidden();
    const { postBody } = server.sent(POST).at(-1)?.body as { postBody: Record<string, unknown> };
    const { languageCode, summary, topicType, ...rest } = postBody;
    expect([languageCode, summary, typeof topicType]).toEqual(['en-US', 'News', 'string']);
    return rest;
  };
  await openSignedIn(page, MARKET_SQUARE);
  const inAWeek = await dayFromNow(page, 8);
  await openComposer(page);
  await field(page, 'Post content').fill('News');
  await choose(page, 'Call to action');
  await field(page, 'Call-to-action type').selectOption({ label: 'Book' });
  await field(page, 'Link').fill('https://www.example.com/book');
  await choose(page, 'Offer');
  await expect(field(page, 'Call-to-action type')).toHaveCount(0);
  await field(page, 'Offer title').fill('Two for one');
  await field(page, 'Coupon code').fill('TWO');
  for (const label of ['Start date', 'End date']) await field(page, label).fill(inAWeek);
  await choose(page, 'Event');
  await expect(field(page, 'Coupon code')).toHaveCount(0);
  await expect(field(page, 'Event title')).toHaveValue('Two for one');
  await field(page, 'Start time').fill('18:00');
  await field(page, 'End time').fill('20:00');
  await choose(page, 'Offer');
  await expect(field(page, 'Coupon code')).toHaveValue('TWO');
  await choose(page, 'Call to action');
  await expect(field(page, 'Link')).toHaveValue('https://www.example.com/book');
  await field(page, 'Call-to-action type').selectOption({ label: 'Call' });
  await expect(field(page, 'Link')).toHaveCount(0);

  expect(await sentContent()).toEqual({ callToAction: { actionType: 'CALL' } });
  await openComposer(page);
  await field(page, 'Post content').fill('News');
  await choose(page, 'Call to action');
  await field(page, 'Call-to-action type').selectOption({ label: 'Shop' });
  await field(page, 'Link').fill('https://www.example.com/shop');
  await choose(page, 'Event');
  await field(page, 'Event title').fill('Bread night');
  for (const label of ['Start date', 'End date']) await field(page, label).fill(inAWeek);
  await field(page, 'Start time').fill('18:00');
  await field(page, 'End time').fill('20:00');
  const [year, month, day] = inAWeek.split('-').map(Number);
  const date = { year, month, day };
  expect(await sentContent()).toEqual({
    event: {
      title: 'Bread night',
      schedule: {
        startDate: date,
        startTime: { hours: 18, minutes: 0 },
        endDate: date,
        endTime: { hours: 20, minutes: 0 },
      },
    },
  });
});

test('23 · one error shows at a time, in the specified order', async ({ page }) => {
  await openSignedIn(page);
  await page.getByRole('button', { name: 'SCHEDULE POST' }).click();
  await choose(page, 'Call to action');
  const [date, time] = [field(page, 'Date'), field(page, 'Time')];
  const [past, future] = [await dayFromNow(page, -2), await dayFromNow(page, 2)];
  await date.fill('');
  const steps = [
    ['Post content is required', () => field(page, 'Post content').fill('News')],
    ['Please select a location', () => chooseLocation(page, 'Café Lumière')],
    ['Please set a publish date and time', () => date.fill(past)],
    ['Publish time must be in the future', () => date.fill(future)],
    ['Please select a call-to-action type', () => choose(page, 'Event')],
    ['Event title is required', () => field(page, 'Event title').fill('Latte night')],
  ] as const;
  await time.fill('12:00');
  // Not by text: the live region keeps the message for some seconds.
  const errors = dialog(page).locator('[data-field-error]');
  for (const [message, fix] of steps) {
    await submit(page);
    const bad = dialog(page).locator('[aria-invalid=true]:focus');
    await expect(bad).toHaveAccessibleDescription(new RegExp(`^${message}`));
    await expect(errors).toHaveText([message]);
    await expect(dialog(page).getByRole('alert').getByText(message)).toHaveCount(1);
    await fix();
    await expect(errors).toHaveCount(0);
  }
});

test('26 · a phone number in the text shows a warning but can be sent', async ({ page }) => {
  await openSignedIn(page, MARKET_SQUARE);
  await openComposer(page);
  await field(page, 'Post content').fill('Call us on +44 1632 960101');
  await expect(field(page, 'Post content')).toHaveAccessibleDescription(
    /^Google rejects posts with a phone number in the text\./,
  );
  await expect(field(page, 'Post content')).not.toHaveAttribute('aria-invalid');
  await submit(page);
  await expect(dialog(page)).toBeHidden();
  await expect(toast(page, 'Post scheduled successfully!')).toBeVisible();
});
