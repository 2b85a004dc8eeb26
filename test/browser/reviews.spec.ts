import type { Locator, Page } from '@playwright/test';
import { PEOPLE } from '../support/google/google-simulator.ts';
import { expectAccessible, PHONE, WIDE } from './support/accessibility.ts';
import { openConnected } from './support/connect.ts';
import { tabTo } from './support/focus.ts';
import { expect } from './support/product.ts';
import { type SteeredProduct, test } from './support/steered-product.ts';

const MINUTE_MS = 60_000;
const HILL = 'Marlowe & Finch, Market Hill';
/** 4,000 characters, of which many are emoji: more than 4,096 bytes. */
const LONG = 'Wonderful 🧁🥐 every time. '.repeat(160).slice(0, 3_999) + '!';

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const pane = (page: Page) => page.getByRole('article');
const editor = (page: Page) => pane(page).getByRole('textbox');

async function press(page: Page, element: Locator): Promise<void> {
  await tabTo(page, element);
  await page.keyboard.press('Enter');
}

/** Ten reviews over three locations, in place of those that were there. */
function writeTen({ google: { world } }: SteeredProduct): void {
  for (const { reviews } of world.reviews({ email: PEOPLE.tamsin }))
    for (const { id } of reviews) world.removeReview({ review: id });
  const others = world
    .locations({ email: PEOPLE.tamsin })
    .filter(({ verification, fields }) => verification === 'VERIFIED' && fields.title !== HILL)
    .slice(0, 2)
    .map(({ id }) => id);
  const [second, third] = others as [string, string];
  world.addReview({ location: HILL, stars: 1, reviewer: 'Dorothea Vance', comment: 'Closed at 15:00.' });
  world.addReview({
    location: second,
    stars: 2,
    reviewer: 'Jonas Keller',
    comment: 'Das Brot war alt.',
    translation: { text: 'The bread was old.', isFirst: true },
    media: [{ label: 'The loaf' }, { label: 'The counter', isVideo: true }],
  });
  world.addReview({ location: third, stars: 3, comment: 'Nice wharf, slow till.' });
  world.addReview({ location: HILL, stars: 4, reviewer: 'Grace Adeyemi', comment: LONG });
  world.addReview({ location: second, stars: 1 });
  for (const [index, location] of [HILL, second, third, HILL, third].entries())
    world.addReview({
      location,
      stars: 5,
      reviewer: `Guest ${index + 1}`,
      comment: `The best buns, visit ${index + 1}.`,
    });
}

/** Opens the inbox of a new user whose reviews have been read. */
async function openInbox(page: Page, steered: SteeredProduct): Promise<void> {
  await openConnected(page, PEOPLE.tamsin);
  await page.goto('/dashboard?view=reputation');
  // While the page asks who is signed in, minutes that pass would end that request, as if there were no network.
  await expect(page.getByRole('heading', { level: 1, name: 'Reputation' })).toBeVisible();
  await passUntil(page, steered, () => expect(tab(page, 'Unanswered')).toHaveText(/10$/, { timeout: 500 }));
  // The review that is read is the first of those that came first. Opened anew, it is the first of all.
  await page.reload();
  await expect(page.getByRole('list', { name: 'Reviews' }).getByRole('link')).toHaveCount(10);
}

/** Lets time pass until something is seen. */
async function passUntil(
  page: Page,
  steered: SteeredProduct,
  seen: () => Promise<void> | void,
): Promise<void> {
  await expect(async () => {
    await steered.pass(page, 20 * MINUTE_MS);
    await seen();
  }).toPass();
}

/** Writes a reply and sends it, with the keyboard alone, once the warning is there that is expected. */
async function reply(page: Page, text: string, warning?: string): Promise<void> {
  await page.keyboard.press('r');
  await expect(editor(page)).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.insertText(text);
  if (warning) await expect(pane(page).getByText(warning)).toBeVisible();
  await press(page, pane(page).getByRole('button', { name: /^Send/ }));
  await expect(editor(page)).toBeHidden();
}

/** Writes a saved reply on a tablet that is turned upright before it is saved, and back afterwards. */
async function saveReplyWhileTurned(page: Page): Promise<void> {
  const sidebar = page.locator('aside');
  await expect(sidebar).toBeVisible();
  await pane(page).getByRole('button', { name: 'Saved replies' }).click();
  await page.getByRole('button', { name: 'New saved reply' }).click();
  const form = page.getByRole('dialog', { name: 'New saved reply' });
  await form.getByLabel('Title').fill('Sorry');
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(sidebar).toBeHidden();
  await expect(form.getByLabel('Title')).toHaveValue('Sorry');
  await form.getByLabel('Text').fill('We are sorry.');
  await form.getByRole('button', { name: 'Save' }).click();
  const saved = page.getByRole('dialog', { name: 'Saved replies' });
  await expect(saved.getByText('We are sorry.')).toBeVisible();
  await saved.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('list', { name: 'Reviews' })).toBeVisible();
  await expect(pane(page)).toBeHidden();
  await page.setViewportSize(WIDE);
  await expect(pane(page)).toBeVisible();
}

for (const size of [WIDE, PHONE])
  test(`by keyboard, ${size.width} px wide: ten reviews are read, four answered, and a rejected reply is corrected`, async ({
    page,
    steered,
  }) => {
    const { world } = steered.google;
    const isPhone = size === PHONE;
    await page.setViewportSize(size);
    writeTen(steered);
    await openInbox(page, steered);
    await expectAccessible(page, 'the inbox', { sizes: [size] });

    // Unanswered ones with a text come first, of these the ones with few stars; the wordless one is the last.
    const lines = page.getByRole('list', { name: 'Reviews' }).getByRole('link');
    const lineOf = (reviewer: string) => lines.filter({ hasText: reviewer });
    const place = (number: number) => page.locator(`[aria-posinset="${number}"][aria-setsize="10"]`);
    await expect(place(1)).toContainText('Dorothea Vance');
    await expect(place(10)).toContainText('Rating without text');
    if (isPhone) await press(page, lineOf('Dorothea Vance'));
    await expect(pane(page).getByRole('heading', { name: 'Dorothea Vance' })).toBeVisible();
    await expectAccessible(page, 'a review', { sizes: [size] });
    const warning = 'Google often rejects replies with a phone number.';
    await reply(page, 'Call us on +44 1632 960101, please.', warning);
    await expect(page.getByRole('button', { name: 'Next review' })).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(pane(page).getByRole('heading', { name: 'Jonas Keller' })).toBeFocused();
    await expect(pane(page).getByText('Das Brot war alt.')).toBeVisible();
    await expect(pane(page).getByText('The bread was old.')).toBeHidden();
    await press(page, pane(page).getByText('Translated by Google'));
    await expect(pane(page).getByText('The bread was old.')).toBeVisible();
    await expectAccessible(page, 'a translated review', { sizes: [size] });
    await reply(page, 'Es tut uns leid, Jonas.');

    await page.keyboard.press('j');
    await expect(pane(page).getByRole('heading', { name: 'Anonymous reviewer' })).toBeFocused();
    await reply(page, 'Thank you for telling us.');
    await page.keyboard.press('j');
    await expect(pane(page).getByRole('heading', { name: 'Grace Adeyemi' })).toBeFocused();
    await expect(pane(page).getByText(LONG)).toBeVisible();
    await expectAccessible(page, 'a long review', { sizes: [size] });
    await reply(page, 'How kind, Grace! 🧁');
    for (let read = 5; read <= 10; read++) {
      const name = pane(page).getByRole('heading', { level: 2 });
      const before = (await name.textContent()) ?? '';
      await page.keyboard.press('j');
      await expect(name).not.toHaveText(before);
      await expect(name).toBeFocused();
    }
    await expect(pane(page).getByText('Rating without text')).toBeVisible();

    await passUntil(page, steered, () => {
      world.endReplyReviews();
      const replies = world
        .reviews({ email: PEOPLE.tamsin })
        .flatMap(({ reviews }) => reviews)
        .flatMap(({ resource: { reviewReply } }) => reviewReply?.reviewReplyState ?? []);
      expect(replies.sort()).toEqual(['APPROVED', 'APPROVED', 'APPROVED', 'REJECTED']);
    });
    if (isPhone) await press(page, page.getByRole('button', { name: 'Back to the inbox' }));
    await passUntil(page, steered, () => expect(tab(page, 'Rejected')).toHaveText(/1$/, { timeout: 500 }));
    await tabTo(page, tab(page, 'Unanswered'));
    for (const next of ['Answered', 'Rejected']) {
      await page.keyboard.press('ArrowRight');
      await expect(tab(page, next)).toHaveAttribute('aria-selected', 'true');
    }
    await expect(lines).toHaveText([/Reply rejected.*Google considers this reply advertising\.$/]);
    await expectAccessible(page, 'a rejected reply in the list', { sizes: [size] });
    if (isPhone) await press(page, lineOf('Dorothea Vance'));
    const part = pane(page).getByRole('region', { name: 'Reply' });
    await expect(
      part.getByText(/^Google considers this reply advertising\. Remove phone numbers/),
    ).toBeVisible();
    await expectAccessible(page, 'a rejected reply', { sizes: [size] });
    await reply(page, 'We are sorry, Dorothea. Please come in again.');
    await passUntil(page, steered, async () => {
      world.endReplyReviews();
      await expect(part.getByText('Public', { exact: true })).toBeVisible({ timeout: 500 });
    });
    await expectAccessible(page, 'a public reply', { sizes: [size] });
  });

test('a reply that was made elsewhere meanwhile is shown, and nothing that was typed is lost', async ({
  page,
  steered,
}) => {
  const { world } = steered.google;
  writeTen(steered);
  await openInbox(page, steered);
  await expect(pane(page).getByRole('heading', { name: 'Dorothea Vance' })).toBeVisible();
  await editor(page).fill('Mine.');
  await saveReplyWhileTurned(page);
  await expect(editor(page)).toHaveValue('Mine.');
  const theirs = 'Sorry from the counter.';
  const [review] = world.reviews({ location: HILL }).flatMap(({ reviews }) => reviews.slice(-1));
  world.replyElsewhere({ review: review!.id, comment: theirs });
  await passUntil(page, steered, () => expect(pane(page)).toContainText(theirs, { timeout: 500 }));
  await expect(editor(page)).toHaveValue('Mine.');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByRole('group', { name: 'Answered elsewhere' }).getByText(theirs)).toBeVisible();
  await expect(editor(page)).toHaveValue('Mine.');
  // High enough that the header covers no part of the list.
  await expectAccessible(page, 'both replies', { sizes: [{ ...WIDE, height: 1600 }] });
  expect(world.reviews({ location: HILL })[0]?.reviews.at(-1)?.resource.reviewReply?.comment).toBe(theirs);
});

test('who answers a review that somebody answers in another browser, or that is changed, is told, and nothing that was typed is lost', async ({
  page,
  steered,
  browser,
}) => {
  const { world } = steered.google;
  writeTen(steered);
  await openInbox(page, steered);
  // Tabs of one browser share what is typed.
  const elsewhere = await browser.newContext({ storageState: await page.context().storageState() });
  const other = await elsewhere.newPage();
  await other.goto(page.url());
  for (const each of [page, other])
    await expect(pane(each).getByRole('heading', { name: 'Dorothea Vance' })).toBeVisible();

  await editor(page).fill('Mine.');
  await editor(other).fill('Theirs, from elsewhere.');
  await other.getByRole('button', { name: /^Send/ }).click();
  await expect(editor(other)).toBeHidden();
  await page.getByRole('button', { name: /^Send/ }).click();
  const told = page.getByRole('group', { name: 'Answered elsewhere' });
  await expect(told.getByText('Theirs, from elsewhere.')).toBeVisible();
  await expect(editor(page)).toHaveValue('Mine.');
  await expectAccessible(page, 'another own reply', { sizes: [{ ...WIDE, height: 1600 }] });
  await told.getByRole('button', { name: /discard mine$/ }).click();
  await elsewhere.close();

  await page.keyboard.press('j');
  await expect(pane(page).getByRole('heading', { name: 'Jonas Keller' })).toBeVisible();
  await editor(page).fill('So glad you liked it.');
  const reviews = world.reviews({ email: PEOPLE.tamsin }).flatMap((of) => of.reviews);
  const keller = reviews.find(({ resource }) => resource.reviewer?.displayName === 'Jonas Keller');
  world.editReview({ review: keller!.id, stars: 1, comment: 'Das Brot war schimmlig.' });
  await passUntil(page, steered, () =>
    expect(pane(page).getByText('Das Brot war schimmlig.')).toBeVisible({ timeout: 500 }),
  );
  await page.getByRole('button', { name: /^Send/ }).click();
  const changed = page.getByRole('group', { name: 'Review changed' });
  await expect(changed.getByText('Das Brot war schimmlig.')).toBeVisible();
  await expect(editor(page)).toHaveValue('So glad you liked it.');
  await expectAccessible(page, 'a changed review', { sizes: [{ ...WIDE, height: 1600 }] });
  await changed.getByRole('button', { name: 'Send mine anyway' }).click();
  await expect(changed).toBeHidden();
});
