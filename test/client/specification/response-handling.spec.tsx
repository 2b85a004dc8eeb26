import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import { failWith, noNetwork, sessionEnded, type Handler } from '../../support/page/fake-server.js';
import { messages, profile, renderPage, settled } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { account } from '../listings/builders.js';
import { heading, open, openForm, SAVE } from '../listings/setting.js';
import { storedPost, postList } from '../posts/builders.js';
import { dialog, emptyCalendar, field, fill } from '../posts/setting.js';

const ACCOUNTS = 'GET /api/accounts';
const DELETE = 'DELETE /api/posts/:id';
const NETWORK = 'Network error. Please check your connection.';
const SERVER = 'Server error. Please try again later.';
const FALLBACK = 'Something went wrong. Please try again.';
const AUTHENTICATION = 'Authentication required. Please log in.';

beforeEach(() => {
  steerTimers();
  // Tests cannot control the clock of the browser's own timeout.
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('The operation timed out.', 'TimeoutError')), ms);
    return late.signal;
  });
});
/** Never answers. */
const silence: Handler = () => new Promise(() => undefined);

/** An answer that is not from the API, for example from a proxy. */
const foreign = (status: number) => () => new Response('<h1>No</h1>', { status });

const openAccounts = (answer: Handler) => open('/dashboard?view=accounts', { [ACCOUNTS]: answer });

describe('An error answer is shown as a toast', () => {
  it.each<[string, Handler, string[]]>([
    [
      '403, whatever the server says',
      () => failWith(403, 'forbidden', 'No.'),
      ["You don't have permission to perform this action."],
    ],
    ['404', () => failWith(404, 'not_found', 'No.'), ['The requested resource was not found.']],
    ['500', () => failWith(500, 'internal', 'Oh no.'), [SERVER]],
    ['503', () => failWith(503, 'unavailable', 'Later.'), [SERVER]],
    ['a gateway’s 502', foreign(502), [SERVER]],
    ['no answer for want of a network', noNetwork, [NETWORK]],
    [
      '400 in the words of the server',
      () => failWith(400, 'bad_request', 'The request couldn’t be understood.'),
      ['The request couldn’t be understood.'],
    ],
    [
      '429 in the words of the server',
      () => failWith(429, 'too_many', 'Please wait a minute.'),
      ['Please wait a minute.'],
    ],
    ['400 without words', () => failWith(400, 'bad_request', ''), [FALLBACK]],
    ['418 of something else', foreign(418), [FALLBACK]],
    [
      '409 whose body has nothing but a message',
      () => Response.json({ message: 'Not while it rains.' }, { status: 409 }),
      ['Not while it rains.'],
    ],
    ['422 whose message is no text', () => Response.json({ message: 7 }, { status: 422 }), [FALLBACK]],
  ])('%s', async (_, answer, words) => {
    openAccounts(answer);
    await until(() => messages().length);
    expect(messages()).toEqual(words);
  });

  it.each<[string, Handler, string]>([
    ['in the words of the server', sessionEnded, 'You’re not logged in, or your session has ended.'],
    ['without words', foreign(401), FALLBACK],
  ])('401 twice: %s, and with its own message', async (_, answer, second) => {
    openAccounts(answer);
    await heading('Welcome Back');
    await settled();
    expect(messages().sort()).toEqual([AUTHENTICATION, second].sort());
  });

  it('once, even if several requests fail in the same way', async () => {
    const page = renderPage('/dashboard?view=calendar', {
      answers: {
        'GET /api/posts': noNetwork,
        'GET /api/locations': noNetwork,
        'GET /api/auth/gbp-status': noNetwork,
        'GET /api/overview': noNetwork,
      },
    });
    await until(
      () => page.server.sent('GET /api/posts').length && page.server.sent('GET /api/locations').length,
    );
    await until(() => messages().length);
    await settled();
    expect(messages()).toEqual([NETWORK]);
  });
});

describe('A request', () => {
  it('times out after 30 s, like a network failure', async () => {
    const page = openAccounts(silence);
    await until(() => page.server.sent(ACCOUNTS).length);
    await advance(29_999);
    expect(messages()).toEqual([]);
    await advance(1);
    await until(() => messages().length);
    expect(messages()).toEqual([NETWORK]);
    page.server.on({ [ACCOUNTS]: () => ({ items: [account()] }) });
    await advance(1000);
    await until(() => screen.queryByRole('article'));
  });

  it('goes to /api, with a JSON body', async () => {
    const page = renderPage('/login', {
      user: null,
      answers: { 'POST /api/auth/login': () => ({ user: profile() }) },
    });
    await heading('Welcome Back');
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'robin@example.com' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } });
    await page.user.click(screen.getByRole('button', { name: 'Log in' }));
    await until(() => page.address() === '/dashboard');
    expect(page.server.requests.every(({ path }) => path.startsWith('/api/'))).toBe(true);
    const [{ headers } = { headers: {} }] = page.server.sent('POST /api/auth/login');
    expect(headers).toMatchObject({ 'content-type': 'application/json' });
  });
});

/** Opens the calendar with one scheduled post and deletes it. */
async function deletePost(answer: Handler) {
  const page = renderPage('/dashboard?view=calendar', {
    answers: {
      ...emptyCalendar(),
      'GET /api/posts': () => postList([storedPost()]),
      [DELETE]: answer,
    },
  });
  await page.user.click(await until(() => screen.queryByRole('button', { name: 'Delete' })));
  const question = within(await until(() => screen.queryByRole('alertdialog')));
  await page.user.click(question.getByRole('button', { name: 'Delete' }));
  await until(() => page.server.sent(DELETE).length === 1);
  return page;
}

/** Gives the answers one after the other, and repeats the last. */
const inTurn = (...answers: Handler[]): Handler => {
  return (request) => (answers.length > 1 ? answers.shift() : answers[0])?.(request);
};

const gone = () => failWith(404, 'not_found', 'The requested resource was not found.');

/** A 409 with `Retry-After`. */
const underWay = (retryAfter: string) => () => {
  const answer = failWith(409, 'request_in_progress', 'The same request is still being processed.');
  answer.headers.set('Retry-After', retryAfter);
  return answer;
};

describe('A change whose answer is lost', () => {
  it.each<[string, Handler]>([
    ['without an answer', noNetwork],
    ['at a gateway', foreign(504)],
  ])('%s succeeds if the second try finds no post', async (_, lost) => {
    const page = await deletePost(inTurn(lost, gone));
    await advance(1000);
    await until(() => messages().length);
    expect(messages()).toEqual(['Post deleted.']);
    expect(page.server.sent(DELETE)).toHaveLength(2);
  });

  it.each<[string, Handler]>([
    ['nothing was lost', gone],
    [
      'the first answer said that nothing was done',
      inTurn(() => failWith(503, 'google/busy', 'Busy.'), gone),
    ],
  ])('fails although the post is gone when %s', async (_, answer) => {
    await deletePost(answer);
    await advance(1000);
    await until(() => messages().length);
    expect(messages()).toEqual(['The requested resource was not found.']);
    expect(screen.getByText('The post couldn’t be deleted. Please try again.')).toBeTruthy();
  });

  it('is sent again while the server says that it is still working on it', async () => {
    const page = await deletePost(inTurn(noNetwork, underWay('2'), underWay('2'), () => undefined));
    for (const [ms, sent] of [
      [1000, 2],
      [2000, 3],
      [2000, 4],
    ] as const) {
      await advance(ms);
      await until(() => page.server.sent(DELETE).length === sent);
    }
    await until(() => messages().length);
    expect(messages()).toEqual(['Post deleted.']);
  });

  it('fails after a limited time', async () => {
    const page = await deletePost(inTurn(noNetwork, underWay('2')));
    const sent = () => page.server.sent(DELETE).length;
    while (messages().length === 0 && sent() < 20) {
      const before = sent();
      await advance(2000);
      await until(() => sent() > before || messages().length);
    }
    await settled();
    expect(messages()).toEqual(['The same request is still being processed.']);
    // One after a second, then one every two seconds, for no longer than the timeout of a request.
    expect(sent()).toBe(16);
  });

  it.each<[string, () => string]>([
    ['seconds', () => '3'],
    ['an HTTP date', () => new Date(Date.now() + 3000).toUTCString()],
  ])('is repeated after the time that Retry-After gives in %s', async (_, retryAfter) => {
    const page = await deletePost(
      inTurn(
        () => underWay(retryAfter())(),
        () => undefined,
      ),
    );
    await advance(1900);
    expect(page.server.sent(DELETE)).toHaveLength(1);
    await advance(1200);
    await until(() => page.server.sent(DELETE).length === 2);
    await until(() => messages().length);
    expect(messages()).toEqual(['Post deleted.']);
  });
});

describe('A change that fails', () => {
  it('is not repeated under another session', async () => {
    const page = await deletePost(noNetwork);
    page.server.on({ 'POST /api/auth/logout': () => undefined });
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    await heading('Welcome Back');
    await advance(60_000);
    expect(page.server.sent(DELETE)).toHaveLength(1);
    await settled();
    expect(messages()).toEqual([]);
  });

  it('is repeated once, after a second, also if the first try timed out', async () => {
    const page = await openForm(undefined, { [SAVE]: silence });
    page.fill('Business name', 'Hearth');
    await page.save();
    await until(() => page.server.sent(SAVE).length === 1);
    await advance(30_000 + 999);
    expect(page.server.sent(SAVE)).toHaveLength(1);
    await advance(1);
    expect(page.server.sent(SAVE)).toHaveLength(2);
    await advance(30_000);
    await until(() => screen.queryByText('Failed to update location. Please try again.'));
    await advance(60_000);
    expect(page.server.sent(SAVE)).toHaveLength(2);
  });

  it('is repeated with the same key when a post is scheduled, so that there is one post', async () => {
    const answers = [noNetwork, () => ({})];
    const page = renderPage('/dashboard?location=location-1', {
      answers: { ...emptyCalendar(), 'POST /api/posts': () => answers.shift()?.() },
    });
    await page.user.click(await until(() => screen.queryByRole('button', { name: 'SCHEDULE POST' })));
    await until(() => screen.queryByRole('dialog'));
    await until(() => field('Location').value.startsWith('Hearth & Crumb, Market Square, '));
    fill('Post content', 'Come in');
    await page.user.click(dialog().getByRole('button', { name: 'Schedule' }));
    await until(() => page.server.sent('POST /api/posts').length === 1);
    await advance(1000);
    await until(() => !screen.queryByRole('dialog'));
    const keys = page.server.sent('POST /api/posts').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    await settled();
    expect(messages()).toEqual(['Post scheduled successfully!']);
  });

  it('is not repeated if the server refuses it, and also shown as a toast', async () => {
    const page = await deletePost(() => failWith(409, 'post_locked', 'Too late.'));
    await until(() => messages().length);
    expect(messages()).toEqual(['Too late.']);
    expect(within(screen.getByRole('main')).getByText('Too late.')).toBeTruthy();
    await advance(60_000);
    expect(page.server.sent(DELETE)).toHaveLength(1);
  });

  it('is not repeated if that could do harm: signing in', async () => {
    const page = renderPage('/login', { user: null, answers: { 'POST /api/auth/login': noNetwork } });
    await heading('Welcome Back');
    fireEvent.change(screen.getByLabelText('Email'), { target: { value: 'robin@example.com' } });
    fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'correct horse' } });
    await page.user.click(screen.getByRole('button', { name: 'Log in' }));
    await until(() => screen.queryByText('Network error. Please check your internet connection.'));
    await advance(60_000);
    expect(page.server.sent('POST /api/auth/login')).toHaveLength(1);
  });
});
