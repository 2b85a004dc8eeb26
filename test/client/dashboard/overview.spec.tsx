import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers, type SentRequest } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected, importing, mirror, noHolidays, overview } from '../business-profile/builders.js';
import { editList, googleEdit } from '../changes/builders.js';
import { list, location } from '../listings/builders.js';
import { postList, storedPost } from '../posts/builders.js';
import { chooseLocation, dialog, fill, setClock } from '../posts/setting.js';
import { review, reviewList, uuid } from '../reviews/builders.js';

const POSTS = 'GET /api/posts';
const LOCATIONS = 'GET /api/locations';
const OVERVIEW = 'GET /api/overview';

const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
const h1 = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });
const panel = (name: string) => within(screen.getByRole('region', { name }));
const texts = (inside: ReturnType<typeof panel>, role: string) =>
  inside.queryAllByRole(role).map(({ textContent }) => textContent);

const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
const failed = (number: number, change = {}) =>
  storedPost({
    id: id(number),
    status: 'FAILED',
    summary: `Rye bread ${number}`,
    errorDetails: 'Google refused the text.',
    ...change,
  });

/** The posts that were asked for by status, or between two instants. */
const answerPosts =
  (posts: ReturnType<typeof postList>) =>
  ({ query }: SentRequest) => ({
    ...posts,
    items: posts.items.filter(
      ({ status, publishAt }) =>
        !query.held &&
        (query.status === undefined || (status === 'QUEUED' ? 'SCHEDULED' : status) === query.status) &&
        (query.from === undefined || (publishAt >= query.from && publishAt < (query.to ?? ''))),
    ),
  });

beforeEach(() => setClock('2026-11-21T10:00:00Z'));

describe('The overview of sample data', () => {
  it('has zeros on a bare board, and says that everything below is a sample', async () => {
    const { server } = renderPage('/dashboard');
    await h1();
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(names).toEqual(['Business Accounts', 'Locations', 'Scheduled Posts', 'Published This Month']);
    expect(figures()).toEqual(['0', '0', '0', '0']);
    screen.getByText(
      'Everything below is sample data to try things out on. Connect to see your own locations.',
    );
    for (const name of ['Next up Sample', 'Needs attention Sample'])
      expect(
        screen.getByRole('heading', { level: 2, name: name.replace(' Sample', '') }).parentElement
          ?.textContent,
      ).toContain('Sample');
    expect(screen.queryByText(/^You’re looking at sample data\./)).toBeNull();
    expect(server.sent(OVERVIEW)).toEqual([]);
  });

  it('says what connecting brings, and goes straight to Google', async () => {
    const answer = held();
    const { user } = renderPage('/dashboard', {
      answers: { 'POST /api/auth/gbp-connect': () => answer.promise },
    });
    await h1();
    const board = panel('Connect your business');
    expect(texts(board, 'listitem')).toEqual([
      'Manage multiple business locations',
      'Schedule posts and updates',
      'View performance insights',
      'Manage reviews and responses',
    ]);
    board.getByText('You’ll go to Google and back. It’s secure, and you can revoke access at any time.');
    await user.click(board.getByRole('button', { name: 'Connect Google Business Profile' }));
    expect(board.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
    // jsdom can navigate only to a fragment of the same page.
    answer.release({ url: '#google' });
    await waitFor(() => expect(window.location.hash).toBe('#google'));
    window.location.hash = '';
  });

  it('lists the next five posts, soonest first, and opens them', async () => {
    const posts = [8, 7, 6, 5, 4, 3].map((number) =>
      storedPost({
        id: id(number),
        summary: `Loaf ${number}`,
        publishAt: `2026-11-2${number - 1}T09:00:00.000Z`,
        storeCode: number === 3 ? 'HC-01' : null,
        isExample: true,
      }),
    );
    const { user, server } = renderPage('/dashboard', {
      answers: {
        [POSTS]: answerPosts(postList([storedPost({ publishAt: '2026-11-21T11:00:00.000Z' }), ...posts])),
        'GET /api/posts/:id': () => ({ ...storedPost({ summary: 'Loaf 3' }), attempts: [] }),
      },
    });
    await screen.findByText('Loaf 3');
    expect(texts(panel('Next up'), 'listitem')).toEqual([
      'Today, 12:00Hearth & Crumb, Market SquareSourdough fresh from the oven at eight.Scheduled',
      'Sun 22 Nov, 10:00Store code HC-01Loaf 3Scheduled',
      ...[4, 5, 6].map(
        (number) =>
          `${['Mon 23', 'Tue 24', 'Wed 25'][number - 4]} Nov, 10:00Hearth & Crumb, Market SquareLoaf ${number}Scheduled`,
      ),
    ]);
    expect(server.sent(POSTS).filter(({ query }) => query.cursor)).toEqual([]);
    const all = panel('Next up').getByRole('link', { name: 'Content Calendar' });
    expect(all.getAttribute('href')).toBe('/dashboard?view=calendar');
    await user.click(screen.getByRole('button', { name: 'Loaf 3' }));
    await dialogOf('Loaf 3');
  });

  it('opens the composer', async () => {
    const { user } = renderPage('/dashboard', { answers: { [LOCATIONS]: () => list([]) } });
    await user.click(await screen.findByRole('button', { name: 'SCHEDULE POST' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(/^Post content/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

/** The open details of a post, once they show its text. */
async function dialogOf(summary: string) {
  const opened = within(await screen.findByRole('dialog'));
  await opened.findByText(summary);
  return opened;
}

/** Opens the overview of a connected user with these posts and locations. */
function openConnected(posts = postList([]), places = list([]), answers: Handlers = {}) {
  return renderPage('/dashboard', {
    answers: {
      ...answersOfConnected(),
      [POSTS]: answerPosts(posts),
      [LOCATIONS]: () => places,
      ...answers,
    },
  });
}

describe('The overview of a connected user', () => {
  it("counts accounts, locations and posts, in the browser's time zone", async () => {
    const { server } = openConnected();
    await h1();
    await screen.findByText('1,208');
    expect(figures()).toEqual(['3', '1,208', '5', '12']);
    expect(server.sent(OVERVIEW).map(({ query }) => query)).toEqual([{ timeZone: 'Europe/Berlin' }]);
    expect(screen.queryByText(/^Everything below is sample data/)).toBeNull();
  });

  it('shows skeletons while it loads, and no invented figure', async () => {
    const answer = held();
    openConnected(undefined, undefined, { [OVERVIEW]: () => answer.promise });
    await h1();
    expect(figures()).toEqual(['', '', '', '']);
    expect(screen.getAllByRole('term')[0]?.closest('[aria-busy]')?.getAttribute('aria-busy')).toBe('true');
    answer.release(overview());
    await screen.findByText('1,208');
  });

  it('says so when loading fails, and Try Again loads again', async () => {
    const refusal = () => failWith(400, 'validation_failed', 'No.');
    const { user, server } = openConnected(undefined, undefined, { [OVERVIEW]: refusal });
    await screen.findByText('Failed to load the figures. Please try again.');
    expect(figures()).toEqual(Array(4).fill('--not available yet'));
    server.on({ [OVERVIEW]: () => overview() });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('1,208');
    expect(screen.queryByText('Failed to load the figures. Please try again.')).toBeNull();
  });

  it.each([
    [postList([]), list([]), 'Nothing needs you.'],
    [postList([failed(1, { publishAt: '2026-11-21T08:00:00.000Z' })]), list([]), '1 thing needs you.'],
    [
      postList([failed(1), storedPost({ id: id(2) })]),
      list([location({ state: 'SUSPENDED' })]),
      '2 things need you.',
    ],
  ])('says the day, and how much needs the user', async (posts, places, words) => {
    openConnected(posts, places);
    await screen.findByText('Saturday 21 November.');
    await screen.findByText(words);
  });

  it('does not count what needs the user before their locations have been read', async () => {
    openConnected(undefined, undefined, { 'GET /api/mirror': () => importing() });
    await screen.findByText('Your locations haven’t been read yet');
    await screen.findByText('Nothing planned.');
    expect(screen.queryByText(/needs? you\.$/)).toBeNull();
  });

  it('says that a Google account has no business, and what to do', async () => {
    const { user, server } = openConnected(undefined, undefined, {
      [OVERVIEW]: () => overview({ businessAccounts: 1, locations: 0 }),
      'POST /api/mirror': () => mirror(),
    });
    await screen.findByRole('heading', { level: 2, name: 'There’s no business on this Google account' });
    screen.getByText(/^tamsin\.okonjo@example\.com doesn’t manage a Business Profile\./);
    const create = screen.getByRole('link', { name: /^Create or claim a profile/ });
    expect(create.getAttribute('href')).toBe('https://business.google.com/create');
    const another = screen.getByRole('link', { name: 'Use another Google account' });
    expect(another.getAttribute('href')).toBe('/dashboard?view=setup');
    expect(screen.queryByRole('region', { name: 'Next seven days' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Check again' }));
    expect(server.sent('POST /api/mirror')).toHaveLength(1);
  });

  const day = (number: number) => panel('Next seven days').getAllByRole('heading', { level: 3 })[number]!;
  const postsOn = (number: number) =>
    within(day(number).parentElement!)
      .queryAllByRole('button')
      .map(({ textContent }) => textContent);

  it('shows the posts of today and the six days after it, with one request', async () => {
    const at = (number: number, publishAt: string, change = {}) =>
      storedPost({ id: id(number), summary: `Loaf ${number}`, publishAt, storeCode: 'HC-01', ...change });
    const { server } = openConnected(
      postList([
        at(6, '2026-11-28T09:00:00.000Z'),
        at(5, '2026-11-27T22:30:00.000Z'),
        at(4, '2026-11-22T12:00:00.000Z'),
        at(3, '2026-11-22T11:00:00.000Z'),
        at(2, '2026-11-22T10:00:00.000Z'),
        at(1, '2026-11-21T23:30:00.000Z'),
        at(0, '2026-11-21T07:00:00.000Z', { status: 'PUBLISHED' }),
      ]),
    );
    await screen.findByText('6 posts');
    const week = server.sent(POSTS).filter(({ query }) => query.from);
    expect(week.map(({ query }) => [query.from, query.to])).toEqual([
      ['2026-11-20T23:00:00.000Z', '2026-11-27T23:00:00.000Z'],
    ]);
    expect(day(0).textContent).toContain('Today, Saturday 21 November');
    expect(postsOn(0)).toEqual(['08:00 HC-01 Loaf 0, Published, Hearth & Crumb, Market Square']);
    expect(postsOn(1).map((text) => text?.slice(0, 19))).toEqual([
      '00:30 HC-01 Loaf 1,',
      '11:00 HC-01 Loaf 2,',
      '12:00 HC-01 Loaf 3,',
    ]);
    const more = panel('Next seven days').getByRole('link', { name: '+1 more on Sunday 22 November 2026' });
    expect(more.getAttribute('href')).toBe('/dashboard?view=calendar&week=2026-11-22');
    expect(postsOn(6)).toHaveLength(1);
    expect(panel('Next seven days').getAllByText('Nothing planned')).toHaveLength(4);
    panel('Next seven days').getByText('Times in Europe/Berlin, GMT+1');
    const calendar = panel('Next seven days').getByRole('link', { name: 'Week' });
    expect(calendar.getAttribute('href')).toBe('/dashboard?view=calendar&week=2026-11-21');
  });

  it('has one line for an empty week, with the day of the next post', async () => {
    openConnected(
      postList([
        storedPost({ id: id(1), publishAt: '2026-12-08T09:00:00.000Z' }),
        storedPost({ id: id(2), publishAt: '2026-12-24T09:00:00.000Z' }),
      ]),
    );
    await screen.findByText('Nothing planned. The next post goes out on Tuesday 8 December.');
    expect(panel('Next seven days').queryByRole('heading', { level: 3 })).toBeNull();
    const calendar = panel('Next seven days').getByRole('link', { name: 'Content Calendar' });
    expect(calendar.getAttribute('href')).toBe('/dashboard?view=calendar');
  });

  it('has the public holidays of the next 30 days for which answers are missing, with the way to give them', async () => {
    const on = (date: string, name: string, notSaid: number) => ({
      ...{ date, names: [name], isAdded: false, locations: 500, notSaid },
    });
    const items = [
      on('2026-11-30', 'St Andrew’s Day', 0),
      on('2026-12-08', 'Immaculate Conception', 20),
      on('2026-12-25', 'Christmas Day', 500),
    ];
    openConnected(undefined, undefined, {
      'GET /api/holidays/dates': () => ({ ...noHolidays(), items, notSaid: 520 }),
    });
    await screen.findByRole('region', { name: 'Holidays ahead' });
    const ahead = panel('Holidays ahead');
    // Christmas is more than 30 days away.
    expect(texts(ahead, 'listitem')).toEqual(['Immaculate ConceptionTue 8 Dec20 of 500 locations not said']);
    expect(ahead.getByRole('link', { name: 'Answer' }).getAttribute('href')).toBe(
      '/dashboard?view=locations&tab=holidays',
    );
  });

  it('begins with what needs the user, Google’s edits and reviews included, and ends with the week', async () => {
    openConnected(postList([failed(1), storedPost({ id: id(2) })]), undefined, {
      'GET /api/google-edits': () => editList([googleEdit()]),
      'GET /api/reviews': () => reviewList([review(), review({ id: uuid(2) })]),
    });
    await screen.findByText('4 things need you.');
    await screen.findByRole('region', { name: 'Unanswered reviews' });
    const panels = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(panels).toEqual(['Needs attention', 'Google changed', 'Unanswered reviews', 'Next seven days']);
  });

  it('moves a post of the seven days in place, and takes it back', async () => {
    const post = storedPost();
    const { user, server } = openConnected(postList([post]), undefined, {
      'GET /api/posts/:id': () => ({ ...post, attempts: [] }),
      'PATCH /api/posts/:id': ({ body }) => ({ ...post, ...(body as object) }),
    });
    await user.click(await screen.findByRole('button', { name: /^10:00/ }));
    await user.click((await dialogOf(post.summary)).getByRole('button', { name: 'Move' }));
    fill('Date', '2026-11-24');
    server.on({ [POSTS]: answerPosts(postList([{ ...post, publishAt: '2026-11-24T09:00:00.000Z' }])) });
    await user.click(dialog().getByRole('button', { name: 'Move' }));
    expect(postsOn(3)).toHaveLength(1);
    await screen.findByText('Moved to Tue 24 Nov 2026, 10:00.');
    expect(document.activeElement?.textContent).toMatch(/^10:00/);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(server.sent('PATCH /api/posts/:id')).toHaveLength(2));
  });

  it('shows a post that has just been scheduled', async () => {
    const { user, server } = openConnected(undefined, list([location()]), {
      'POST /api/posts': () => ({}),
      'GET /api/accounts': () => ({ items: [] }),
    });
    await screen.findByText('Nothing planned.');
    await user.click(screen.getByRole('button', { name: 'SCHEDULE POST' }));
    fill('Post content', 'New loaf');
    await chooseLocation('Market Square');
    server.on({ [POSTS]: answerPosts(postList([storedPost({ summary: 'New loaf' })])) });
    await user.click(dialog().getByRole('button', { name: 'Schedule' }));
    await panel('Next seven days').findByText('New loaf');
  });

  it('says that nothing needs attention if there is no problem', async () => {
    openConnected();
    await screen.findByText('Nothing needs your attention');
    expect(texts(panel('Needs attention'), 'listitem')).toEqual([]);
  });

  it('shows up to five failed posts with the reason, and a link to the others', async () => {
    openConnected(postList([1, 2, 3, 4, 5, 6, 7].map((number) => failed(number, { storeCode: 'HC-01' }))));
    await screen.findByText('Rye bread 1', { selector: '[id]' });
    const items = texts(panel('Needs attention'), 'listitem');
    expect(items).toHaveLength(5);
    expect(items[0]).toBe(
      'FailedHearth & Crumb, Market SquareStore code HC-01Google refused the text.Edit postRye bread 1',
    );
    const more = panel('Needs attention').getByRole('link', { name: '+2 more failed posts' });
    expect(more.getAttribute('href')).toBe('/dashboard?view=calendar&status=failed');
    expect(panel('Needs attention').getByText('7')).toBeTruthy();
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();
  });

  it('retries a failed post from its details, focus moves to the next, and the counters are read again', async () => {
    const answer = held();
    const RETRY = 'POST /api/posts/:id/retry';
    const { user, server } = openConnected(
      postList([1, 2].map((number) => failed(number, { publishAt: '2026-11-19T09:00:00.000Z' }))),
      undefined,
      { [RETRY]: () => answer.promise, 'GET /api/posts/:id': () => ({ ...failed(1), attempts: [] }) },
    );
    await screen.findByText('1,208');
    const name = 'Hearth & Crumb, Market Square';
    await user.click(await screen.findByRole('button', { name, description: 'Rye bread 1' }));
    server.on({ [OVERVIEW]: () => overview({ scheduledPosts: 6 }) });
    await user.click((await dialogOf('Rye bread 1')).getByRole('button', { name: 'Retry' }));
    await waitFor(() =>
      expect(panel('Needs attention').queryByRole('button', { name, description: 'Rye bread 1' })).toBeNull(),
    );
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit post' }));
    expect(server.sent(RETRY)[0]?.params).toEqual({ id: id(1) });

    answer.release(failWith(409, 'not_failed', 'Only a failed post can be retried.'));
    await within(screen.getByRole('main')).findByText('Only a failed post can be retried.');
    expect(screen.getByRole('button', { name, description: 'Rye bread 1' })).toBeTruthy();
    await waitFor(() => expect(figures()).toEqual(['3', '1,208', '6', '12']));
  });

  it('edits a failed post', async () => {
    const { user } = openConnected(postList([failed(1)]), list([location()]), {
      'GET /api/posts/:id': () => failed(1),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit post', description: 'Rye bread 1' }));
    const composer = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
    expect(composer.getByLabelText<HTMLTextAreaElement>(/^Post content/).value).toBe('Rye bread 1');
  });

  it('shows suspended and unverified locations, what that means and how to fix it', async () => {
    openConnected(
      undefined,
      list([
        location({ id: 'l-2', name: 'Bakery', state: 'UNVERIFIED', storeCode: null }),
        location({ id: 'l-1', name: 'Tea Room', state: 'SUSPENDED', storeCode: 'TR-01' }),
      ]),
    );
    const link = await screen.findByRole('link', { name: 'Tea Room' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=location-details&account=account-1&location=l-1');
    const words = texts(panel('Needs attention'), 'listitem').map((text) =>
      text?.replace(' (opens in a new tab)', ''),
    );
    expect(words).toEqual([
      'SuspendedTea RoomStore code TR-01Google has suspended this profile for going against its guidelines.How to fix it',
      'UnverifiedBakeryGoogle hasn’t confirmed that this business is yours yet.How to verify',
    ]);
    const help = panel('Needs attention').getByRole('link', { name: /^How to fix it/ });
    expect(help.getAttribute('href')).toBe('https://support.google.com/business/answer/4569145');
  });

  it('requests only locations that are not verified, shows five of each state and counts the others', async () => {
    const places = [1, 2, 3, 4, 5, 6].map((number) =>
      location({ id: `l-${number}`, name: `Mill ${number}`, state: 'UNVERIFIED' }),
    );
    const { server } = openConnected(undefined, { ...list(places), matched: 120, nextCursor: 'next' });
    await screen.findByRole('link', { name: 'Mill 5' });
    expect(screen.queryByRole('link', { name: 'Mill 6' })).toBeNull();
    const more = panel('Needs attention').getByRole('link', { name: '+115 more locations' });
    expect(more.getAttribute('href')).toBe('/dashboard?view=locations&sort=state');
    expect(server.sent(LOCATIONS).map(({ query }) => query)).toEqual([{ needsAttention: 'true' }]);
  });

  it('shows skeletons in busy regions while it loads', async () => {
    const answer = held();
    openConnected(undefined, undefined, { [POSTS]: () => answer.promise });
    await h1();
    const first = await screen.findByRole('region', { name: 'Needs attention' });
    expect(first.querySelector('[aria-busy="true"]')).toBeTruthy();
    // Comes later, since it would move.
    expect(screen.queryByRole('region', { name: 'Next seven days' })).toBeNull();
    answer.release(postList([]));
    await screen.findByText('Nothing needs your attention');
    await screen.findByText('Nothing planned.');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

  it('says when something cannot be loaded, and Try Again loads again', async () => {
    const refusal = () => failWith(400, 'validation_failed', 'No.');
    const { user, server } = openConnected(undefined, undefined, { [POSTS]: refusal, [LOCATIONS]: refusal });
    await h1();
    await screen.findByRole('region', { name: 'Needs attention' });
    await panel('Needs attention').findByText('Failed to load locations. Please try again.');
    const message = 'Failed to load scheduled posts. Please try again.';
    expect(await panel('Needs attention').findByText(message)).toBeTruthy();
    expect(await panel('Next seven days').findByText(message)).toBeTruthy();
    expect(screen.queryByText(/^Nothing planned/)).toBeNull();
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();

    server.on({ [POSTS]: () => postList([]), [LOCATIONS]: () => list([]) });
    for (const button of screen.getAllByRole('button', { name: 'Try Again' })) await user.click(button);
    await screen.findByText('Nothing needs your attention');
    await screen.findByText('Nothing planned.');
    expect(screen.queryByText(/^Failed to load/)).toBeNull();
  });
});

describe('The banner', () => {
  it('says that the data is a sample and links to the setup', async () => {
    const { user, address } = renderPage('/dashboard?view=tasks');
    await screen.findByText(/^You’re looking at sample data\./);
    await user.click(screen.getByRole('link', { name: 'Connect' }));
    await screen.findByRole('heading', { level: 1, name: 'Connection' });
    expect(address()).toBe('/dashboard?view=setup');
    expect(screen.queryByText(/^You’re looking at sample data\./)).toBeNull();
  });

  const lost = answersOfConnected({ hasAccess: false, state: 'reconnect' });
  const CONNECT = 'POST /api/auth/gbp-connect';

  it("stays while the access has ended, and goes straight to Google's consent page", async () => {
    const answer = held();
    const { user } = renderPage('/dashboard?view=tasks', {
      answers: { ...lost, [CONNECT]: () => answer.promise },
    });
    await screen.findByText(/^Shingle no longer has access to your Google Business Profile\./);
    await user.click(screen.getByRole('button', { name: 'Reconnect' }));
    expect(screen.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
    // jsdom can navigate only to a fragment of the same page.
    answer.release({ url: '#reconnect' });
    await waitFor(() => expect(window.location.hash).toBe('#reconnect'));
    window.location.hash = '';
  });

  it('says why reconnecting could not begin', async () => {
    const reason = 'Connecting a Google Business Profile isn’t set up on this server yet.';
    const { user } = renderPage('/dashboard?view=tasks', {
      answers: { ...lost, [CONNECT]: () => failWith(422, 'not_configured', reason) },
    });
    await user.click(await screen.findByRole('button', { name: 'Reconnect' }));
    await screen.findByText('Failed to initiate Google Business Profile setup');
    // There is also a toast, which disappears.
    expect(within(screen.getByRole('main')).getByText(reason)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Reconnect' })).toHaveProperty('disabled', false);
  });

  it('is not shown to a connected user', async () => {
    openConnected();
    await h1();
    expect(screen.queryByText(/sample data\./)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Connect' })).toBeNull();
  });
});
