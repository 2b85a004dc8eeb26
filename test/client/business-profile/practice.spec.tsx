import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { answersOfConnected, connected, notConnected } from './builders.js';

const BUTTON = { name: 'Try with a practice Google' };

/** A server that offers practice, with what is asked of it. */
function offering(more: Handlers = {}) {
  let isPractice = false;
  const worlds: unknown[] = [];
  const handlers: Handlers = {
    ...answersOfConnected(),
    'GET /api/accounts': () => ({ items: [] }),
    'GET /api/auth/gbp-status': () =>
      isPractice
        ? connected({ isPractice, offersPractice: true })
        : { ...notConnected(), offersPractice: true },
    'POST /api/practice': ({ body }) => {
      worlds.push((body as { world: string }).world);
      isPractice = true;
      return { success: true, message: 'Google Business Profile connected successfully!' };
    },
    ...more,
  };
  return { handlers, worlds };
}
const state = async () => {
  const navigation = await screen.findByRole('navigation', { name: 'Dashboard' });
  return within(navigation).getByRole('link', { name: /^Connection/ }).textContent;
};

describe('Practice Google', () => {
  it('is one click from the banner, and then named where the connection is', async () => {
    const { handlers, worlds } = offering();
    const { user } = renderPage('/dashboard?view=accounts', { answers: handlers });
    await user.click(await screen.findByRole('button', BUTTON));
    await waitFor(async () => expect(await state()).toBe('ConnectionPractice'));
    expect(worlds).toEqual(['agency']);
    expect(screen.queryByRole('button', BUTTON)).toBeNull();
  });

  it('is one click from the overview, whose board then names it', async () => {
    const { handlers } = offering();
    const { user } = renderPage('/dashboard', { answers: handlers });
    await user.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByText(/^Practice Google\./)).toBeTruthy();
  });

  it('can be chosen by its world on the connection page, which then says what it is', async () => {
    const { handlers, worlds } = offering();
    const { user } = renderPage('/dashboard?view=setup', { answers: handlers });
    expect(await screen.findByRole('button', { name: 'Connect Google Business Profile' })).toBeTruthy();
    await user.click(await screen.findByRole('radio', { name: /3,000 locations/ }));
    await user.click(screen.getByRole('button', { name: 'Start practice' }));
    expect(await screen.findByText(/This Google is for practice/)).toBeTruthy();
    expect(screen.getByText('tamsin.okonjo@example.com').textContent).toContain('Practice');
    expect(worlds).toEqual(['large']);
  });

  it('is offered beside a Google account without a business', async () => {
    const { handlers } = offering();
    renderPage('/dashboard', {
      answers: {
        ...handlers,
        'GET /api/auth/gbp-status': () => connected({ offersPractice: true }),
        'GET /api/overview': () => ({
          businessAccounts: 1,
          locations: 0,
          scheduledPosts: 0,
          publishedThisMonth: 0,
        }),
      },
    });
    await screen.findByRole('heading', { name: 'There’s no business on this Google account' });
    expect(screen.getByRole('button', BUTTON)).toBeTruthy();
  });

  it('is not offered by a server that has none', async () => {
    for (const view of ['accounts', 'overview', 'setup']) {
      const page = renderPage(`/dashboard?view=${view}`, {
        answers: {
          'GET /api/auth/gbp-status': () => notConnected(),
          'GET /api/accounts': () => ({ items: [] }),
        },
      });
      await screen.findAllByText(/Connect/);
      expect(screen.queryByText(/practice/i)).toBeNull();
      page.unmount();
    }
  });

  it('shows that it works, and says why when it fails', async () => {
    const gate = held<Response>();
    const { handlers } = offering({
      'POST /api/practice': () => gate.promise,
    });
    const { user } = renderPage('/dashboard?view=accounts', { answers: handlers });
    await user.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByRole('button', { name: 'Connecting...' })).toBeTruthy();
    gate.release(failWith(503, 'google/unavailable', 'Google is not answering right now.'));
    expect(await screen.findByText('Google is not answering right now.')).toBeTruthy();
    expect(await screen.findByRole('button', BUTTON)).toBeTruthy();
  });

  it('needs reconnecting where Google is the real one', async () => {
    renderPage('/dashboard?view=setup', {
      answers: {
        ...answersOfConnected({ hasAccess: false, state: 'reconnect', isPractice: true }),
      },
    });
    expect(await screen.findByText(/This was a practice connection/)).toBeTruthy();
    expect(await state()).toBe('ConnectionReconnect');
  });
});
