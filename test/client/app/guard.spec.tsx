import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { held, noNetwork, sessionEnded } from '../../support/page/fake-server.js';
import { profile, renderPage } from '../../support/page/page.js';
import { notConnected } from '../business-profile/builders.js';

const SESSION = 'GET /api/auth/session';
const STATUS = 'GET /api/auth/gbp-status';

const login = () => screen.findByRole('heading', { level: 1, name: 'Welcome Back' });
const statistics = () => screen.findByRole('heading', { level: 1, name: 'Statistics' });

describe('The guard', () => {
  it("shows 'Loading...' until the session is known, then redirects to the login", async () => {
    const answer = held();
    const { address } = renderPage('/dashboard', { answers: { [SESSION]: () => answer.promise } });
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('Loading...'),
    );
    expect(address()).toBe('/dashboard');
    answer.release({ user: null });
    await login();
    expect(address()).toBe('/login');
  });

  it("shows 'Loading...' while the dashboard checks the connection", async () => {
    const answer = held();
    const { server } = renderPage('/dashboard', { answers: { [STATUS]: () => answer.promise } });
    await waitFor(() => expect(server.sent(STATUS)).toHaveLength(1));
    expect(screen.getByText('Loading...')).toBeTruthy();
    expect(screen.queryByRole('heading')).toBeNull();
    answer.release(notConnected());
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  });

  it('checks the connection beside the session, once', async () => {
    const answer = held();
    const { server } = renderPage('/dashboard', { answers: { [SESSION]: () => answer.promise } });
    await waitFor(() => expect(server.sent(STATUS)).toHaveLength(1));
    answer.release({ user: profile() });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(server.sent(STATUS)).toHaveLength(1);
  });

  it('uses nothing of that check for the person who signs in later', async () => {
    const { user, server, address } = renderPage('/dashboard', {
      user: null,
      answers: { [STATUS]: sessionEnded, 'POST /api/auth/login': () => ({ user: profile() }) },
    });
    await login();
    expect(server.sent(STATUS)).toHaveLength(1);
    server.on({ [STATUS]: notConnected });
    await user.type(screen.getByLabelText('Email'), 'robin@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(server.sent(STATUS)).toHaveLength(2);
    expect(address()).toBe('/dashboard');
  });

  it('shows the dashboard even if that check fails', async () => {
    const routes = [STATUS, 'GET /api/overview', 'GET /api/posts', 'GET /api/locations'];
    const answers = Object.fromEntries(routes.map((route) => [route, noNetwork]));
    renderPage('/dashboard', { answers });
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
  });

  it.each(['Sign up', undefined])('keeps a deep link through sign-in (by way of %s)', async (link) => {
    const answers = {
      'POST /api/auth/login': () => ({ user: profile() }),
      'POST /api/auth/signup': () => ({ user: profile() }),
    };
    const { user, address } = renderPage('/dashboard?view=statistics', { user: null, answers });
    await login();
    if (link) {
      await user.click(screen.getByRole('link', { name: link }));
      await user.type(await screen.findByLabelText('Full name'), 'Robin Baker');
      await user.type(screen.getByLabelText('Confirm password'), 'correct horse');
    }
    await user.type(screen.getByLabelText('Email'), 'robin@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse{Enter}');
    await statistics();
    expect(address()).toBe('/dashboard?view=statistics');
  });

  it('says so when the session cannot be loaded, and tries again', async () => {
    const { user, server, address } = renderPage('/dashboard?view=statistics', {
      answers: { [SESSION]: noNetwork },
    });
    const message = 'Network error. Please check your internet connection.';
    expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy();
    server.on({ [SESSION]: () => ({ user: profile() }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await statistics();
    expect(address()).toBe('/dashboard?view=statistics');
  });
});

describe('An address that does not exist', () => {
  it('says so and links to the home page', async () => {
    const { user, address } = renderPage('/dashbord');
    await screen.findByRole('heading', { level: 1, name: 'Page not found' });
    expect(document.title).toBe('Page not found - Shingle');
    await user.click(screen.getByRole('link', { name: 'Back to Home' }));
    await screen.findByRole('heading', { level: 1, name: 'Welcome to Shingle' });
    expect(address()).toBe('/');
  });
});
