import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held } from '../../support/page/fake-server.js';
import { renderPage, settled } from '../../support/page/page.js';
import { connected, importing } from '../business-profile/builders.js';
import { setClock } from '../posts/setting.js';
import { atGoogle, details, ownReply, rejected, review, reviewList, summary, uuid } from './builders.js';
import { openReviews } from './setting.js';

beforeEach(() => setClock('2026-11-21T15:00:00.000Z', 'Europe/London'));

const DOROTHEA = review();
const WORDLESS = review({ id: uuid(2), text: null, reviewerName: null, isAnonymous: true, storeCode: null });
const PRIYA = review({
  id: uuid(3),
  reviewerName: 'Priya Nand',
  stars: 2,
  tab: 'REJECTED',
  replyAtGoogle: rejected(),
});
const ANJA = review({
  id: uuid(4),
  reviewerName: 'Anja Reuter',
  stars: 5,
  tab: 'ANSWERED',
  replyAtGoogle: atGoogle({ text: 'Thank you, Anja.' }),
});
const ALL = [DOROTHEA, WORDLESS, PRIYA, ANJA];

const lines = async () =>
  within(await screen.findByRole('list', { name: 'Reviews' }))
    .getAllByRole('link')
    .map(({ textContent }) => textContent);
const pane = (name: string) => screen.findByRole('article', { name });
const lastQuery = (server: ReturnType<typeof openReviews>['server']) => {
  const { limit: _, ...query } = server.sent('GET /api/reviews').at(-1)?.query ?? {};
  return query;
};

describe('The inbox of reviews', () => {
  it('keeps the specified words on sample data, and says that it opens with a connected profile', async () => {
    renderPage('/dashboard?view=reputation');
    expect(await screen.findByText('Coming Soon')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1, name: 'Reputation' })).toBeTruthy();
    expect(screen.getByText('Connect a Google Business Profile to use it.')).toBeTruthy();
    expect(screen.getByRole('link', { name: /^Reputation/ }).textContent).toBe('ReputationConnect to use');
  });

  it('lists what waits, says what became of each reply, and reads the first one beside the list', async () => {
    openReviews(ALL);
    expect(await lines()).toEqual([
      'Dorothea Vance1 d agoClosed at 15:00 although Google says 17:30.Store code HC-01',
      'Anonymous reviewer1 d agoRating without textHearth & Crumb, Market Square',
    ]);
    expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
      'Unanswered 2',
      'Answered 1',
      'Rejected 1',
      'All 4',
    ]);
    const read = within(await pane('Dorothea Vance'));
    expect(read.getByRole('img', { name: '1 of 5 stars' })).toBeTruthy();
    expect(read.getByRole('link', { name: /^Open on Google/ }).getAttribute('href')).toBe(DOROTHEA.googleUrl);
    expect(read.getByLabelText('Your reply')).toBeTruthy();
    expect(
      screen.getByRole('navigation', { name: 'Dashboard' }).querySelector('[aria-current]')?.textContent,
    ).toBe('Reputation2 reviews waiting for an answer');
  });

  it('shows a list that is being read also when a review is read before its answer', async () => {
    const [ofAnja, rejectedOnes] = [held<unknown>(), held<unknown>()];
    const { user, server } = openReviews(ALL, {
      'GET /api/reviews': ({ query }) =>
        query['tab'] === 'REJECTED'
          ? rejectedOnes.promise
          : reviewList(ALL.filter(({ tab }) => tab === query['tab'])),
      'GET /api/reviews/:id': ({ params }) => (params['id'] === ANJA.id ? ofAnja.promise : details(DOROTHEA)),
    });
    await pane('Dorothea Vance');
    await user.click(screen.getByRole('tab', { name: /^Answered/ }));
    await waitFor(() => expect(server.sent('GET /api/reviews/:id').at(-1)?.path).toContain(ANJA.id));
    await user.click(screen.getByRole('tab', { name: /^Rejected/ }));
    await waitFor(() => expect(lastQuery(server)['tab']).toBe('REJECTED'));
    ofAnja.release(details(ANJA));
    await settled();
    rejectedOnes.release(reviewList([PRIYA]));
    await waitFor(async () => expect(await lines()).toEqual([expect.stringMatching(/^Priya Nand/)]));
  });

  it('says in the list and beside it why Google rejected a reply, and what to do', async () => {
    const { user, address } = openReviews(ALL);
    await user.click(await screen.findByRole('tab', { name: /^Rejected/ }));
    await waitFor(() => expect(address()).toBe('/dashboard?view=reputation&tab=rejected'));
    await pane('Priya Nand');
    expect(await lines()).toEqual([
      'Priya Nand1 d agoClosed at 15:00 although Google says 17:30.Store code HC-01Reply rejectedGoogle considers this reply advertising.',
    ]);
    const read = within(await pane('Priya Nand'));
    expect(
      read.getByText(
        'Google considers this reply advertising. Leave out phone numbers and links, then send it again.',
      ),
    ).toBeTruthy();
    expect(read.getByLabelText<HTMLTextAreaElement>('Your new reply').value).toBe('Call us on 01632 960101.');
  });

  it('shows a reason that nobody has described as Google names it', async () => {
    const odd = { ...PRIYA, replyAtGoogle: atGoogle({ state: 'REJECTED', violation: 'NEW_RULE' }) };
    openReviews([odd], {}, { address: '/dashboard?view=reputation&tab=rejected' });
    const read = within(await pane('Priya Nand'));
    expect(read.getByText('Google’s reason: NEW_RULE')).toBeTruthy();
  });

  it('asks the server for what is searched and filtered, keeps it in the address, and takes it all back', async () => {
    const { server, user, address } = openReviews(ALL);
    await lines();
    await user.selectOptions(screen.getByLabelText('Filter by stars'), '1 or 2 stars');
    await user.click(screen.getByRole('button', { name: 'Filter' }));
    await user.click(screen.getByLabelText('With text'));
    await user.click(screen.getByLabelText('With photo'));
    await user.type(screen.getByLabelText('Search reviews'), 'bread');
    await waitFor(() =>
      expect(address()).toBe('/dashboard?view=reputation&stars=1-2&text=yes&photo=yes&search=bread'),
    );
    await waitFor(() =>
      expect(lastQuery(server)).toEqual({
        tab: 'UNANSWERED',
        stars: '1,2',
        withText: 'true',
        withPhoto: 'true',
        search: 'bread',
      }),
    );
    server.on({ 'GET /api/reviews': () => reviewList([]) });
    await user.type(screen.getByLabelText('Search reviews'), 's');
    await user.click(await screen.findByRole('button', { name: 'Show all reviews' }));
    await waitFor(() => expect(address()).toBe('/dashboard?view=reputation&tab=all'));
    await waitFor(() => expect(lastQuery(server)).toEqual({ tab: 'ALL' }));
  });

  it('means whole days of the reader by From and To', async () => {
    const { server } = openReviews(
      ALL,
      {},
      { address: '/dashboard?view=reputation&from=2026-10-24&to=2026-10-25' },
    );
    await lines();
    expect(lastQuery(server)).toEqual({
      tab: 'UNANSWERED',
      from: '2026-10-24',
      to: '2026-10-25',
      timeZone: 'Europe/London',
    });
  });

  it('shows the original first, the translation folded, photos, and what changed since the reply', async () => {
    const german = review({
      text: 'Gutes Brot.',
      translation: 'Good bread.',
      media: [
        { label: 'The loaf', thumbnailUrl: 'https://lh3.googleusercontent.com/1', videoUrl: null },
        {
          label: null,
          thumbnailUrl: 'https://lh3.googleusercontent.com/2',
          videoUrl: 'https://maps.google.com/v',
        },
      ],
      tab: 'ANSWERED',
      replyAtGoogle: atGoogle({ state: 'IN_REVIEW' }),
      isEditedAfterReply: true,
      isStale: true,
    });
    openReviews([german], {}, { address: '/dashboard?view=reputation&tab=all' });
    const read = within(await pane('Dorothea Vance'));
    expect(read.getByText('Gutes Brot.')).toBeTruthy();
    expect(read.getByText('Good bread.').closest('details')?.open).toBe(false);
    expect(read.getByRole('img', { name: 'Photo 1 of 2: The loaf' })).toBeTruthy();
    expect(read.getByRole('img', { name: 'Video 2 of 2' }).closest('a')?.href).toBe(
      'https://maps.google.com/v',
    );
    expect(read.getByText(/^The review was changed after your reply/)).toBeTruthy();
    expect(read.getByText(/^Google doesn’t let Shingle read this location’s reviews/)).toBeTruthy();
    expect(read.getByText('In review at Google')).toBeTruthy();
  });

  it('goes through the list with J and K, and to the reply with R', async () => {
    const { user, address } = openReviews(ALL);
    await pane('Dorothea Vance');
    await user.keyboard('j');
    expect(document.activeElement).toBe(
      within(await pane('Anonymous reviewer')).getByRole('heading', { name: 'Anonymous reviewer' }),
    );
    expect(address()).toBe(`/dashboard?view=reputation&review=${WORDLESS.id}`);
    await user.keyboard('j');
    expect(address()).toBe(`/dashboard?view=reputation&review=${WORDLESS.id}`);
    await user.keyboard('k');
    await pane('Dorothea Vance');
    await user.keyboard('r');
    expect(document.activeElement).toBe(screen.getByLabelText('Your reply'));
    await user.keyboard('jkr');
    expect(screen.getByLabelText<HTMLTextAreaElement>('Your reply').value).toBe('jkr');
  });

  it('moves the focus on to another review of the location that is opened below', async () => {
    const other = review({ id: uuid(7), reviewerName: 'Ana Costa' });
    const { user } = openReviews([review(), other], {
      'GET /api/reviews/:id': ({ params }) =>
        params['id'] === other.id ? details(other) : details(review(), { lastReviews: [other] }),
    });
    await user.click(await screen.findByText('Last 1 other review of this location'));
    await user.click(screen.getByRole('link', { name: 'Ana Costa' }));
    await screen.findByRole('heading', { name: 'Ana Costa' });
    await settled();
    expect(document.activeElement?.textContent).toBe('Ana Costa');
  });

  it('opens a page of its own on a phone, and goes back to the line it came from', async () => {
    const { user, address } = openReviews(ALL, {}, { narrow: true });
    await user.click(await screen.findByRole('link', { name: /Anonymous reviewer/ }));
    expect(document.activeElement?.textContent).toBe('Anonymous reviewer');
    expect(screen.getByRole('heading', { level: 1, name: 'Review' })).toBeTruthy();
    expect(screen.queryByRole('list', { name: 'Reviews' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Back to the inbox' }));
    expect(address()).toBe('/dashboard?view=reputation');
    await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Anonymous reviewer/));
  });

  it('loads further pages, and says what could not be read', async () => {
    const second = review({ id: uuid(9), reviewerName: 'Ben Tolliver' });
    const counts = { unanswered: 2, answered: 0, rejected: 0, all: 2 };
    openReviews([], {
      'GET /api/reviews': ({ query }) =>
        query['cursor']
          ? reviewList([second], { counts })
          : reviewList([DOROTHEA], { counts, nextCursor: 'next', notRead: 3 }),
      'GET /api/reviews/:id': () => details(DOROTHEA),
    });
    await screen.findByRole('link', { name: /Ben Tolliver/ });
    expect((await lines()).length).toBe(2);
  });

  it('says that some locations are still being read, also where nothing is listed yet', async () => {
    const words =
      'The reviews of some locations are still being read from Google. They show up here as they arrive.';
    const { server, user } = openReviews([DOROTHEA], {
      'GET /api/reviews': () => reviewList([DOROTHEA], { isReading: true, readAt: null }),
    });
    expect(await screen.findByText(words)).toBeTruthy();
    const { counts } = reviewList([DOROTHEA]);
    server.on({ 'GET /api/reviews': () => reviewList([], { counts, isReading: true }) });
    await user.click(screen.getByRole('tab', { name: /^Rejected/ }));
    await screen.findByRole('heading', { name: 'No rejected replies' });
    expect(screen.getByText(words)).toBeTruthy();

    server.on({ 'GET /api/reviews': () => reviewList([DOROTHEA]) });
    await user.click(screen.getByRole('tab', { name: /^All/ }));
    expect(await screen.findByText('Read from Google Sat 21 Nov 2026, 14:30')).toBeTruthy();
    expect(screen.queryByText(words)).toBeNull();
  });

  it('says when locations could not be read', async () => {
    openReviews([DOROTHEA], { 'GET /api/reviews': () => reviewList([DOROTHEA], { notRead: 3 }) });
    expect(
      await screen.findByText(
        'Reviews of 3 locations can’t be read: they aren’t verified, or Google refuses. You’re seeing the last saved ones.',
      ),
    ).toBeTruthy();
  });

  it.each([
    [1, '1 review couldn’t be read. You’re seeing the last saved one, if any.'],
    [2, '2 reviews couldn’t be read. You’re seeing the last saved ones, if any.'],
  ])('says when %i single reviews could not be read', async (unreadable, words) => {
    openReviews([DOROTHEA], { 'GET /api/reviews': () => reviewList([DOROTHEA], { unreadable }) });
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('tells why it is empty: answered all, being read, no access, or never reviewed', async () => {
    const empty = { ...reviewList([]), counts: { unanswered: 0, answered: 4, rejected: 0, all: 4 } };
    const { server, user } = openReviews([], { 'GET /api/reviews': () => empty });
    expect(await screen.findByRole('heading', { name: 'Every review is answered' })).toBeTruthy();
    await user.click(screen.getByRole('tab', { name: /^Rejected/ }));
    expect(await screen.findByRole('heading', { name: 'No rejected replies' })).toBeTruthy();
    server.on({ 'GET /api/reviews': () => reviewList([], { isReading: true }) });
    await user.click(screen.getByRole('tab', { name: /^All/ }));
    expect(
      await screen.findByRole('heading', { name: 'Your reviews are being read from Google' }),
    ).toBeTruthy();
    expect(screen.getByText(/^The first reviews show up here/)).toBeTruthy();
    server.on({ 'GET /api/reviews': () => reviewList([]) });
    await user.click(screen.getByRole('tab', { name: /^Answered/ }));
    expect(await screen.findByRole('heading', { name: 'There are no reviews yet' })).toBeTruthy();
  });

  it.each([
    [connected({ hasAccess: false, state: 'no_quota' }), {}, 'No reviews can be read yet'],
    [connected(), { 'GET /api/mirror': () => importing() }, 'Your reviews are being read from Google'],
    [connected(), { 'GET /api/reviews': () => reviewList([], { locations: 0 }) }, 'No locations yet'],
  ])('says what is missing with a connection of %j', async (connection, answers, title) => {
    openReviews([], { 'GET /api/auth/gbp-status': () => connection, ...answers });
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('shows reviews that were read before the access was lost, and lets nothing be sent', async () => {
    openReviews(ALL, {
      'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
    });
    const read = within(await pane('Dorothea Vance'));
    expect(read.getByRole<HTMLButtonElement>('button', { name: 'Send reply' }).disabled).toBe(true);
    expect(read.getByText(/^Replies can’t be sent right now\./)).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Reconnect' }).length).toBeGreaterThan(0);
  });

  it('says that loading failed, and tries again', async () => {
    const { server, user } = openReviews([], {
      'GET /api/reviews': () => failWith(403, 'forbidden', 'No.'),
    });
    expect(await screen.findByText('Failed to load the reviews. Please try again.')).toBeTruthy();
    server.on({ 'GET /api/reviews': () => reviewList(ALL) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect((await lines()).length).toBe(4);
  });

  it('says that a review of an old link is gone', async () => {
    openReviews(ALL, {}, { address: `/dashboard?view=reputation&review=${uuid(99)}` });
    expect(await screen.findByText(/^This review no longer exists\./)).toBeTruthy();
  });

  it('is reached from the details of a location, with Google’s own figures of it', async () => {
    const { user, address } = openReviews(
      ALL,
      {
        'GET /api/locations/:id/stats': () => ({
          from: null,
          to: null,
          profileViews: null,
          searchQueries: null,
          directionRequests: null,
          phoneCalls: null,
        }),
      },
      { address: '/dashboard?view=location-details&location=location-1' },
    );
    await user.click(await screen.findByRole('link', { name: 'Manage Reviews' }));
    expect(address()).toBe('/dashboard?view=reputation&location=location-1&tab=all');
    expect(await screen.findByText('4.4 from 420 (Google’s count)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Figures' }));
    const figures = within(await screen.findByRole('region', { name: 'Figures' }));
    expect(figures.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      '4.4on Google',
      '420Google’s count',
      '86%of the last 12 months',
      '3 hmedian, last 12 months',
    ]);
    expect(figures.getByText('November 2026: 11 reviews, on average 4.2 stars')).toBeTruthy();
  });

  it('gives of all locations no average of its own, but names those with the lowest ratings', async () => {
    const averages = [
      { locationId: 'location-2', locationName: 'Low', storeCode: null, averageRating: 2.1, total: 9 },
      { locationId: 'location-1', locationName: 'High', storeCode: 'HC-01', averageRating: 4.4, total: 411 },
    ];
    const { user } = openReviews(ALL, {
      'GET /api/reviews/summary': () => summary({ locations: 2, averageRating: null, averages }),
    });
    expect(await screen.findByText('420 reviews across 2 locations (Google’s count)')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Figures' }));
    const figures = within(await screen.findByRole('region', { name: 'Figures' }));
    expect(figures.queryByText('Rating')).toBeNull();
    expect(figures.getByRole('link', { name: 'Low' }).getAttribute('href')).toBe(
      '/dashboard?view=reputation&location=location-2&tab=all',
    );
  });

  it('waits on the overview with the first reviews', async () => {
    openReviews(ALL, {}, { address: '/dashboard' });
    const panel = within(await screen.findByRole('region', { name: 'Unanswered reviews' }));
    expect(panel.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      'Answer',
      'Closed at 15:00 although Google says 17:30.Store code HC-01',
      'Rating without text by Anonymous reviewer',
    ]);
  });

  it('names each state of what was done here', async () => {
    const states = (['WAITING', 'SENDING', 'UNCONFIRMED', 'FAILED', 'CONFLICT'] as const).flatMap(
      (state, at) => [
        review({ id: uuid(20 + at), ownReply: ownReply({ state }) }),
        review({ id: uuid(30 + at), ownReply: ownReply({ state, kind: 'DELETE', text: null }) }),
      ],
    );
    openReviews(states);
    expect((await lines()).map((line) => line?.replace(/.*HC-01/, ''))).toEqual([
      'Waiting to send',
      'Waiting to remove',
      'Being sent',
      'Being removed',
      'Not confirmed',
      'Removal not confirmed',
      'Not sent',
      'Not removed',
      'Answered elsewhere',
      'Answered elsewhere',
    ]);
  });
});
