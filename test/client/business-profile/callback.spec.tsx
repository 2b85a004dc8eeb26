import { beforeEach, describe, expect, it } from '@jest/globals';
import { configure, screen } from '@testing-library/react';
import { failWith, held, noNetwork, sessionEnded, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';

const SETUP = 'POST /api/auth/setup';
const PROCESSING = 'Connecting your Google Business Profile...';
const SUCCESS = 'Google Business Profile connected successfully!';
const CLOSING = /^This window will close automatically\.\.\./;

const open = (query: string, answers: Handlers = {}, user?: null) =>
  renderPage(`/gbp-callback${query}`, { answers, ...(user === null && { user }) });

/** Expects that the page is shown for exactly `ms`, and then goes to `target`. */
async function expectToLeave(page: ReturnType<typeof open>, target: string, ms: number) {
  expect(screen.getByText(CLOSING)).toBeTruthy();
  expect(screen.getByRole('link', { name: /^Go to/ }).getAttribute('href')).toBe(target);
  await advance(ms - 1);
  expect(page.address()).toBe('/gbp-callback');
  await advance(1);
  await until(() => page.address() === target);
}

beforeEach(steerTimers);
describe("The return from Google's consent page", () => {
  it('sends the code to the server once, says so, and goes to the dashboard after 2 s', async () => {
    const answer = held();
    const page = open('?code=4%2F0Ab&state=uid-1.r4nd0m', { [SETUP]: () => answer.promise });
    await until(() => page.server.sent(SETUP).length);
    expect(screen.getByText(PROCESSING)).toBeTruthy();
    expect(screen.queryByText(CLOSING)).toBeNull();
    // The code is removed from the history at once.
    expect(page.address()).toBe('/gbp-callback');
    answer.release({ success: true, message: SUCCESS });
    await until(() => screen.queryByText(SUCCESS));
    expect(screen.queryByText(PROCESSING)).toBeNull();
    await expectToLeave(page, '/dashboard', 2000);
    expect(page.server.sent(SETUP).map(({ body }) => body)).toEqual([
      { code: '4/0Ab', state: 'uid-1.r4nd0m' },
    ]);
  });

  it('says whose locations are shown now if the Google account has changed', async () => {
    const message = `${SUCCESS} You’re now seeing the locations of idris@example.com instead of those of tamsin@example.com.`;
    open('?code=4%2F0Ab', { [SETUP]: () => ({ success: true, message }) });
    await until(() => screen.queryByText(message));
  });

  it('sends the code once even if effects run twice', async () => {
    configure({ reactStrictMode: true });
    try {
      const page = open('?code=4%2F0Ab', { [SETUP]: () => ({ success: true, message: SUCCESS }) });
      await until(() => screen.queryByText(SUCCESS));
      expect(page.server.sent(SETUP)).toHaveLength(1);
    } finally {
      configure({ reactStrictMode: false });
    }
  });

  describe.each([
    ["the provider's refusal", '?error=access_denied&state=uid-1.r4nd0m', 'OAuth error: access_denied'],
    ['a refusal even with a code', '?code=4%2F0Ab&error=access_denied', 'OAuth error: access_denied'],
    ['a missing code', '', 'No authorization code received'],
    ['an empty code', '?code=', 'No authorization code received'],
  ])('with %s', (_, query, message) => {
    it('says so and goes to the dashboard after 3 s', async () => {
      const page = open(query);
      await until(() => screen.queryByText(message));
      await expectToLeave(page, '/dashboard', 3000);
      expect(page.server.sent(SETUP)).toEqual([]);
    });

    it('says so and goes to the login after 3 s when the user is signed out', async () => {
      const page = open(query, {}, null);
      await until(() => screen.queryByText(message));
      await expectToLeave(page, '/login', 3000);
    });
  });

  it('shows the error as text, cut to 200 characters', async () => {
    open(`?error=${encodeURIComponent(`<b>${'x'.repeat(300)}`)}`);
    const message = await until(() => screen.queryByText(/^OAuth error:/));
    expect(message.textContent).toBe(`OAuth error: <b>${'x'.repeat(197)}`);
  });

  it('requires a signed-in user and goes to the login after 3 s', async () => {
    const page = open('?code=4%2F0Ab', {}, null);
    await until(() => screen.queryByText('Please log in first'));
    await expectToLeave(page, '/login', 3000);
    expect(page.server.sent(SETUP)).toEqual([]);
  });

  it('requires a signed-in user if the session has ended by then', async () => {
    const page = open('?code=4%2F0Ab', { [SETUP]: sessionEnded });
    await until(() => screen.queryByText('Please log in first'));
    await expectToLeave(page, '/login', 3000);
  });

  it("shows a failed setup with the server's message, and goes to the dashboard after 5 s", async () => {
    const refusal = { success: false, message: 'Setup failed', error: { message: 'The code has expired.' } };
    const page = open('?code=4%2F0Ab', { [SETUP]: () => refusal });
    const alert = (await until(() => screen.queryByText('Setup failed'))).closest('[role=alert]');
    expect(alert?.textContent).toBe('Setup failedThe code has expired.');
    await expectToLeave(page, '/dashboard', 5000);
  });

  it('shows a failed setup without a reason', async () => {
    open('?code=4%2F0Ab', { [SETUP]: () => ({ success: false, message: '' }) });
    await until(() => screen.queryByText('Setup failed'));
  });

  it.each([
    ['without a network', noNetwork],
    ['when the server breaks', () => failWith(500, 'internal', 'Something went wrong on our side.')],
  ])('says that connecting failed %s, and goes to the dashboard after 5 s', async (_, answer) => {
    const page = open('?code=4%2F0Ab', { [SETUP]: answer });
    await until(() => screen.queryByText('Failed to connect Google Business Profile'));
    await expectToLeave(page, '/dashboard', 5000);
  });

  it('waits until the session is known', async () => {
    const answer = held();
    const page = open('?code=4%2F0Ab', { 'GET /api/auth/session': () => answer.promise });
    await until(() => screen.queryByText(PROCESSING));
    expect(page.server.sent(SETUP)).toEqual([]);
    answer.release({ user: null });
    await until(() => screen.queryByText('Please log in first'));
  });

  it('goes to the dashboard when the session cannot be loaded', async () => {
    const page = open('?error=access_denied', { 'GET /api/auth/session': noNetwork });
    await until(() => screen.queryByText('OAuth error: access_denied'));
    await expectToLeave(page, '/dashboard', 3000);
  });
});
