import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { profile, renderPage as renderAt } from '../../support/page/page.js';

/** The code of the demo is chosen by the window's own address. */
function renderPage(address: string, options: Parameters<typeof renderAt>[1]) {
  window.history.replaceState(null, '', address);
  return renderAt(address, options);
}

const OPEN = { name: 'Open the demo, no account needed' };
const alex = profile({ uid: 'demo', displayName: 'Alex Morgan', email: 'demo-1@demo.invalid' });

/** A server with a demo. */
function withDemo(user: ReturnType<typeof profile> | null) {
  let present = user;
  const handlers: Handlers = {
    'GET /api/practice': () => ({ worlds: ['agency'] }),
    'GET /api/auth/session': () => ({ user: present }),
    'POST /api/demo': () => {
      present = alex;
      return { user: alex };
    },
  };
  return handlers;
}

describe('The demo', () => {
  it('is one click from its address', async () => {
    const { user } = renderPage('/login?demo', { user: null, answers: withDemo(null) });
    await user.click(await screen.findByRole('button', OPEN));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });

  it('is not on the plain login page, which asks for nothing more', async () => {
    const { server } = renderPage('/login', { user: null, answers: withDemo(null) });
    await screen.findByRole('button', { name: 'Log in' });
    expect(screen.queryByRole('button', OPEN)).toBeNull();
    expect(server.requests.filter(({ path }) => path === '/api/practice')).toEqual([]);
  });

  it('is not there on a server that has none', async () => {
    const handlers = { 'GET /api/practice': () => failWith(404, 'not_found', 'Not found') };
    const { server } = renderPage('/login?demo', { user: null, answers: handlers });
    await screen.findByRole('button', { name: 'Log in' });
    await waitFor(() => expect(server.requests.some(({ path }) => path === '/api/practice')).toBe(true));
    expect(screen.queryByRole('button', OPEN)).toBeNull();
  });

  it('asks a person who is logged in', async () => {
    const robin = profile();
    const { user } = renderPage('/login?demo', { user: robin, answers: withDemo(robin) });
    expect(await screen.findByText(/You’re logged in as Robin Baker/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Log out and open the demo' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
  });

  it('leaves a person who is logged in as they are when they want that', async () => {
    const robin = profile();
    const { user, server } = renderPage('/login?demo', { user: robin, answers: withDemo(robin) });
    await user.click(await screen.findByRole('button', { name: 'Stay logged in' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeTruthy();
    expect(server.requests.filter(({ path }) => path === '/api/demo')).toEqual([]);
  });

  it('says why it cannot be opened, and can be tried again', async () => {
    const refused = () => failWith(429, 'auth/too-many-requests', 'Too many failed attempts.');
    const handlers = { ...withDemo(null), 'POST /api/demo': refused };
    const { user } = renderPage('/login?demo', { user: null, answers: handlers });
    await user.click(await screen.findByRole('button', OPEN));
    expect(await screen.findByText('Too many failed attempts.')).toBeTruthy();
    expect(screen.getByRole('button', OPEN)).toHaveProperty('disabled', false);
  });
});
