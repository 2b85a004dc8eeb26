import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { messages, renderPage } from '../../support/page/page.js';
import { answersOfConnected, notConnected } from '../business-profile/builders.js';
import { attempt, place, postList, storedPost } from './builders.js';
import { dialog, emptyCalendar, setClock } from './setting.js';

type Post = Schemas['PostDto'];

const DELETE = 'DELETE /api/posts/:id';
const CONNECT = 'POST /api/auth/gbp-connect';
const LINK = 'https://search.google.com/local/posts?q=1';
const MAPS = 'https://maps.google.com/?cid=101';

const HELD = storedPost({ detail: 'connection_lost', publishAt: '2026-11-21T11:00:00.000Z' });
const WAITING = storedPost({
  status: 'QUEUED',
  detail: 'waiting_for_quota',
  publishAt: '2026-11-21T12:59:00.000Z',
  nextTryAt: '2026-11-21T13:03:00.000Z',
});
const SENDING = storedPost({ status: 'QUEUED' });
const UNCONFIRMED = storedPost({
  status: 'QUEUED',
  detail: 'unconfirmed',
  nextTryAt: '2026-11-21T13:01:00.000Z',
});
const IN_REVIEW = storedPost({
  status: 'QUEUED',
  detail: 'in_review',
  nextTryAt: '2026-11-21T13:10:00.000Z',
});
const LIVE = storedPost({
  status: 'PUBLISHED',
  publishAt: '2026-11-20T08:00:00.000Z',
  publishedAt: '2026-11-20T08:00:02.000Z',
  googleUrl: LINK,
});
const LOST = storedPost({
  status: 'FAILED',
  errorDetails: 'We couldn’t confirm whether Google published this post.',
});

beforeEach(() => setClock('2026-11-21T13:00:00Z'));

/** Opens the calendar of a connected user. `answers` has the state of the connection. */
async function openCalendar(post: Post, answers: Handlers = {}) {
  const page = renderPage('/dashboard?view=calendar', {
    answers: {
      ...emptyCalendar(),
      ...answersOfConnected(),
      'GET /api/posts': ({ query }) => postList(query['held'] ? [] : [post]),
      'GET /api/locations/:id': () => place({ mapsUrl: MAPS }),
      ...answers,
    },
  });
  await screen.findByRole('table');
  return page;
}

const row = () => within(screen.getByText(/^Sourdough/).closest('tr')!);
const actions = () =>
  row()
    .getAllByRole('button')
    .map(({ textContent }) => textContent);

/** Opens the details of the only post, with these attempts. */
async function view(post: Post, attempts: object[] = [], answers: Handlers = {}) {
  const page = await openCalendar(post, {
    'GET /api/posts/:id': () => ({ ...post, attempts }),
    ...answers,
  });
  await page.user.click(screen.getByRole('button', { name: 'View' }));
  await dialog().findByText('Publishing history');
  return page;
}

const factOf = (name: string) => dialog().getByText(name, { selector: 'dt' }).nextElementSibling?.textContent;

describe('The row of a post', () => {
  it("that is held says so, and goes straight to Google's consent page", async () => {
    const answer = held();
    const { user } = await openCalendar(HELD, {
      ...answersOfConnected({ hasAccess: false, state: 'reconnect' }),
      [CONNECT]: () => answer.promise,
    });
    expect(row().getByText('Held until you reconnect to Google.')).toBeTruthy();
    expect(row().getByText('2 h ago')).toBeTruthy();
    await user.click(row().getByRole('button', { name: 'Reconnect' }));
    expect(row().getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
    answer.release(failWith(422, 'not_configured', 'Not set up on this server.'));
    await row().findByText('Not set up on this server.');
  });

  it('that waits for Google says when the next try is, and can still be changed', async () => {
    await openCalendar(WAITING);
    expect(row().getByText('Google isn’t accepting posts right now. We’ll keep trying.')).toBeTruthy();
    expect(row().getByText('next try in 3 min')).toBeTruthy();
    expect(actions()).toEqual(['View', 'Edit', 'Move']);
  });

  it.each([
    ['waiting_for_sign_in', 'Google isn’t accepting Shingle’s sign-in right now. We’ll keep trying.'],
    ['waiting_for_google', 'Google isn’t responding right now. We’ll keep trying.'],
  ] as const)('that waits says for what: %s', async (detail, words) => {
    await openCalendar({ ...WAITING, detail });
    expect(row().getByText(words)).toBeTruthy();
    expect(row().getByText('next try in 3 min')).toBeTruthy();
    expect(actions()).toEqual(['View', 'Edit', 'Move']);
  });

  it.each([
    ['in review', IN_REVIEW, 'In review at Google'],
    ['not confirmed', UNCONFIRMED, 'Google hasn’t confirmed this post. It may already be live.'],
  ])('that is %s says so, and can only be viewed', async (_, post, words) => {
    await openCalendar(post);
    expect(row().getByText(words)).toBeTruthy();
    expect(actions()).toEqual(['View']);
  });

  it('that is published links to it on Google', async () => {
    await openCalendar(LIVE);
    expect(
      row()
        .getByRole('link', { name: /^View on Google/ })
        .getAttribute('href'),
    ).toBe(LINK);
    expect(actions()).toEqual(['View', 'Use again']);
  });
});

describe('The details of a post', () => {
  it('that is held offer to reconnect', async () => {
    await view(HELD, [], answersOfConnected({ hasAccess: false, state: 'reconnect' }));
    expect(
      dialog()
        .getByText(/^Held until/)
        .closest('.warning'),
    ).toBeTruthy();
    expect(dialog().getByRole('button', { name: 'Reconnect' })).toBeTruthy();
  });

  it('that is held do not offer it once the connection works again', async () => {
    await view(HELD);
    expect(dialog().queryByRole('button', { name: 'Reconnect' })).toBeNull();
  });

  it('that waits for Google say when the next try is', async () => {
    await view(WAITING);
    expect(dialog().getByText(/^Nothing has been sent yet/)).toBeTruthy();
    expect(factOf('Next try')).toBe('Sat 21 Nov 2026, 14:03, in 3 min');
    for (const name of ['Delete', 'Edit', 'Move'])
      expect(dialog().getByRole('button', { name })).toBeTruthy();
  });

  it('that is being sent say that it cannot be changed until then', async () => {
    await view(SENDING, [attempt()]);
    expect(dialog().getByText(/^It’s being sent to Google right now/)).toBeTruthy();
    expect(dialog().queryByRole('button', { name: 'Delete' })).toBeNull();
  });

  it('that is not confirmed say that it may be published, and link to the location', async () => {
    await view(UNCONFIRMED, [attempt({ outcome: 'unconfirmed', error: 'Google didn’t respond.' })]);
    expect(
      dialog()
        .getByText(/It may already be live\.$/)
        .closest('.warning'),
    ).toBeTruthy();
    expect(
      dialog().getByText(/^We’re checking whether it’s on Google, and won’t send it twice\./),
    ).toBeTruthy();
    const link = await dialog().findByRole('link', { name: /^Check the location on Google/ });
    expect(link.getAttribute('href')).toBe(MAPS);
    expect(factOf('Next check')).toBe('Sat 21 Nov 2026, 14:01, in 1 min');
  });

  it('that could not be confirmed keep the link, and offer Retry', async () => {
    await view(LOST, [attempt({ outcome: 'not_found', error: 'Google didn’t respond.' })]);
    const reason = dialog().getByText(LOST.errorDetails ?? '');
    expect(reason.parentElement?.getAttribute('role')).toBe('alert');
    await dialog().findByRole('link', { name: /^Check the location on Google/ });
    expect(dialog().getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('show nothing about a location that cannot be read', async () => {
    const { server } = await view(LOST, [attempt({ outcome: 'not_found' })], {
      'GET /api/locations/:id': () => failWith(404, 'not_found', 'The requested resource was not found.'),
    });
    await waitFor(() => expect(server.sent('GET /api/locations/:id')).toHaveLength(1));
    expect(dialog().queryByRole('link')).toBeNull();
    expect(screen.queryByText('The requested resource was not found.')).toBeNull();
  });

  it('that was refused say what to do', async () => {
    const refused = storedPost({ status: 'FAILED', errorDetails: 'Refused.' });
    await view(refused, [attempt({ outcome: 'refused', error: 'Refused.' })]);
    expect(dialog().getByText(/^Edit the post to fix this/)).toBeTruthy();
    expect(dialog().queryByRole('link')).toBeNull();
  });

  it('that is published link to it on Google', async () => {
    await view(LIVE, [attempt({ outcome: 'published' })]);
    expect(screen.getByRole('dialog', { name: /^Published .*update$/ })).toBeTruthy();
    expect(
      dialog()
        .getByRole('link', { name: /^View on Google/ })
        .getAttribute('href'),
    ).toBe(LINK);
  });

  it('show the history of the attempts', async () => {
    await view(SENDING, [
      attempt({ outcome: 'not_sent', error: 'Google couldn’t be reached.' }),
      attempt({ attempt: 2, outcome: 'unconfirmed', error: 'Google didn’t respond.' }),
      attempt({ attempt: 3, outcome: 'not_found', error: 'Google didn’t respond.' }),
      attempt({ attempt: 4, outcome: 'refused', error: 'No.' }),
      attempt({ attempt: 5, outcome: 'rejected' }),
      attempt({ attempt: 6, outcome: 'in_review' }),
      attempt({ attempt: 7, outcome: 'published' }),
      attempt({ attempt: 8 }),
    ]);
    const steps = dialog()
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    const outcomes = [
      'Not sent. Google couldn’t be reached.',
      'Not confirmed by Google. Google didn’t respond.',
      'Not confirmed, and not found on Google. Google didn’t respond.',
      'Refused by Google. No.',
      'Rejected by Google after review',
      'Received by Google and under review',
      'Published',
      'Waiting for an answer',
    ];
    expect(steps).toEqual([
      'CreatedFri 20 Nov 2026, 10:00',
      ...outcomes.flatMap((words) =>
        ['Sent to Google', words].map((step) => `${step}Thu 19 Nov 2026, 09:00`),
      ),
    ]);
  });
});

describe('Deleting a published post', () => {
  const ask = async (answers: Handlers = {}) => {
    const page = await view(LIVE, [], { [DELETE]: () => undefined, ...answers });
    await page.user.click(dialog().getByRole('button', { name: 'Delete' }));
    const question = within(screen.getByRole('alertdialog', { name: 'Delete post' }));
    return {
      ...page,
      question,
      box: () => question.queryByRole('checkbox', { name: 'Also delete it on Google' }),
      confirm: () => page.user.click(question.getByRole('button', { name: 'Delete' })),
    };
  };

  it('leaves it at Google by default, with focus on Cancel', async () => {
    const { question, box, confirm, server } = await ask();
    expect(question.getByText('Are you sure you want to delete this published post?')).toBeTruthy();
    expect(box()).toHaveProperty('checked', false);
    expect(document.activeElement).toBe(question.getByRole('button', { name: 'Cancel' }));
    await confirm();
    expect(await screen.findAllByText('Post deleted.')).toBeTruthy();
    expect(server.sent(DELETE).map(({ query }) => query)).toEqual([{}]);
  });

  it('also deletes it at Google if that is chosen', async () => {
    const { user, box, confirm, server } = await ask();
    await user.click(box()!);
    await confirm();
    expect(await screen.findAllByText('Post deleted here and on Google.')).toBeTruthy();
    expect(server.sent(DELETE).map(({ query }) => query)).toEqual([{ atGoogle: 'true' }]);
  });

  it('says at once that it goes on at Google, later for how long', async () => {
    const answer = held<undefined>();
    const { user, question, box, confirm, server } = await ask({ [DELETE]: () => answer.promise });
    await user.click(box()!);
    await confirm();
    expect(question.getByRole('button', { name: 'Deleting from Google...' })).toHaveProperty(
      'disabled',
      true,
    );
    const said = question.getByText(/^Deleting it from Google\./);
    expect(said.closest('[role=status]')).toBeTruthy();
    const words = await question.findByText(/^Google limits changes per minute for each location/);
    expect(words.textContent).toContain('up to 20 seconds');
    expect(words.closest('[role=status]')).toBeTruthy();
    server.on({ 'GET /api/posts': () => postList([]) });
    answer.release(undefined);
    expect(await screen.findAllByText('Post deleted here and on Google.')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('continues if the dialog is closed', async () => {
    const answer = held<undefined>();
    const { user, question, box, confirm } = await ask({ [DELETE]: () => answer.promise });
    await user.click(box()!);
    await confirm();
    await user.click(question.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    // Nothing is said to be gone before Google has answered.
    const going = 'The post is being deleted from Google...';
    expect(await screen.findAllByText(going)).toBeTruthy();
    expect(row()).toBeTruthy();
    answer.release(undefined);
    expect(await screen.findAllByText('Post deleted here and on Google.')).toBeTruthy();
    await waitFor(() => expect(messages()).not.toContain(going));
  });

  it('says so if it fails after the dialog is closed', async () => {
    const answer = held<ReturnType<typeof failWith>>();
    const { user, question, box, confirm } = await ask({ [DELETE]: () => answer.promise });
    await user.click(box()!);
    await confirm();
    await user.click(question.getByRole('button', { name: 'Close' }));
    answer.release(failWith(503, 'google/unavailable', 'Google can’t be reached.'));
    expect((await screen.findByText(/Nothing was deleted\.$/)).closest('[role=alert]')).toBeTruthy();
    await waitFor(() => expect(messages()).not.toContain('The post is being deleted from Google...'));
    expect(row()).toBeTruthy();
  });

  it('is rolled back when Google fails, and says that nothing was deleted', async () => {
    const reason =
      'Shingle no longer has access to your Google Business Profile. Reconnect it, then try again.';
    const { user, box, confirm } = await ask({ [DELETE]: () => failWith(409, 'google/reconnect', reason) });
    await user.click(box()!);
    await confirm();
    expect((await screen.findByText(`${reason} Nothing was deleted.`)).closest('[role=alert]')).toBeTruthy();
    expect(row()).toBeTruthy();
  });

  it('does not ask about Google on sample data', async () => {
    const { box } = await ask({ 'GET /api/auth/gbp-status': notConnected });
    expect(box()).toBeNull();
  });
});
