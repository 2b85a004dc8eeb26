import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, noNetwork, sessionEnded } from '../../support/page/fake-server.js';
import { messages, profile, renderPage, settled } from '../../support/page/page.js';

const LOGOUT = 'POST /api/auth/logout';
const SESSION = 'GET /api/auth/session';

const overview = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });
const login = () => screen.findByRole('heading', { level: 1, name: 'Welcome Back' });

/** The only account of a user. */
const shop = (person: string) => ({
  id: person,
  name: `Shop of the ${person}`,
  type: 'PERSONAL',
  state: 'VERIFIED',
  locationCount: 1,
  attentionCount: 0,
  suspendedCount: 0,
  sharedCount: 0,
  profilePhotoUrl: null,
});

describe('The first browser of a person', () => {
  const PROFILE = 'PATCH /api/auth/profile';
  const newcomer = (own: object = {}) => profile({ timeZone: null, language: null, ...own });
  const answers = { [PROFILE]: ({ body }: { body: unknown }) => newcomer(body as object) };
  beforeEach(() => {
    jest.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE', 'en']);
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('says once where they are and how dates are written for them', async () => {
    const { server } = renderPage('/dashboard', { user: newcomer(), answers });
    await overview();
    await waitFor(() => expect(server.sent(PROFILE)).toHaveLength(1));
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    expect(server.sent(PROFILE)[0]!.body).toEqual({ timeZone, language: 'de-DE' });
    await settled();
    expect(server.sent(PROFILE)).toHaveLength(1);
  });

  it('says only what is not known yet, and nothing is shown when that fails', async () => {
    const { server } = renderPage('/dashboard', {
      user: newcomer({ timeZone: 'Asia/Kathmandu' }),
      answers: { [PROFILE]: noNetwork },
    });
    await overview();
    await waitFor(() =>
      expect(server.sent(PROFILE).map(({ body }) => body)).toEqual([{ language: 'de-DE' }]),
    );
    await settled();
    expect(messages()).toEqual([]);
    expect(server.sent(PROFILE)).toHaveLength(1);
  });

  it('is asked at a sign-in, and not where all is known', async () => {
    const { server, user } = renderPage('/login', { user: null, answers });
    server.on({ 'POST /api/auth/login': () => ({ user: newcomer() }) });
    await user.type(await screen.findByLabelText('Email'), 'kim@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await overview();
    await waitFor(() => expect(server.sent(PROFILE)).toHaveLength(1));
    const known = renderPage('/dashboard');
    await settled();
    expect(known.server.sent(PROFILE)).toEqual([]);
  });
});

describe('Logging out', () => {
  it('ends the session on the server and clears the page', async () => {
    const page = renderPage('/dashboard?view=statistics', { answers: { [LOGOUT]: () => undefined } });
    await page.user.click(await screen.findByRole('button', { name: 'Logout' }));
    await login();
    expect(page.server.sent(LOGOUT)).toHaveLength(1);
    // The next user may be another person, so the view is not kept.
    page.server.on({ 'POST /api/auth/login': () => ({ user: profile({ uid: 'uid-2' }) }) });
    await page.user.type(screen.getByLabelText('Email'), 'kim@example.com');
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await overview();
    expect(page.address()).toBe('/dashboard');
  });

  it('asks first if unsaved changes would be lost', async () => {
    const object = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', object);
    try {
      const page = renderPage('/dashboard', { answers: { [LOGOUT]: () => undefined } });
      await page.user.click(await screen.findByRole('button', { name: 'Logout' }));
      await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Stay' }));
      expect(page.server.sent(LOGOUT)).toEqual([]);
      await page.user.click(screen.getByRole('button', { name: 'Logout' }));
      await page.user.click(within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Log out' }));
      await login();
      expect(page.server.sent(LOGOUT)).toHaveLength(1);
    } finally {
      window.removeEventListener('beforeunload', object);
    }
  });

  it('stays signed in, and says so, when the server cannot be reached', async () => {
    const page = renderPage('/dashboard', { answers: { [LOGOUT]: noNetwork } });
    await page.user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(messages()).toEqual(['Network error. Please check your connection.']));
    await overview();
    expect(screen.getByRole('button', { name: 'Logout' })).toHaveProperty('disabled', false);
  });

  it('loads new data for the next user', async () => {
    let person = 'first';
    const page = renderPage('/dashboard?view=accounts', {
      answers: {
        [LOGOUT]: () => undefined,
        'GET /api/accounts': () => ({
          items: [shop(person)],
        }),
        'POST /api/auth/login': () => ({ user: profile({ uid: 'uid-2' }) }),
      },
    });
    await screen.findByText('Shop of the first');
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    await login();
    person = 'second';
    await page.user.type(screen.getByLabelText('Email'), 'kim@example.com');
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await overview();
    await page.user.click(screen.getByRole('link', { name: 'VIEW ACCOUNTS' }));
    await screen.findByText('Shop of the second');
    expect(screen.queryByText('Shop of the first')).toBeNull();
  });
});

describe('A lost session', () => {
  it('shows both toasts, redirects to the login and later back to the same view', async () => {
    const page = renderPage('/dashboard?view=accounts', { answers: { 'GET /api/accounts': sessionEnded } });
    // They are there for some seconds, in which the login may not have loaded yet.
    await waitFor(() =>
      expect(messages().sort()).toEqual([
        'Authentication required. Please log in.',
        'You’re not logged in, or your session has ended.',
      ]),
    );
    await login();
    expect(page.address()).toBe('/login');
    page.server.on({
      'POST /api/auth/login': () => ({ user: profile() }),
      'GET /api/accounts': () => ({ items: [] }),
    });
    await page.user.type(screen.getByLabelText('Email'), 'robin@example.com');
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await waitFor(() => expect(page.address()).toBe('/dashboard?view=accounts'));
  });
});

describe('An answer that arrives after another session has begun', () => {
  const PROFILE = 'PATCH /api/auth/profile';
  const themed = (theme: 'light' | 'dark') =>
    profile({ preferences: { theme, notifications: true, emailUpdates: true } });
  const theme = () => document.documentElement.dataset['theme'] ?? localStorage.getItem('shingle.theme');

  /** Releases an answer and waits until the page has handled it. */
  async function arrive(answer: ReturnType<typeof held>, value: unknown): Promise<void> {
    answer.release(value);
    await settled();
  }

  /** Signs in with the form. */
  async function signIn(page: ReturnType<typeof renderPage>, person = profile()): Promise<void> {
    page.server.on({ 'POST /api/auth/login': () => ({ user: person }) });
    await page.user.type(screen.getByLabelText('Email'), person.email);
    await page.user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await overview();
  }

  it('with 401 does not end that session, and is not shown', async () => {
    const answer = held();
    const page = renderPage('/dashboard?view=accounts', {
      answers: { [LOGOUT]: () => undefined, 'GET /api/accounts': () => answer.promise },
    });
    await waitFor(() => expect(page.server.sent('GET /api/accounts')).toHaveLength(1));
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    await login();
    await signIn(page);
    await arrive(answer, sessionEnded());
    await overview();
    await settled();
    expect(messages()).toEqual([]);
  });

  it('with the saved profile does not sign in a user who has logged out', async () => {
    const answer = held();
    const page = renderPage('/dashboard', {
      answers: { [LOGOUT]: () => undefined, [PROFILE]: () => answer.promise },
    });
    await page.user.click(await screen.findByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(page.server.sent(PROFILE)).toHaveLength(1));
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    await login();
    await arrive(answer, themed('dark'));
    expect(page.address()).toBe('/login');
    await login();
  });

  it('with a refused theme does not change the theme of the next user', async () => {
    const answer = held();
    const page = renderPage('/dashboard', {
      answers: { [LOGOUT]: () => undefined, [PROFILE]: () => answer.promise },
    });
    await page.user.click(await screen.findByRole('radio', { name: 'Dark' }));
    await waitFor(() => expect(page.server.sent(PROFILE)).toHaveLength(1));
    await page.user.click(screen.getByRole('button', { name: 'Logout' }));
    await login();
    await signIn(page, { ...themed('dark'), uid: 'uid-2' });
    await arrive(answer, failWith(400, 'validation_failed', 'Please correct the marked fields.'));
    expect(theme()).toBe('dark');
    await settled();
    expect(messages()).toEqual([]);
  });

  it('to a logout does not sign out a user who has signed in since in another tab', async () => {
    const answer = held();
    const page = renderPage('/dashboard', { answers: { [LOGOUT]: () => answer.promise } });
    await page.user.click(await screen.findByRole('button', { name: 'Logout' }));
    await waitFor(() => expect(page.server.sent(LOGOUT)).toHaveLength(1));
    const kim = profile({ uid: 'uid-2', displayName: 'Kim Novak' });
    page.server.on({ [SESSION]: () => ({ user: kim }) });
    const otherTab = new BroadcastChannel('shingle.session');
    otherTab.postMessage('changed');
    await screen.findByText('Kim Novak');
    otherTab.close();
    const asked = page.server.sent(SESSION).length;
    await arrive(answer, new Response(null, { status: 204 }));
    // The logout may have ended that session too.
    expect(page.server.sent(SESSION)).toHaveLength(asked + 1);
    await overview();
  });
});

describe('Other tabs', () => {
  let otherTab: BroadcastChannel;
  beforeEach(() => {
    otherTab = new BroadcastChannel('shingle.session');
  });
  afterEach(() => otherTab.close());

  it('log this one out as well', async () => {
    const page = renderPage('/dashboard');
    await overview();
    page.server.on({ [SESSION]: () => ({ user: null }) });
    otherTab.postMessage('changed');
    await login();
  });

  it('sign this one in as well', async () => {
    const page = renderPage('/login', { user: null });
    await login();
    page.server.on({ [SESSION]: () => ({ user: profile() }) });
    otherTab.postMessage('changed');
    await overview();
  });

  it('load the data of the user who is signed in there', async () => {
    let person = 'first';
    const page = renderPage('/dashboard?view=accounts', {
      answers: { 'GET /api/accounts': () => ({ items: [shop(person)] }) },
    });
    await screen.findByText('Shop of the first');
    person = 'second';
    page.server.on({ [SESSION]: () => ({ user: profile({ uid: 'uid-2' }) }) });
    otherTab.postMessage('changed');
    await screen.findByText('Shop of the second');
    expect(screen.queryByText('Shop of the first')).toBeNull();
  });

  it('do not log this one out if the session request gets no answer', async () => {
    const page = renderPage('/dashboard');
    await overview();
    page.server.on({
      [SESSION]: () => failWith(503, 'unavailable', 'The service isn’t available right now.'),
    });
    otherTab.postMessage('changed');
    await waitFor(() => expect(page.server.sent(SESSION)).toHaveLength(2));
    await overview();
  });

  it('are notified of a logout here', async () => {
    const heard = new Promise((resolve) => {
      otherTab.onmessage = resolve;
    });
    const page = renderPage('/dashboard', { answers: { [LOGOUT]: () => undefined } });
    await page.user.click(await screen.findByRole('button', { name: 'Logout' }));
    await heard;
  });
});
