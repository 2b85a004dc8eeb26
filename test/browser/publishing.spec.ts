import type { Locator, Page } from '@playwright/test';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { jpegPhoto } from '../support/features/photo-files.ts';
import { expectAccessible } from './support/accessibility.ts';
import { chooseLocation, dialog, field, submit } from './support/composer.ts';
import { allow, expectConnected, openConnected } from './support/connect.ts';
import { expect, FROM_OUR_PAGE } from './support/product.ts';
import { type SteeredProduct, test } from './support/steered-product.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const PLACE = 'Okonjo Ceramics';

const rowOf = (page: Page, summary: string) => page.getByRole('row').filter({ hasText: summary });

/** Opens the content calendar of a new user who has connected their profile. */
async function openCalendar(page: Page): Promise<void> {
  await openConnected(page, PEOPLE.tamsin, '8');
  await page.getByRole('navigation').getByRole('link', { name: 'Content Calendar', exact: true }).click();
}

/** Schedules a post `inMs` ms from now, without the form, which has only whole minutes. */
async function schedule(page: Page, { now, google }: SteeredProduct, summary: string, inMs: number) {
  const answer = await page.request.post('/api/posts', {
    headers: FROM_OUR_PAGE,
    data: {
      locationId: google.world.location({ location: PLACE }).id,
      publishAt: new Date(now().getTime() + inMs).toISOString(),
      postBody: { languageCode: 'en-US', summary, topicType: 'STANDARD' },
    },
  });
  expect(answer.status()).toBe(201);
}

/**
 * Moves the page's clock until the row shows the text. The page polls by itself: first `everyMs` ms after a change, then
 * less and less often, at least every five minutes.
 */
async function waitForText(
  page: Page,
  row: Locator,
  words: string | RegExp,
  everyMs = 10 * SECOND_MS,
): Promise<void> {
  let ms = everyMs;
  await expect(async () => {
    await page.clock.fastForward(ms);
    ms = Math.min(2 * ms, 5 * MINUTE_MS);
    await expect(row).toContainText(words, { timeout: 1000 });
  }).toPass();
}

/** Waits until the row shows that Google reviews the post, and then that it is live. */
async function seeReviewed(page: Page, steered: SteeredProduct, row: Locator): Promise<void> {
  await waitForText(page, row, 'In review at Google');
  await passUntilPublished(page, steered, row);
}

/** Lets time pass until Google has a post live: when that is looked for depends on the looks before. */
async function passUntilPublished(page: Page, steered: SteeredProduct, row: Locator): Promise<void> {
  await expect(async () => {
    await steered.pass(page, 30 * SECOND_MS);
    await expect(row).toContainText('Published', { timeout: 1000 });
  }).toPass();
}

// A review takes longer than a test looks for it.
test.beforeEach(({ steered }) => steered.google.configure({ processingMs: MINUTE_MS }));
test.afterEach(({ steered }) => steered.google.configure({ processingMs: 2 * SECOND_MS, listingMs: 0 }));

test('a post with a photo is published at its time, and the calendar shows that by itself, with a link to Google', async ({
  page,
  context,
  steered,
}) => {
  await openCalendar(page);
  const summary = 'The kiln is warm: come and see';
  await page.getByRole('main').getByRole('button', { name: 'Schedule Post', exact: true }).click();
  await chooseLocation(page, PLACE);
  await field(page, 'Post content').fill(summary);
  const chooser = page.waitForEvent('filechooser');
  await dialog(page).getByRole('button', { name: 'Add a photo' }).press('Enter');
  await (await chooser).setFiles({ name: 'kiln.jpg', mimeType: 'image/jpeg', buffer: await jpegPhoto() });
  await expect(dialog(page).getByAltText('Chosen for this post')).toBeVisible();
  await expect(dialog(page).getByAltText('Shown with this post')).toHaveJSProperty('naturalWidth', 400);
  await expectAccessible(page, 'the composer with a photo');
  const { day, minute, inMs } = await page.evaluate(() => {
    const next = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 60_000);
    const two = (part: number) => String(part).padStart(2, '0');
    return {
      day: `${next.getFullYear()}-${two(next.getMonth() + 1)}-${two(next.getDate())}`,
      minute: `${two(next.getHours())}:${two(next.getMinutes())}`,
      inMs: next.getTime() - Date.now(),
    };
  });
  await field(page, 'Date').fill(day);
  await field(page, 'Time').fill(minute);
  await submit(page);
  await expect(dialog(page)).toBeHidden();

  const row = rowOf(page, summary);
  await expect(row).toContainText('Scheduled');
  await steered.pass(page, inMs + SECOND_MS);
  await seeReviewed(page, steered, row);
  const sent = steered.google.world.posts().find((post) => post.summary === summary);
  expect(sent?.photo).toMatchObject({ type: 'image/jpeg', width: 800, height: 600 });
  await row.getByRole('button', { name: 'View', exact: true }).click();
  await expect(dialog(page).getByAltText('Shown with this post')).toHaveJSProperty('naturalWidth', 400);
  await page.keyboard.press('Escape');
  const opened = context.waitForEvent('page');
  await row.getByRole('link', { name: /^View on Google/ }).click();
  await expect((await opened).getByText(summary)).toBeVisible();
});

test('a post that Google removes hours later is shown as failed, with an explanation', async ({
  page,
  steered,
}) => {
  await openCalendar(page);
  const summary = 'Bowls for breakfast';
  await schedule(page, steered, summary, MINUTE_MS);
  const row = rowOf(page, summary);
  await page.reload();
  await expect(row).toContainText('Scheduled');
  await steered.pass(page, MINUTE_MS);
  await seeReviewed(page, steered, row);

  const post = steered.google.world.posts().find((each) => each.summary === summary);
  await steered.pass(page, HOUR_MS);
  await waitForText(page, row, 'Published');
  steered.google.world.reviewPost({ post: post?.name ?? '', verdict: 'REJECTED' });
  await steered.pass(page, 5 * HOUR_MS);
  await waitForText(page, row, 'Google took this post down after it was live.', 5 * MINUTE_MS);
  await expect(row).toContainText('Failed');
  await expect(row.getByRole('link', { name: /^View on Google/ })).toHaveCount(0);
});

test('posts are held without access, shown as at risk, and published after reconnecting unless a day late', async ({
  page,
  steered,
}) => {
  await openCalendar(page);
  const [missed, held] = ['Clay for children, on Saturday', 'Glazes for the autumn are here'];
  await schedule(page, steered, missed, HOUR_MS);
  await schedule(page, steered, held, 25 * HOUR_MS);
  steered.google.world.revokeAccess({ email: PEOPLE.tamsin });
  await page.reload();
  await expect(rowOf(page, held)).toContainText('Scheduled');

  await steered.pass(page, 2 * HOUR_MS);
  await waitForText(page, rowOf(page, missed), 'Held until you reconnect to Google.');
  await expect(page.getByText('2 posts won’t be published until you reconnect.')).toBeVisible();
  await steered.pass(page, 23.5 * HOUR_MS);
  await waitForText(page, rowOf(page, missed), 'for more than 24 hours after its time');
  await waitForText(page, rowOf(page, held), 'Held until you reconnect to Google.');
  await page.getByRole('button', { name: 'Show posts' }).click();
  await expect(dialog(page).getByRole('listitem')).toHaveCount(1);
  await expect(dialog(page).getByRole('listitem')).toContainText(held);

  await dialog(page).getByRole('button', { name: 'Reconnect' }).click();
  await allow(page, PEOPLE.tamsin);
  await expectConnected(page);
  await page.goto('/dashboard?view=calendar');
  await seeReviewed(page, steered, rowOf(page, held));
  await expect(page.getByText(/at risk/)).toHaveCount(0);
  expect(steered.google.world.posts().some(({ summary }) => summary === missed)).toBe(false);
});

test('posts that could not be confirmed are listed and retried together, after a check at Google', async ({
  page,
  steered,
}) => {
  await openCalendar(page);
  const [live, lost] = ['Teapots, finally', 'Two places left at the wheel'];
  // Google has stored the first one, but lists it only after the time window for the check.
  steered.google.configure({ listingMs: HOUR_MS, processingMs: 0 });
  for (const [summary, fault] of [
    [live, 'reset-after'],
    [lost, 'reset-before'],
  ] as const) {
    steered.google.faults.next('localPosts.create', fault);
    await schedule(page, steered, summary, MINUTE_MS);
    // An empty calendar does not poll.
    await page.reload();
    await expect(rowOf(page, summary)).toContainText('Scheduled');
    await steered.pass(page, MINUTE_MS);
    await waitForText(page, rowOf(page, summary), 'Google hasn’t confirmed this post');
  }
  await steered.pass(page, 11 * MINUTE_MS);
  for (const summary of [live, lost])
    await waitForText(page, rowOf(page, summary), 'We couldn’t confirm whether Google published');
  await expect(page.getByText('Not confirmed: 2.')).toBeVisible();
  await expectAccessible(page, 'posts that could not be confirmed');
  await page.getByRole('button', { name: 'Show and retry' }).click();
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(2);
  await expectAccessible(page, 'the choice of posts to be retried');

  await steered.pass(page, HOUR_MS);
  await dialog(page).getByRole('button', { name: 'Retry 2 posts' }).click();
  await expect(page.getByText(/^Not confirmed/)).toHaveCount(0);
  for (const summary of [live, lost]) {
    await passUntilPublished(page, steered, rowOf(page, summary));
    expect(steered.google.world.posts().filter((post) => post.summary === summary)).toHaveLength(1);
  }
});
