import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected, notConnected } from '../business-profile/builders.js';
import { list } from '../listings/builders.js';
import { postList, storedPost } from '../posts/builders.js';
import { setClock } from '../posts/setting.js';

const POSTS = 'GET /api/posts';
const POST = 'GET /api/posts/:id';
const DELETE = 'DELETE /api/posts/:id';

type Post = Schemas['PostDto'];
const details = (post: Post): Schemas['PostDetailsDto'] => ({ ...post, attempts: [] });

const LATE = storedPost({
  id: '00000000-0000-4000-8000-000000000001',
  summary: 'Rye bread',
  publishAt: '2026-11-21T08:00:00.000Z',
  detail: 'connection_lost',
});
const SOON = storedPost({
  id: '00000000-0000-4000-8000-000000000002',
  summary: 'Stollen',
  publishAt: '2026-11-21T12:00:00.000Z',
});

beforeEach(() => setClock('2026-11-21T10:00:00Z'));

function open(connection: Handlers, held = postList([LATE, SOON]), address = '/dashboard') {
  return renderPage(address, {
    answers: {
      ...connection,
      'GET /api/locations': () => list([]),
      [POSTS]: ({ query }) => (query['held'] ? held : postList([])),
    },
  });
}

const LOST = answersOfConnected({ hasAccess: false, state: 'reconnect' });
const NO_QUOTA = answersOfConnected({ state: 'no_quota' });
const NONE = { ...answersOfConnected(), 'GET /api/auth/gbp-status': notConnected };

describe('Posts that cannot be published at present', () => {
  it.each([
    ['the access has ended', LOST, '2 posts won’t be published until you reconnect.'],
    [
      'Google has not approved the app',
      NO_QUOTA,
      '2 posts won’t be published until Google approves this app.',
    ],
    [
      'Google keeps the API of posts closed',
      answersOfConnected({
        closedApis: [{ api: 'v4', state: 'not_enabled', since: LATE.publishAt, askedAt: LATE.publishAt }],
      }),
      '2 posts won’t be published until Google lets this server publish posts.',
    ],
    [
      'nothing is connected',
      NONE,
      '2 posts won’t be published until you connect the same Google account again.',
    ],
    [
      'another account is connected',
      answersOfConnected(),
      '2 posts won’t be published: they belong to a Google account that isn’t connected.',
    ],
  ])('are counted when %s', async (_, connection, words) => {
    open(connection);
    expect((await screen.findByText(words)).closest('.warning')).toBeTruthy();
  });

  it('are also counted in the calendar while the connection does not work', async () => {
    open(LOST, postList([SOON]), '/dashboard?view=calendar');
    await screen.findByText('1 post won’t be published until you reconnect.');
  });

  it('are listed, soonest first, with a button to Google', async () => {
    const { user } = open(LOST, {
      ...postList([SOON, LATE], 'next'),
      counts: { all: 120, scheduled: 120, published: 0, failed: 0 },
    });
    await screen.findByText(/^120 posts won’t be published/);
    await user.click(screen.getByRole('button', { name: 'Show posts' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Posts at risk' }));
    const place = 'Hearth & Crumb, Market Square';
    expect(dialog.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      `Sat 21 Nov 2026, 09:002 h ago${place}UpdateRye bread`,
      `Sat 21 Nov 2026, 13:00in 2 h${place}UpdateStollen`,
    ]);
    expect(dialog.getByText('+118 more')).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Done' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Show posts' }));
  });

  describe('of another Google account', () => {
    const OTHERS = [LATE, SOON].map((post) => ({ ...post, isOfOtherAccount: true }));
    const [late, soon] = OTHERS as [typeof LATE, typeof SOON];

    async function openList() {
      const opened = open(NONE, postList([soon, late]));
      opened.server.on({ [POST]: ({ params }) => details(params['id'] === late.id ? late : soon) });
      await opened.user.click(await screen.findByRole('button', { name: 'Show posts' }));
      const listed = within(await screen.findByRole('dialog', { name: 'Posts at risk' }));
      const button = (name: string, post: Post) =>
        listed.getByRole('button', { name, description: post.summary });
      return { ...opened, listed, button };
    }

    it('can be viewed, with the reason why they wait, but not changed', async () => {
      const { user, button } = await openList();
      await user.click(button('View', late));
      const dialog = within(screen.getByRole('dialog', { name: /^Scheduled / }));
      await dialog.findByText(/^Held because it belongs to a Google account that isn’t connected\./);
      expect(dialog.getByText(/^Until then you can only view or delete it\./)).toBeTruthy();
      const names = dialog.getAllByRole('button').map(({ textContent }) => textContent);
      expect(names.filter(Boolean)).toEqual(['Delete']);
      expect(dialog.queryByRole('button', { name: 'Reconnect' })).toBeNull();
      await user.click(dialog.getByRole('button', { name: 'Close' }));
      expect(document.activeElement).toBe(button('View', late));
    });

    it('can be deleted, one after the other', async () => {
      const { user, server, listed, button } = await openList();
      const kept = [soon, late];
      server.on({
        [POSTS]: ({ query }) => postList(query['held'] ? kept : []),
        [DELETE]: ({ params }) =>
          void kept.splice(
            kept.findIndex(({ id }) => id === params['id']),
            1,
          ),
      });
      const confirm = async () => {
        const question = within(screen.getByRole('alertdialog', { name: 'Delete post' }));
        expect(question.queryByText(/at Google/)).toBeNull();
        await user.click(question.getByRole('button', { name: 'Delete' }));
      };
      await user.click(button('Delete', late));
      await confirm();
      expect(listed.getAllByRole('button', { name: 'Delete' })).toHaveLength(1);
      expect(document.activeElement).toBe(button('View', soon));
      await screen.findByText('Post deleted.');
      await user.click(button('View', soon));
      await user.click(
        await within(screen.getByRole('dialog', { name: /^Scheduled / })).findByRole('button', {
          name: 'Delete',
        }),
      );
      await confirm();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(document.activeElement).toBe(screen.getByRole('main'));
      await waitFor(() =>
        expect(server.sent(DELETE).map(({ params }) => params['id'])).toEqual([late.id, soon.id]),
      );
    });

    it('stay, with the reason, if they could not be deleted', async () => {
      const { user, server, listed, button } = await openList();
      server.on({ [DELETE]: () => failWith(409, 'post_locked', 'This post is being sent.') });
      await user.click(button('Delete', late));
      await user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
      // A toast may show the same text for some seconds.
      await listed.findByText('This post is being sent.', { selector: '[role=alert]' });
      expect(listed.getAllByRole('button', { name: 'Delete' })).toHaveLength(2);
    });
  });

  it('link to the setup if nothing is connected', async () => {
    const { user, address } = open(NONE);
    await user.click(await screen.findByRole('button', { name: 'Show posts' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Connect' }));
    await screen.findByRole('heading', { level: 1, name: 'Connection' });
    expect(address()).toBe('/dashboard?view=setup');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each([
    ['there are none', () => postList([])],
    ['they could not be asked for', () => failWith(400, 'validation_failed', 'No.')],
  ])('are not mentioned when %s', async (_, answer) => {
    const { server } = open(answersOfConnected());
    server.on({ [POSTS]: ({ query }) => (query['held'] ? answer() : postList([])) });
    await screen.findByText('Nothing needs your attention');
    await waitFor(() => expect(server.sent(POSTS).some(({ query }) => query['held'] === 'true')).toBe(true));
    expect(screen.queryByText(/won’t be published/)).toBeNull();
  });
});
