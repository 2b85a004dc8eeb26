import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers } from '../../support/page/fake-server.js';
import { messages, profile, renderPage, settled } from '../../support/page/page.js';
import { answersOfConnected, connected, notConnected } from '../business-profile/builders.js';
import { list } from '../listings/builders.js';
import { postList, storedPost } from '../posts/builders.js';

const STATUS = 'GET /api/auth/gbp-status';
const KEEP = 'POST /api/auth/gbp-connection/keep';
const DISCONNECT = 'DELETE /api/auth/gbp-connection';
const KEPT = 'You’ve kept the connection to tamsin.okonjo@example.com.';
const REVOKED = 'Your Google Business Profile is disconnected, and Google has revoked Shingle’s access.';

const POSTS = [1, 2].map((number) =>
  storedPost({ id: `00000000-0000-4000-8000-00000000000${number}`, detail: 'connection_held' }),
);

function open(address = '/dashboard', answers: Handlers = {}) {
  return renderPage(address, {
    user: profile({ signInMethod: 'google' }),
    answers: {
      ...answersOfConnected({ hasAccess: false, state: 'held' }),
      'GET /api/locations': () => list([]),
      'GET /api/posts': ({ query }) => postList(query['held'] ? POSTS : []),
      ...answers,
    },
  });
}

const question = () =>
  screen.findByRole('heading', { level: 1, name: 'Keep the connection to tamsin.okonjo@example.com?' });
const button = (name: string) => screen.findByRole('button', { name });
const dashboard = () => screen.findByRole('heading', { level: 1, name: 'Dashboard' });

describe('A held connection', () => {
  it.each(['/dashboard', '/dashboard?view=calendar', '/dashboard?view=setup'])(
    'replaces %s by a question',
    async (address) => {
      open(address);
      await question();
      expect(screen.getByRole('main').textContent).toContain('robin@example.com');
      expect(await screen.findByText(/2 posts are waiting for your answer\.$/)).toBeTruthy();
      expect(screen.queryByRole('navigation')).toBeNull();
      const choices = within(screen.getByRole('main')).getAllByRole('button');
      expect(choices.map(({ textContent }) => textContent)).toEqual(['Keep', 'Remove', 'Logout']);
    },
  );

  it('works after it is kept', async () => {
    const answer = held<unknown>();
    const { user, server } = open('/dashboard', { [KEEP]: () => answer.promise });
    await user.click(await button('Keep'));
    expect(await button('Keeping...')).toHaveProperty('disabled', true);
    expect(await button('Remove')).toHaveProperty('disabled', true);
    server.on({ [STATUS]: () => connected() });
    answer.release(connected());
    const heading = await dashboard();
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await settled();
    expect(messages()).toEqual([KEPT]);
    expect(server.sent(KEEP)).toHaveLength(1);
    expect(server.sent(DISCONNECT)).toEqual([]);
  });

  it('is disconnected after it is removed', async () => {
    const { user, server } = open('/dashboard', {
      [DISCONNECT]: () => {
        server.on({ [STATUS]: notConnected });
        return { revoked: true, message: REVOKED };
      },
    });
    await user.click(await button('Remove'));
    const heading = await dashboard();
    await screen.findByText(/^Everything below is sample data to try things out on\./);
    await waitFor(() => expect(document.activeElement).toBe(heading));
    await settled();
    expect(messages()).toEqual([REVOKED]);
  });

  it('leaves a permanent message if Google has not confirmed the removal', async () => {
    const message = 'Google hasn’t confirmed that access was revoked.';
    const { user, server } = open('/dashboard', {
      [DISCONNECT]: () => {
        server.on({ [STATUS]: notConnected });
        return { revoked: false, message };
      },
    });
    await user.click(await button('Remove'));
    expect((await screen.findByText(message)).closest('.warning')).toBeTruthy();
    await settled();
    expect(messages()).toEqual([]);
  });

  it.each(['Keep', 'Remove'])('keeps asking if %s fails', async (name) => {
    const refuse = () => failWith(500, 'internal', 'Something went wrong on our side. Please try again.');
    const { user } = open('/dashboard', { [KEEP]: refuse, [DISCONNECT]: refuse });
    await user.click(await button(name));
    const alert = (await screen.findByText('Your choice couldn’t be saved')).closest('[role=alert]');
    expect(alert?.textContent).toContain('Something went wrong on our side. Please try again.');
    await question();
    await waitFor(async () => expect(await button(name)).toHaveProperty('disabled', false));
  });

  it('is asked about as soon as an API answer reports it', async () => {
    const { server, user } = open('/dashboard?view=accounts', {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [] }),
      'POST /api/mirror': () => {
        server.on({ [STATUS]: () => connected({ hasAccess: false, state: 'held' }) });
        return failWith(409, 'connect/held', 'Choose first.');
      },
    });
    await user.click(await button('Refresh'));
    await question();
  });

  it('can be left unanswered', async () => {
    const { user, address } = open('/dashboard', { 'POST /api/auth/logout': () => undefined });
    await user.click(await button('Logout'));
    await waitFor(() => expect(address()).toBe('/login'));
  });
});
