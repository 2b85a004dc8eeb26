import type { Page } from '@playwright/test';
import { answersOfConnected, connected } from '../client/business-profile/builders.ts';
import { list, location } from '../client/listings/builders.ts';
import { postList, storedPost } from '../client/posts/builders.ts';
import {
  atGoogle,
  details,
  ownReply,
  rejected,
  review,
  reviewList,
  savedReply,
  summary,
  uuid,
} from '../client/reviews/builders.ts';
import { failWith, type Handlers, held } from '../support/page/fake-server.ts';
import { expectAccessible, PHONE, WIDE } from './support/accessibility.ts';
import { pick } from './support/choice.ts';
import { choose, dialog, field, submit } from './support/composer.ts';
import { mockRoutes } from './support/edge.ts';
import { toast } from './support/messages.ts';
import { expect, openSignedIn, test } from './support/product.ts';
import { expectLoaded, expectView, loading, resize } from './support/view.ts';

const DETAILS = '/dashboard?view=location-details&location=sample-101';
/** All routes that the views of the dashboard read. */
const READS = [
  'GET /api/accounts',
  'GET /api/locations',
  'GET /api/locations/:id',
  'GET /api/overview',
  'GET /api/posts',
  'GET /api/reviews',
  'GET /api/reviews/summary',
];
const answered = (answer: () => unknown): Handlers =>
  Object.fromEntries(READS.map((route) => [route, answer]));

/** An answer that never comes. */
const never = () => new Promise(() => undefined);

const follow = (page: Page, view: string) =>
  page.getByRole('navigation').getByRole('link', { name: view }).click();
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const showMonth = (page: Page) => pick(page.getByRole('radio', { name: 'Month' }));

// The longest file: its tests do not wait for each other.
test.describe.configure({ mode: 'parallel' });

test('the forms of the public pages are accessible with errors, a refusal and a dialog', async ({ page }) => {
  await mockRoutes(page, {
    'POST /api/auth/login': () => failWith(400, 'auth/wrong-password', 'Incorrect password.'),
  });
  await page.goto('/login');
  await press(page, 'Log in');
  await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'login with errors');
  await page.getByLabel('Email').fill('robin@example.com');
  await page.getByLabel('Password', { exact: true }).fill('wrong horse');
  await press(page, 'Log in');
  await expect(page.getByText('Incorrect password.')).toBeVisible();
  await expectAccessible(page, 'refused login');
  await press(page, 'Forgot password?');
  await expect(dialog(page).getByLabel('Email')).toBeFocused();
  await expectAccessible(page, 'password reset');
  await press(page, 'Send reset link');
  await expect(dialog(page).getByRole('button', { name: 'Back to login' })).toBeVisible();
  await expectAccessible(page, 'reset link sent');
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Sign up' }).click();
  await press(page, 'Create Account');
  await expect(page.getByLabel('Full name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'signup with errors');
});

test('the callback is accessible while it works, after a success and after a failure', async ({ page }) => {
  const answer = held<unknown>();
  // The page does not continue by itself during the checks.
  await page.addInitScript(() => {
    const { setTimeout: later } = window;
    const soon = (run: () => void, ms = 0) => (ms < 2000 ? later(run, ms) : 0);
    Object.assign(window, { setTimeout: soon });
  });
  await mockRoutes(page, { 'POST /api/auth/setup': () => answer.promise });
  await openSignedIn(page, '/gbp-callback?code=good');
  await expect(page.getByText('Connecting your Google Business Profile...')).toBeVisible();
  await expectAccessible(page, 'callback at work');
  answer.release({ success: true, message: 'ok' });
  await expect(
    page.getByRole('main').getByText('Google Business Profile connected successfully!'),
  ).toBeVisible();
  await expectAccessible(page, 'callback with success');
  await page.goto('/gbp-callback?error=access_denied');
  await expect(page.getByText('OAuth error: access_denied')).toBeVisible();
  await expectAccessible(page, 'callback with error');
});

test('the page is accessible while the session is loading', async ({ page }) => {
  await mockRoutes(page, { 'GET /api/auth/session': never });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expectAccessible(page, 'session loading', { withFrame: true });
});

test('every view is accessible while it loads', async ({ page }) => {
  await mockRoutes(page, { ...answered(never), 'GET /api/auth/gbp-status': never });
  await openSignedIn(page, '/dashboard?view=setup');
  await expect(page.getByText('Checking Google Business Profile access...')).toBeVisible();
  await expectAccessible(page, 'setup loading');
  await mockRoutes(page, { 'GET /api/auth/gbp-status': () => connected() });
  await page.goto(DETAILS);
  await expect(loading(page)).toBeVisible();
  await expectAccessible(page, 'details loading');
  for (const view of ['Dashboard', 'Accounts', 'Locations', 'Reputation', 'Content Calendar']) {
    await follow(page, view);
    await expectView(page, view);
    await expect(loading(page)).not.toHaveCount(0);
    await expectAccessible(page, `${view} loading`);
  }
  await showMonth(page);
  await expectAccessible(page, 'month loading');
});

test('every view of a connected user is accessible when it is empty', async ({ page }) => {
  await mockRoutes(page, {
    ...answered(() => ({ ...postList([]), ...list([]) })),
    ...answersOfConnected(),
    'GET /api/reviews/summary': () => summary({ total: 0, averageRating: null }),
  });
  await openSignedIn(page);
  for (const view of ['Dashboard', 'Connection', 'Accounts', 'Locations', 'Reputation', 'Content Calendar']) {
    await follow(page, view);
    await expectLoaded(page, view);
    await expectAccessible(page, `${view} without data`);
  }
  await page.getByRole('searchbox').fill('rye');
  await expect(page.getByText('No posts match your search')).toBeVisible();
  await expectAccessible(page, 'no match');
  await showMonth(page);
  await expectAccessible(page, 'empty month');
});

test('every view is accessible when loading has failed, with its message and its toast', async ({ page }) => {
  await mockRoutes(page, {
    ...answered(() => failWith(400, 'validation_failed', 'This request can’t be answered.')),
    'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
  });
  await openSignedIn(page, DETAILS);
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
  await expectAccessible(page, 'details failed');
  for (const view of ['Dashboard', 'Accounts', 'Locations', 'Reputation', 'Content Calendar']) {
    await follow(page, view);
    await expectView(page, view);
    await expect(page.getByRole('main').getByRole('alert')).not.toHaveCount(0);
    await expectAccessible(page, `${view} failed`);
  }
  await showMonth(page);
  await expectAccessible(page, 'month failed');
});

test('an unknown location and an unknown account are accessible', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=location-details&location=nowhere');
  await expect(page.getByText('Location not found')).toBeVisible();
  await expectAccessible(page, 'unknown location');
  await page.goto('/dashboard?view=locations&account=nobody');
  await expect(page.getByText('Account not found')).toBeVisible();
  await expectAccessible(page, 'unknown account');
});

/** As high as the form of a location: in a lower window the bar, or the header after scrolling, covers a part of it. */
const WHOLE_FORM = {
  sizes: [
    { ...WIDE, height: 1700 },
    { ...PHONE, height: 3300 },
  ],
};

test('editing a location is accessible: form, errors, dialogs, failure, toast', async ({ page }) => {
  await mockRoutes(page, {
    'PATCH /api/locations/:id': () => failWith(422, 'refused', 'Google has refused the change.'),
  });
  await openSignedIn(page, DETAILS);
  await press(page, 'Edit Hours');
  await expect(page.getByLabel('Business name')).toBeVisible();
  await expectAccessible(page, 'location form', WHOLE_FORM);
  await press(page, 'Save Changes');
  await toast(page, 'Nothing has changed.').hover();
  await expectAccessible(page, 'toast', WHOLE_FORM);
  await page.getByRole('button', { name: 'Dismiss message' }).click();

  await page.getByLabel('Business name').fill('');
  await page.getByLabel('Monday from').fill('');
  await press(page, 'Save Changes');
  await expect(page.getByLabel('Business name')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'location form with errors', WHOLE_FORM);
  await press(page, 'Copy Monday’s hours to other days');
  await expectAccessible(page, 'copy hours', WHOLE_FORM);
  await page.getByLabel('Monday from').fill('06:00');
  await page.getByLabel('Business name').fill('Hearth & Crumb at the Market');
  await press(page, 'Save Changes');
  await expect(page.getByText('Failed to update location. Please try again.')).toBeVisible();
  await expectAccessible(page, 'failed save', WHOLE_FORM);
  await follow(page, 'Accounts');
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible();
  await expectAccessible(page, 'question about unsaved changes');
});

test('the composer is accessible for every type, with errors and a restored draft', async ({ page }) => {
  await openSignedIn(page);
  await press(page, 'SCHEDULE POST');
  await field(page, 'Post content').fill('Call +44 1632 960101');
  for (const type of ['Update', 'Call to action', 'Event', 'Offer']) {
    await choose(page, type);
    await expectAccessible(page, `composer for ${type}`);
  }
  await submit(page);
  await expect(field(page, 'Location')).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page, 'composer with error');
  await field(page, 'Location').fill('ortho');
  await expect(dialog(page).getByRole('option', { name: /Unverified/ })).toBeVisible();
  await expectAccessible(page, 'list of locations');
  // The list first, then the composer.
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('option')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await press(page, 'SCHEDULE POST');
  await expect(dialog(page).getByRole('button', { name: 'Discard draft' })).toBeVisible();
  await expectAccessible(page, 'restored draft');
});

test('the dialogs of the calendar are accessible', async ({ page }) => {
  await openSignedIn(page, '/dashboard?view=calendar');
  const post = page.getByRole('row').filter({ hasText: 'Celebration cakes' });
  const close = async () => {
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
  };
  await post.getByRole('button', { name: 'View' }).click();
  await expect(dialog(page).getByText('Publishing history')).toBeVisible();
  await expectAccessible(page, 'post details');
  await dialog(page).getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('dialog', { name: 'Move post' })).toBeVisible();
  await expectAccessible(page, 'move post');
  await close();
  await post.getByRole('button', { name: 'View' }).click();
  await dialog(page).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete post' });
  await expect(question).toBeVisible();
  await expectAccessible(page, 'delete question');
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await post.getByRole('button', { name: 'Edit' }).click();
  await field(page, 'Post content').fill('Cakes');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('alertdialog', { name: 'Discard changes' })).toBeVisible();
  await expectAccessible(page, 'question about discarding');
});

test('the month is accessible with many posts, an opened day, and a moved post', async ({ page }) => {
  await page.clock.setFixedTime('2026-11-24T10:00:00Z');
  const posts = Array.from({ length: 5 }, (_, index) =>
    storedPost({
      id: `00000000-0000-4000-8000-00000000000${index}`,
      summary: `Post ${index}`,
      publishAt: `2026-11-24T10:0${5 - index}:00.000Z`,
    }),
  );
  await mockRoutes(page, { 'GET /api/posts': () => postList(posts), 'PATCH /api/posts/:id': () => posts[4] });
  await openSignedIn(page, '/dashboard?view=calendar');
  await showMonth(page);
  await expect(page.getByRole('button', { name: '+2 more on Tuesday 24 November 2026' })).toBeVisible();
  await expectAccessible(page, 'full month');
  await page.getByRole('button', { name: /^Today, / }).click();
  const first = dialog(page).getByRole('listitem').filter({ hasText: 'Post 4' });
  await expect(first).toBeVisible();
  await expectAccessible(page, 'opened day');
  await first.getByRole('button', { name: 'Move' }).click();
  await field(page, 'Time').fill('23:59');
  await field(page, 'Date').fill('2026-11-25');
  await page.getByRole('dialog', { name: 'Move post' }).getByRole('button', { name: 'Move' }).click();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  await expectAccessible(page, 'moved post');
});

test('drawer, palette and shortcuts are accessible', async ({ page }) => {
  await openSignedIn(page);
  await press(page, 'Search or jump to');
  await expect(page.getByRole('combobox')).toBeFocused();
  await expectAccessible(page, 'palette');
  await page.keyboard.type('hearth');
  await expect(page.getByRole('option', { name: /Market Square/ })).toBeVisible();
  await expectAccessible(page, 'palette with results');
  await page.keyboard.type('zzz');
  await expect(
    dialog(page)
      .getByRole('status')
      .filter({ hasText: /^No match for/ }),
  ).toBeVisible();
  await expectAccessible(page, 'palette without a match');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expectAccessible(page, 'shortcuts');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await resize(page, PHONE);
  await press(page, 'Toggle sidebar');
  await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
  await expectAccessible(page, 'drawer', { sizes: [PHONE] });
});

test('the states of a reply and the dialogs of the reviews are accessible', async ({ page }) => {
  const theirs = atGoogle({ text: 'Sorry from the counter.' });
  const reviews = [
    review({ ownReply: ownReply({ state: 'CONFLICT', theirs }), replyAtGoogle: theirs }),
    review({ id: uuid(2), ownReply: ownReply({ state: 'FAILED', error: 'The location isn’t verified.' }) }),
    review({
      id: uuid(3),
      ownReply: ownReply({ state: 'UNCONFIRMED', nextTryAt: '2026-11-21T15:10:00.000Z' }),
    }),
    review({ id: uuid(4), tab: 'REJECTED', replyAtGoogle: rejected(), isEditedAfterReply: true }),
    review({
      id: uuid(5),
      tab: 'ANSWERED',
      replyAtGoogle: atGoogle(),
      isStale: true,
      translation: 'Closed.',
    }),
    review({ id: uuid(6), text: null, reviewerName: null, isAnonymous: true, storeCode: null }),
  ];
  const averages = [
    { locationId: 'a', locationName: 'Harbour', storeCode: 'HC-02', averageRating: 3.1, total: 40 },
    { locationId: 'b', locationName: 'Market Square', storeCode: null, averageRating: 4.4, total: 380 },
  ];
  await mockRoutes(page, {
    ...answersOfConnected(),
    'GET /api/locations': () => list([location()]),
    'GET /api/reviews': () => reviewList(reviews, { notRead: 2 }),
    'GET /api/reviews/:id': ({ params }) =>
      details(
        reviews.find(({ id }) => id === params['id'])!,
        {
          history: [{ state: 'rejected', at: '2026-11-20T09:00:00.000Z', words: 'Google rejected it.' }],
          lastReviews: reviews.slice(4),
        },
      ),
    'GET /api/reviews/summary': ({ query }) =>
      query['locationId'] ? summary() : summary({ locations: 8, averageRating: null, averages }),
    'GET /api/saved-replies': () => ({ items: [savedReply()] }),
    'POST /api/reviews/check': () => ({
      bytes: 1,
      limit: 4096,
      faults: [],
      warnings: [{ id: 'phone-in-text', reason: 'Google often rejects phone numbers.', cure: 'Remove it.' }],
    }),
  });
  await openSignedIn(page);
  for (const { id } of reviews) {
    await page.goto(`/dashboard?view=reputation&tab=all&review=${id}`);
    await expect(page.getByRole('article')).toBeVisible();
    await expectLoaded(page, 'Reputation');
    await page
      .locator('article details')
      .evaluateAll((folds) => folds.forEach((each) => each.setAttribute('open', '')));
    await expectAccessible(page, `review ${id}`);
  }
  // What was last looked at was narrow, where the inbox is away and the pane another one.
  await expect(page.getByRole('list', { name: 'Reviews' })).toBeVisible();
  await page.getByLabel('Your reply').fill('Call +44 1632 960101, {name}');
  await expect(page.getByRole('article').getByText(/^Google often rejects phone numbers/)).toBeVisible();
  await expectAccessible(page, 'warnings of a reply');
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ]) {
    const sizes = [size];
    await resize(page, size);
    await press(page, 'Discard draft');
    const question = page.getByRole('alertdialog');
    await expect(question).toBeVisible();
    await expectAccessible(page, 'question about a draft', { sizes });
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await press(page, 'Saved replies');
    await expect(dialog(page).getByRole('heading', { name: 'Thanks' })).toBeVisible();
    await expectAccessible(page, 'saved replies', { sizes });
    await dialog(page).getByRole('button', { name: 'New saved reply' }).click();
    await dialog(page).getByRole('button', { name: 'Save' }).click();
    await expect(dialog(page).getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible(page, 'saved reply with errors', { sizes });
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('dialog', { name: 'Saved replies' }).getByRole('button', { name: 'Close' }).click();
    await expect(dialog(page)).toHaveCount(0);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/dashboard?view=reputation&tab=all');
  await press(page, 'Figures');
  await expect(page.getByText('Lowest ratings')).toBeVisible();
  await expectAccessible(page, 'figures of all locations');
  await page.goto('/dashboard?view=reputation&tab=all&location=location-1');
  await press(page, 'Figures');
  await press(page, 'Filter');
  await expectAccessible(page, 'figures of a location');
  await press(page, 'Ask for a review');
  await expect(dialog(page).getByRole('img', { name: /^QR code/ })).toBeVisible();
  await expectAccessible(page, 'link to ask for a review');
});
