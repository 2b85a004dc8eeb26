import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers, type SentRequest } from '../../support/fake-server.js';
import { renderPage } from '../../support/page.js';
import { answersOfConnected, overview } from '../business-profile/builders.js';
import { list, location } from '../listings/builders.js';
import { postList, storedPost } from '../posts/builders.js';
import { dialog, fill, resetClock, setClock } from '../posts/setting.js';

const POSTS = 'GET /api/posts';
const LOCATIONS = 'GET /api/locations';
const OVERVIEW = 'GET /api/overview';

const figures = () => screen.getAllByRole('definition').map(({ textContent }) => textContent);
const h1 = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });
const panel = (name: string) => within(screen.getByRole('region', { name }));
const texts = (inside: ReturnType<typeof panel>, role: string) =>
  inside.queryAllByRole(role).map(({ textContent }) => textContent);

describe('The overview of sample data', () => {
  it('shows zero in all counters, and says why', async () => {
    renderPage('/dashboard');
    await h1();
    const names = screen.getAllByRole('term').map(({ textContent }) => textContent);
    expect(names).toEqual(['Business Accounts', 'Locations', 'Scheduled Posts', 'Published This Month']);
    expect(figures()).toEqual(['0', '0', '0', '0']);
    expect(screen.getByText(/Sample data does not count as yours/)).toBeTruthy();
  });

  it.each([
    ['Next up', /^Posts of the sample do not count as yours/],
    ['Needs attention', /^Places of the sample do not count as yours/],
  ])('has nothing in "%s", says why and links to the setup', async (name, reason) => {
    const { server } = renderPage('/dashboard');
    await h1();
    expect(panel(name).getByText(reason)).toBeTruthy();
    const link = panel(name).getByRole('link', { name: 'Connect a Google Business Profile' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=setup');
    expect(server.sent(POSTS).filter(({ query }) => !query['held'])).toEqual([]);
    expect(server.sent(LOCATIONS)).toEqual([]);
  });

  it('opens the composer', async () => {
    const { user } = renderPage('/dashboard', { answers: { [LOCATIONS]: () => list([]) } });
    await user.click(await screen.findByRole('button', { name: 'SCHEDULE POST' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).getByLabelText(/^Post content/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['Browse the accounts', '/dashboard?view=accounts'],
    ['Open the content calendar', '/dashboard?view=calendar'],
  ])('has the link %s', async (name, href) => {
    renderPage('/dashboard');
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
  });
});

/** Opens the overview of a connected user with these posts and locations. */
function openConnected(posts = postList([]), places = list([]), answers: Handlers = {}) {
  return renderPage('/dashboard', {
    answers: {
      ...answersOfConnected(),
      [POSTS]: ({ query }: SentRequest) => ({
        ...posts,
        items: posts.items.filter(
          ({ status }) => (status === 'QUEUED' ? 'SCHEDULED' : status) === query.status,
        ),
      }),
      [LOCATIONS]: () => places,
      ...answers,
    },
  });
}

describe('The overview of a connected user', () => {
  beforeEach(() => setClock('2026-11-21T10:00:00Z'));
  afterEach(resetClock);

  const id = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;
  const failed = (number: number, change = {}) =>
    storedPost({
      id: id(number),
      status: 'FAILED',
      summary: `Rye bread ${number}`,
      errorDetails: 'Google refused the text.',
      ...change,
    });

  it("counts accounts, locations and posts, in the browser's time zone", async () => {
    const { server } = openConnected();
    await h1();
    await screen.findByText('1,208');
    expect(figures()).toEqual(['3', '1,208', '5', '12']);
    expect(server.sent(OVERVIEW).map(({ query }) => query)).toEqual([{ timeZone: 'Europe/Berlin' }]);
    expect(screen.queryByText(/Sample data does not count/)).toBeNull();
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

  it('reads the counters again when a post changes', async () => {
    const { user, server } = openConnected(postList([failed(1)]), undefined, {
      'POST /api/posts/:id/retry': () => failed(1, { status: 'SCHEDULED' }),
    });
    await screen.findByText('1,208');
    server.on({ [OVERVIEW]: () => overview({ scheduledPosts: 6 }) });
    await user.click(await screen.findByRole('button', { name: 'Retry' }));
    await waitFor(() => expect(figures()).toEqual(['3', '1,208', '6', '12']));
  });

  it('shows the next five posts, soonest first, with time, zone, location, type and text', async () => {
    const posts = [7, 6, 5, 4, 3, 2].map((number) =>
      storedPost({
        id: id(number),
        summary: `Loaf ${number}`,
        publishAt: `2026-11-2${number}T09:00:00.000Z`,
        postType: number === 2 ? 'EVENT' : 'STANDARD',
      }),
    );
    openConnected(postList(posts));
    await screen.findByText('Loaf 2');
    const items = texts(panel('Next up'), 'listitem');
    expect(items).toHaveLength(5);
    expect(items[0]).toBe('Sun 22 Nov 2026, 10:00in 23 hHearth & Crumb, Market SquareEventLoaf 2');
    expect(items.map((item) => item?.slice(-6))).toEqual(['Loaf 2', 'Loaf 3', 'Loaf 4', 'Loaf 5', 'Loaf 6']);
    expect(panel('Next up').getByText('Times in Europe/Berlin, GMT+1')).toBeTruthy();
    const all = panel('Next up').getByRole('link', { name: 'All scheduled posts' });
    expect(all.getAttribute('href')).toBe('/dashboard?view=calendar&status=scheduled');
  });

  it('requests only the next posts, even if there are many', async () => {
    const soonest = storedPost({ summary: 'Tomorrow', publishAt: '2026-11-22T09:00:00.000Z' });
    const part = ({ query }: SentRequest) =>
      query.status === 'SCHEDULED' && query.order === 'soonest'
        ? { ...postList([soonest]), nextCursor: 'next' }
        : postList([]);
    const { server } = openConnected(undefined, undefined, { [POSTS]: part });
    await screen.findByText('Tomorrow');
    expect(server.sent(POSTS).filter(({ query }) => query.cursor)).toEqual([]);
  });

  it('says which posts are due or being sent', async () => {
    openConnected(
      postList([
        storedPost({ id: id(1), publishAt: '2026-11-21T09:59:00Z' }),
        storedPost({ id: id(2), publishAt: '2026-11-21T09:58:00Z', status: 'QUEUED' }),
        storedPost({ id: id(3), publishAt: '2026-11-21T09:00:00Z', status: 'QUEUED', detail: 'in_review' }),
        storedPost({ id: id(4), publishAt: '2026-11-21T08:00:00Z', detail: 'connection_lost' }),
      ]),
    );
    await screen.findByText('due now');
    expect(panel('Next up').getByText('being published')).toBeTruthy();
    expect(texts(panel('Next up'), 'listitem').map((item) => item?.slice(0, 27))).toEqual([
      'Sat 21 Nov 2026, 09:002 h a',
      'Sat 21 Nov 2026, 10:001 h a',
      'Sat 21 Nov 2026, 10:58being',
      'Sat 21 Nov 2026, 10:59due n',
    ]);
    expect(panel('Next up').getByText('In review at Google')).toBeTruthy();
    expect(panel('Next up').getByText(/^Held until you reconnect to Google\./)).toBeTruthy();
  });

  it('offers to schedule a post if there is none', async () => {
    const { user } = openConnected();
    await screen.findByText('Nothing scheduled yet');
    await user.click(panel('Next up').getByRole('button', { name: 'SCHEDULE POST' }));
    await screen.findByRole('dialog', { name: 'Schedule Post' });
  });

  it('shows a post that has just been scheduled', async () => {
    const { user, server } = openConnected(undefined, list([location()]), { 'POST /api/posts': () => ({}) });
    await screen.findByText('Nothing scheduled yet');
    await user.click(screen.getAllByRole('button', { name: 'SCHEDULE POST' })[0]!);
    await dialog().findByRole('option', { name: location().name });
    fill('Post content', 'New loaf');
    fill('Location', 'location-1');
    server.on({ [POSTS]: () => postList([storedPost({ summary: 'New loaf' })]) });
    await user.click(dialog().getByRole('button', { name: 'Schedule' }));
    await panel('Next up').findByText('New loaf');
  });

  it('says that nothing needs attention if there is no problem', async () => {
    openConnected();
    await screen.findByText('Nothing needs your attention');
    expect(texts(panel('Needs attention'), 'listitem')).toEqual([]);
  });

  it('shows up to five failed posts with the reason, and a link to the others', async () => {
    openConnected(postList([1, 2, 3, 4, 5, 6, 7].map((number) => failed(number))));
    await screen.findByText('Rye bread 1');
    const items = texts(panel('Needs attention'), 'listitem');
    expect(items).toHaveLength(5);
    expect(items[0]).toBe('Hearth & Crumb, Market SquareFailedRye bread 1Google refused the text.RetryEdit');
    const more = panel('Needs attention').getByRole('link', { name: '+2 more' });
    expect(more.getAttribute('href')).toBe('/dashboard?view=calendar&status=failed');
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();
  });

  it('retries a failed post at once, and focus moves to the next', async () => {
    const answer = held();
    const RETRY = 'POST /api/posts/:id/retry';
    const { user, server } = openConnected(postList([failed(1), failed(2)]), undefined, {
      [RETRY]: () => answer.promise,
    });
    await user.click((await screen.findAllByRole('button', { name: 'Retry' }))[0]!);
    await waitFor(() => expect(screen.queryByText('Rye bread 1')).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Retry' }));
    expect(server.sent(RETRY)[0]?.params).toEqual({ id: id(1) });

    answer.release(failWith(409, 'not_failed', 'Only a failed post can be retried.'));
    await panel('Needs attention').findByText('Only a failed post can be retried.');
    expect(screen.getByText('Rye bread 1')).toBeTruthy();
  });

  it('edits a failed post', async () => {
    const { user } = openConnected(postList([failed(1)]), list([location()]), {
      'GET /api/posts/:id': () => failed(1),
    });
    await user.click(await screen.findByRole('button', { name: 'Edit', description: 'Rye bread 1' }));
    const composer = within(await screen.findByRole('dialog', { name: 'Edit Post' }));
    expect(composer.getByLabelText<HTMLTextAreaElement>(/^Post content/).value).toBe('Rye bread 1');
  });

  it('shows suspended and unverified locations, what that means and how to fix it', async () => {
    openConnected(
      undefined,
      list([
        location({ id: 'l-1', name: 'Tea Room', state: 'SUSPENDED' }),
        location({ id: 'l-2', name: 'Bakery', state: 'UNVERIFIED' }),
      ]),
    );
    const link = await screen.findByRole('link', { name: 'Tea Room' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=location-details&account=account-1&location=l-1');
    expect(panel('Needs attention').getByText(/^Google has suspended this profile/)).toBeTruthy();
    expect(
      panel('Needs attention').getByRole('link', { name: /^How to fix a suspended profile/ }),
    ).toBeTruthy();
    expect(
      panel('Needs attention').getByRole('heading', { level: 3, name: 'Unverified places' }),
    ).toBeTruthy();
    expect(panel('Needs attention').getByText(/^Google hasn’t confirmed/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Bakery' })).toBeTruthy();
  });

  it('requests only locations that are not verified, shows five of each state and counts the others', async () => {
    const places = [1, 2, 3, 4, 5, 6].map((number) =>
      location({ id: `l-${number}`, name: `Mill ${number}`, state: 'UNVERIFIED' }),
    );
    const { server } = openConnected(undefined, { ...list(places), matched: 120, nextCursor: 'next' });
    await screen.findByRole('link', { name: 'Mill 5' });
    expect(screen.queryByRole('link', { name: 'Mill 6' })).toBeNull();
    const more = panel('Needs attention').getByRole('link', { name: '+115 more' });
    expect(more.getAttribute('href')).toBe('/dashboard?view=locations');
    expect(server.sent(LOCATIONS).map(({ query }) => query)).toEqual([{ needsAttention: 'true' }]);
  });

  it('shows skeletons in busy regions while it loads', async () => {
    const answer = held();
    openConnected(undefined, undefined, { [POSTS]: () => answer.promise });
    await h1();
    for (const name of ['Next up', 'Needs attention'])
      expect(screen.getByRole('region', { name }).querySelector('[aria-busy="true"]')).toBeTruthy();
    answer.release(postList([]));
    await screen.findByText('Nothing scheduled yet');
    await screen.findByText('Nothing needs your attention');
    expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  });

  it('says when something cannot be loaded, and Try Again loads again', async () => {
    const refusal = () => failWith(400, 'validation_failed', 'No.');
    const { user, server } = openConnected(undefined, undefined, { [POSTS]: refusal, [LOCATIONS]: refusal });
    await h1();
    await panel('Needs attention').findByText('Failed to load locations. Please try again.');
    const message = 'Failed to load scheduled posts. Please try again.';
    expect(await panel('Needs attention').findByText(message)).toBeTruthy();
    expect(await panel('Next up').findByText(message)).toBeTruthy();
    expect(screen.queryByText('Nothing scheduled yet')).toBeNull();
    expect(screen.queryByText('Nothing needs your attention')).toBeNull();

    server.on({ [POSTS]: () => postList([]), [LOCATIONS]: () => list([]) });
    for (const button of screen.getAllByRole('button', { name: 'Try Again' })) await user.click(button);
    await screen.findByText('Nothing scheduled yet');
    await screen.findByText('Nothing needs your attention');
    expect(screen.queryByText(/^Failed to load/)).toBeNull();
  });
});

describe('The banner', () => {
  it('says that the data is a sample and links to the setup', async () => {
    const { user, address } = renderPage('/dashboard?view=tasks');
    await screen.findByText(/^You are looking at sample data\./);
    await user.click(screen.getByRole('link', { name: 'Connect' }));
    await screen.findByRole('heading', { level: 1, name: 'Connection' });
    expect(address()).toBe('/dashboard?view=setup');
    expect(screen.queryByText(/^You are looking at sample data\./)).toBeNull();
  });

  const lost = answersOfConnected({ hasAccess: false, state: 'reconnect' });
  const CONNECT = 'POST /api/auth/gbp-connect';

  it("stays while the access has ended, and goes straight to Google's consent page", async () => {
    const answer = held();
    const { user } = renderPage('/dashboard?view=tasks', {
      answers: { ...lost, [CONNECT]: () => answer.promise },
    });
    await screen.findByText(/^The access to your Google Business Profile has ended\./);
    await user.click(screen.getByRole('button', { name: 'Reconnect' }));
    expect(screen.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
    // jsdom can navigate only to a fragment of the same page.
    answer.release({ url: '#reconnect' });
    await waitFor(() => expect(window.location.hash).toBe('#reconnect'));
    window.location.hash = '';
  });

  it('says why reconnecting could not begin', async () => {
    const reason = 'Connecting a Google Business Profile is not set up on this server yet.';
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
