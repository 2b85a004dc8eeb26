import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen } from '@testing-library/react';
import { noNetwork } from '../../support/page/fake-server.js';
import { expectFault } from '../../support/page/form.js';
import { profile, renderPage } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';

const SESSION = 'GET /api/auth/session';
const CLOSED = 'Sign-in popup was closed. Please try again.';
const CANCELLED = 'Sign-in was cancelled. Please try again.';
const BLOCKED = 'Sign-in popup was blocked. Please allow popups and try again.';

/** A window as `window.open` returns it. */
interface Popup {
  url: URL;
  closed: boolean;
  close(): void;
}

let popups: Popup[];
let isBlocked: boolean;
let channel: BroadcastChannel;

beforeEach(() => {
  popups = [];
  isBlocked = false;
  channel = new BroadcastChannel('shingle.google-sign-in');
  jest.spyOn(window, 'open').mockImplementation((address) => {
    if (isBlocked) return null;
    const popup: Popup = {
      url: new URL(String(address), window.location.origin),
      closed: false,
      close: () => (popup.closed = true),
    };
    popups.push(popup);
    return popup as unknown as Window;
  });
  steerTimers();
});
afterEach(() => {
  channel.close();
});

/** Sends a message from a window to the page. */
function hear(source: Popup | undefined, data: unknown, origin = window.location.origin): void {
  // jsdom accepts only a real window as source.
  fireEvent(
    window,
    Object.defineProperty(new MessageEvent('message', { data, origin }), 'source', { value: source }),
  );
}

const attemptOf = (popup: Popup | undefined) => popup?.url.searchParams.get('attempt') ?? '';
const button = (name = 'Continue with Google') => screen.queryByRole('button', { name });

async function open(address = '/login') {
  const page = renderPage(address, { user: null });
  await until(() => button());
  const begin = (name?: string) => page.user.click(button(name) as HTMLElement);
  return {
    ...page,
    begin,
    /** The report of the popup's last page about the latest attempt. */
    report: (result: string) => channel.postMessage({ attempt: attemptOf(popups.at(-1)), result }),
    signIn: () => page.server.on({ [SESSION]: () => ({ user: profile() }) }),
  };
}

async function expectFaultSoon(message: string): Promise<void> {
  await until(() => screen.queryByText(message));
  await expectFault(message);
}

/** Waits until the address is the dashboard's. */
const expectDashboard = (page: { address: () => string }, query = '') =>
  until(() => page.address() === `/dashboard${query}`);

describe('Continue with Google', () => {
  it.each(['/login', '/signup'])('opens a popup from %s and says so', async (address) => {
    const page = await open(address);
    await page.begin();
    expect(popups.map(({ url }) => url.pathname)).toEqual(['/api/auth/google']);
    expect(attemptOf(popups[0])).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    expect(button('Waiting for Google...')).toHaveProperty('disabled', false);
    const hint = screen.getByText(/^Continue in the window that just opened\./);
    expect(hint.getAttribute('role')).toBe('status');
    expect(page.server.sent(SESSION)).toHaveLength(1);
  });

  it('signs in and goes to the dashboard after the server has confirmed it', async () => {
    const page = await open();
    await page.begin();
    page.signIn();
    page.report('signed-in');
    await expectDashboard(page);
    expect(page.server.sent(SESSION)).toHaveLength(2);
  });

  it('also accepts a message from its own popup, and goes to the requested page', async () => {
    const page = await open('/dashboard?view=statistics');
    await page.begin();
    page.signIn();
    hear(popups[0], { attempt: attemptOf(popups[0]), result: 'signed-in' });
    await expectDashboard(page, '?view=statistics');
  });

  it('ignores messages of another origin, window or attempt', async () => {
    const page = await open();
    await page.begin();
    const own = { attempt: attemptOf(popups[0]), result: 'auth/internal-error' };
    hear(popups[0], own, 'https://evil.example');
    hear(undefined, own);
    hear({ ...(popups[0] as Popup) }, own);
    const foreign = { ...own, attempt: '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f' };
    for (const data of [foreign, null, 'signed-in', {}, { attempt: own.attempt }, { ...own, result: 1 }]) {
      hear(popups[0], data);
      channel.postMessage(data);
    }
    page.signIn();
    // If one of them had been accepted, this one would come too late.
    page.report('signed-in');
    await expectDashboard(page);
  });

  it('does not sign in if the server knows no session', async () => {
    const page = await open();
    await page.begin();
    page.report('signed-in');
    await expectFaultSoon('An unexpected error occurred. Please try again.');
    expect(button()).toBeTruthy();
  });

  it('says so when the server cannot be asked', async () => {
    const page = await open();
    await page.begin();
    page.server.on({ [SESSION]: noNetwork });
    page.report('signed-in');
    await expectFaultSoon('Network error. Please check your internet connection.');
  });

  it.each([
    ['auth/cancelled-popup-request', CANCELLED],
    [
      'auth/account-exists-with-different-credential',
      'An account already exists with the same email address but different sign-in credentials.',
    ],
    ['auth/network-request-failed', 'Network error. Please check your internet connection.'],
    ['auth/internal-error', 'Internal error occurred. Please try again.'],
    ['auth/too-many-requests', 'Too many failed attempts. Please try again later.'],
    [
      'auth/operation-not-allowed',
      'This sign-in method isn’t enabled. Please enable it in your Firebase setup.',
    ],
    ['auth/invalid-api-key', 'The Firebase API key isn’t valid. Please check your Firebase setup.'],
    [
      'auth/app-not-authorized',
      'This app isn’t authorized to use Firebase Authentication. Please check your Firebase setup.',
    ],
    ['auth/not-configured', 'Firebase is not properly configured. Please check your setup.'],
    ['auth/user-disabled', 'Authentication error: auth/user-disabled. Please check your Firebase setup.'],
    ['Call 01632 960001 <b>now</b>', 'An unexpected error occurred. Please try again.'],
  ])('shows a message above the form when it ends with %s', async (result, message) => {
    const page = await open('/signup');
    await page.begin();
    page.report(result);
    await expectFaultSoon(message);
    expect(button()).toBeTruthy();
    expect(page.server.sent(SESSION)).toHaveLength(1);
  });

  it('says until the next try that the browser has blocked the popup', async () => {
    const page = await open();
    isBlocked = true;
    await page.begin();
    await expectFault(BLOCKED);
    isBlocked = false;
    await page.begin();
    expect(screen.queryByText(BLOCKED)).toBeNull();
    expect(button('Waiting for Google...')).toBeTruthy();
  });
});

describe('A popup that looks closed', () => {
  it('is reported a moment later, since a report also closes it', async () => {
    const page = await open();
    await page.begin();
    act(() => jest.advanceTimersByTime(60 * 60_000));
    popups[0]?.close();
    await advance(500);
    expect(screen.queryByText(CLOSED)).toBeNull();
    await advance(500);
    await expectFault(CLOSED);
    expect(button()).toBeTruthy();
  });

  it('can still sign in for 10 minutes, since Google may cut the link between the windows', async () => {
    const page = await open();
    await page.begin();
    popups[0]?.close();
    await advance(1000);
    await expectFault(CLOSED);
    await advance(10 * 60_000 - 1);
    page.signIn();
    page.report('signed-in');
    await expectDashboard(page);
  });

  it('is ignored after that', async () => {
    const page = await open();
    await page.begin();
    popups[0]?.close();
    await advance(1000 + 10 * 60_000);
    page.report('auth/internal-error');
    // The channel keeps its order, so after this message the report has been delivered.
    await roundTrip();
    await expectFault(CLOSED);
  });
});

describe('A second try', () => {
  it('cancels the first, says so, and leaves one popup', async () => {
    const page = await open();
    await page.begin();
    const [first] = popups;
    await page.begin('Waiting for Google...');
    expect(popups.map(({ closed }) => closed)).toEqual([true, false]);
    await expectFault(CANCELLED);
    expect(button('Waiting for Google...')).toBeTruthy();
    // A report from the first popup is ignored.
    channel.postMessage({ attempt: attemptOf(first), result: 'auth/internal-error' });
    await roundTrip();
    await advance(5000);
    await expectFault(CANCELLED);
    page.signIn();
    page.report('signed-in');
    await expectDashboard(page);
  });

  it('cancels nothing if the first has already ended', async () => {
    const page = await open();
    await page.begin();
    page.report('auth/network-request-failed');
    await expectFaultSoon('Network error. Please check your internet connection.');
    await page.begin();
    expect(screen.queryByText(CANCELLED)).toBeNull();
    popups.at(-1)?.close();
    await advance(1000);
    await expectFault(CLOSED);
    await page.begin();
    for (const words of [CLOSED, CANCELLED]) expect(screen.queryByText(words)).toBeNull();
    expect(button('Waiting for Google...')).toBeTruthy();
  });

  it('says that it is blocked, since no popup is left', async () => {
    const page = await open();
    await page.begin();
    isBlocked = true;
    await page.begin('Waiting for Google...');
    await expectFault(BLOCKED);
    expect(popups.map(({ closed }) => closed)).toEqual([true]);
  });

  it('finds the popup closed after leaving the page', async () => {
    const page = await open();
    await page.begin();
    await page.user.click(screen.getByRole('link', { name: 'Sign up' }));
    await until(() => screen.queryByRole('heading', { name: 'Create Account' }));
    expect(popups[0]?.closed).toBe(true);
  });
});

describe('The last page of the popup', () => {
  const ATTEMPT = '7f0c9a52-3a4b-4c6d-8e9f-0a1b2c3d4e5f';
  const title = () => until(() => screen.queryByRole('heading', { level: 1, name: 'Log in with Google' }));

  it('reports to its opener in both ways, and closes itself', async () => {
    const told: unknown[] = [];
    channel.onmessage = ({ data }) => void told.push(data);
    const opener = { postMessage: jest.fn() };
    const close = jest.spyOn(window, 'close').mockImplementation(() => undefined);
    Object.assign(window, { opener });
    try {
      renderPage(`/google-sign-in?attempt=${ATTEMPT}&result=signed-in`);
      await title();
      const report = { attempt: ATTEMPT, result: 'signed-in' };
      await until(() => told.length > 0);
      expect(told).toEqual([report]);
      expect(opener.postMessage.mock.calls).toEqual([[report, window.location.origin]]);
      expect(close).toHaveBeenCalledTimes(1);
    } finally {
      Object.assign(window, { opener: null });
    }
    expect(document.title).toBe('Log in with Google - Shingle');
    expect(screen.getByText('You’re logged in. You can close this window.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Shingle' }).getAttribute('href')).toBe('/dashboard');
  });

  it.each([
    ['result=auth/cancelled-popup-request', 'Sign-in was cancelled. Please try again.'],
    ['result=Call+01632+960001', 'An unexpected error occurred. Please try again.'],
    ['', 'An unexpected error occurred. Please try again.'],
  ])('says what went wrong and links back: %s', async (query, words) => {
    jest.spyOn(window, 'close').mockImplementation(() => undefined);
    renderPage(`/google-sign-in?attempt=${ATTEMPT}&${query}`, { user: null });
    await title();
    expect(screen.getByText(words)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Shingle' }).getAttribute('href')).toBe('/login');
  });
});

/** Waits until a message has arrived by the same channel as the page's messages. */
async function roundTrip(): Promise<void> {
  const other = new BroadcastChannel('shingle.google-sign-in');
  let isBack = false;
  other.onmessage = () => (isBack = true);
  channel.postMessage('round trip');
  await until(() => isBack);
  other.close();
}
