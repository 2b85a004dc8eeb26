import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { messages, profile, renderPage, settled } from '../../support/page/page.js';
import { notConnected } from '../business-profile/builders.js';
import { account } from '../listings/builders.js';
import { noticeSettings } from '../notices/builders.js';
import { field, fill, openComposer, setClock } from '../posts/setting.js';
import { review, savedReply } from '../reviews/builders.js';
import { openReviews } from '../reviews/setting.js';

type Page = ReturnType<typeof renderPage>;
type Server = Page['server'];

const SESSION = 'GET /api/auth/session';
const STATUS = 'GET /api/auth/gbp-status';
const ACCOUNTS = 'GET /api/accounts';
const PROFILE = 'PATCH /api/auth/profile';

const workspaceOf = ({ headers }: Server['requests'][number]) => headers['shingle-workspace'];

/** The same person in another workspace. */
const inTeam = profile({ workspaceId: 'team' });

let tab: BroadcastChannel;
beforeEach(() => {
  tab = new BroadcastChannel('shingle.session');
});
afterEach(() => tab.close());

/** The next answer of the session names another workspace; waits until the page asks for its data. */
async function change({ server }: Pick<Page, 'server'>, user = inTeam): Promise<void> {
  const before = server.requests.length;
  server.on({ [SESSION]: () => ({ user }) });
  tab.postMessage('changed');
  await waitFor(() => expect(server.requests.slice(before).map(workspaceOf)).toContain(user.workspaceId));
  await settled();
}

/** Accounts that are named after the workspace whose they are. */
const accounts: Handlers = {
  [ACCOUNTS]: (request) => ({ items: [account({ name: `Shop of ${workspaceOf(request)}` })] }),
};

describe('A request', () => {
  it('names the workspace of the person who is signed in, and none before', async () => {
    const { server, user } = renderPage('/dashboard?view=accounts', {
      user: null,
      answers: { ...accounts, [PROFILE]: () => inTeam },
    });
    await screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
    server.on({ 'POST /api/auth/login': () => ({ user: inTeam }), [STATUS]: notConnected });
    await user.type(screen.getByLabelText('Email'), 'robin@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await screen.findByText('Shop of team');
    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(server.sent(PROFILE)).toHaveLength(1));
    const login = server.requests.findIndex(({ path }) => path === '/api/auth/login');
    const [before, after] = [server.requests.slice(0, login + 1), server.requests.slice(login + 1)];
    expect(new Set(before.map(workspaceOf))).toEqual(new Set([undefined]));
    expect(new Set(after.map(workspaceOf))).toEqual(new Set(['team']));
  });

  it('for the connection that was sent before the session was known counts only for one’s own workspace', async () => {
    const answer = held();
    const { server } = renderPage('/dashboard', { answers: { [SESSION]: () => answer.promise } });
    await waitFor(() => expect(server.sent(STATUS)).toHaveLength(1));
    answer.release({ user: inTeam });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(server.sent(STATUS).map(workspaceOf)).toEqual([undefined, 'team']);
  });
});

describe('When another workspace is shown', () => {
  it('its data are loaded, and nothing of the one before is left', async () => {
    const page = renderPage('/dashboard?view=accounts', { answers: accounts });
    await screen.findByText('Shop of uid-1');
    await change(page);
    await screen.findByText('Shop of team');
    expect(screen.queryByText('Shop of uid-1')).toBeNull();
    await change(page, profile());
    await screen.findByText('Shop of uid-1');
    expect(page.server.sent(ACCOUNTS)).toHaveLength(3);
  });

  it('an answer for the one before is dropped, and so are its messages', async () => {
    const [late, first] = [held(), { ...profile(), displayName: 'Robin Late' }];
    const page = renderPage('/dashboard?view=settings', {
      answers: {
        [PROFILE]: () => first,
        'GET /api/notice-settings': () => noticeSettings(),
        'GET /api/account': () => ({ scheduledPosts: 0, sessions: 1 }),
      },
    });
    const save = async (company: string) => {
      await page.user.click(await screen.findByRole('button', { name: 'Edit' }));
      const details = within(screen.getByRole('dialog', { name: 'Your details' }));
      await page.user.type(details.getByLabelText(/^Company/), company);
      await page.user.click(details.getByRole('button', { name: 'Save Changes' }));
    };
    await save('One');
    await waitFor(() => expect(messages()).toEqual(['Your details have been saved.']));
    page.server.on({ [PROFILE]: () => late.promise });
    await save('Two');
    await change(page);
    expect(messages()).toEqual([]);
    late.release(first);
    await settled();
    expect(messages()).toEqual([]);
    expect(page.server.requests.slice(-1).map(workspaceOf)).toEqual(['team']);
    expect(screen.queryByText('Robin Late')).toBeNull();
  });

  it('a failure for the one before is not shown', async () => {
    const late = held();
    const page = openReviews([review()], {
      'GET /api/saved-replies': () => ({ items: [savedReply()] }),
      'PUT /api/reviews/:id/reply': () => late.promise,
    });
    await page.user.type(await screen.findByLabelText('Your reply'), 'We are sorry.');
    await page.user.click(screen.getByRole('button', { name: 'Send reply' }));
    await waitFor(() => expect(page.server.sent('PUT /api/reviews/:id/reply')).toHaveLength(1));
    await change(page);
    late.release(failWith(409, 'conflict', 'The reply was changed elsewhere.'));
    await settled();
    expect(messages()).toEqual([]);
  });
});

describe('What was begun in a workspace', () => {
  beforeEach(() => setClock('2026-11-21T13:00:00Z'));
  const CALENDAR = '/dashboard?view=calendar';
  const again = (user: typeof inTeam) => {
    cleanup();
    return openComposer({}, CALENDAR, user);
  };
  const text = () => field('Post content').value;

  it('as a post is kept there, and not shown in another', async () => {
    await openComposer();
    fill('Post content', 'Come in');
    await again(inTeam);
    expect(text()).toBe('');
    fill('Post content', 'For the team');
    await again(profile());
    expect(text()).toBe('Come in');
    await again(inTeam);
    expect(text()).toBe('For the team');
    // Another person in the same workspace.
    await again(profile({ uid: 'uid-2', workspaceId: 'team' }));
    expect(text()).toBe('');
  });

  it('as a post before there were workspaces is found in one’s own, and is gone when it is discarded', async () => {
    sessionStorage.setItem('shingle.draft', '{"uid":"uid-1","draft":{"summary":"Come in"}}');
    await again(inTeam);
    expect(text()).toBe('');
    const { user } = await again(profile());
    expect(text()).toBe('Come in');
    await user.click(screen.getByRole('button', { name: 'Discard draft' }));
    await again(profile());
    expect(text()).toBe('');
  });

  it('as a reply is kept there, also from before there were workspaces, and not shown in another', async () => {
    const { id, basis } = review();
    localStorage.setItem(
      `shingle-text.reply.uid-1.${id}`,
      JSON.stringify({ text: 'We are so', basedOn: basis }),
    );
    const page = openReviews([review()]);
    const box = () => screen.findByLabelText<HTMLTextAreaElement>('Your reply');
    expect((await box()).value).toBe('We are so');
    await change(page);
    await waitFor(async () => expect((await box()).value).toBe(''));
    await page.user.type(await box(), 'The team is sorry.');
    await change(page, profile());
    await waitFor(async () => expect((await box()).value).toBe('We are so'));
  });
});
