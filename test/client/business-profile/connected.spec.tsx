import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, noNetwork, type Handlers } from '../../support/page/fake-server.js';
import { messages, renderPage, settled } from '../../support/page/page.js';
import { account, list, location } from '../listings/builders.js';
import { postList } from '../posts/builders.js';
import { answersOfConnected, connected, notConnected } from './builders.js';

const STATUS = 'GET /api/auth/gbp-status';
const CONNECT = 'POST /api/auth/gbp-connect';
const DISCONNECT = 'DELETE /api/auth/gbp-connection';
const CONNECT_LABEL = 'Connect Google Business Profile';
const REVOKED = 'Your Google Business Profile is disconnected, and its access is revoked at Google.';

function openSetup(change: Parameters<typeof answersOfConnected>[0] = {}, answers: Handlers = {}) {
  return renderPage('/dashboard?view=setup', {
    answers: {
      ...answersOfConnected(change),
      'GET /api/posts': () => postList([]),
      'GET /api/locations': () => list([]),
      ...answers,
    },
  });
}

const panel = async (name: string) => within(await screen.findByRole('region', { name }));
const question = () => screen.findByRole('alertdialog', { name: 'Disconnect Google Business Profile?' });

/** Presses the button and confirms its question. */
async function disconnect(user: ReturnType<typeof openSetup>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
  await user.click(within(await question()).getByRole('button', { name: 'Disconnect' }));
}

describe('The setup screen of a connected user', () => {
  it('shows whose profile is connected and since when, and links to the dashboard', async () => {
    const { user, address } = openSetup();
    const shown = await panel('Google Business Profile Connected');
    expect(shown.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Google account',
      'Connected since',
    ]);
    expect(shown.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
      'tamsin.okonjo@example.com',
      '19 November 2026',
    ]);
    expect(screen.queryByRole('button', { name: CONNECT_LABEL })).toBeNull();
    await user.click(shown.getByRole('link', { name: 'Continue to Dashboard' }));
    await screen.findByRole('heading', { level: 1, name: 'Dashboard' });
    expect(address()).toBe('/dashboard');
  });

  it("says that the access has ended, and goes straight to Google's consent page", async () => {
    const answer = held();
    const { user } = openSetup({ hasAccess: false, state: 'reconnect' }, { [CONNECT]: () => answer.promise });
    const shown = await panel('Reconnect Google Business Profile');
    expect(
      shown.getByText(/^Shingle’s access to Google was revoked .+ no posts will be published until/),
    ).toBeTruthy();
    expect(shown.getByText('tamsin.okonjo@example.com')).toBeTruthy();
    await user.click(shown.getByRole('button', { name: 'Reconnect' }));
    expect(shown.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
    // jsdom can navigate only to a fragment of the same page.
    answer.release({ url: '#reconnect' });
    await waitFor(() => expect(window.location.hash).toBe('#reconnect'));
    window.location.hash = '';
  });

  it('refers to the operator while Google has not approved the app', async () => {
    openSetup({ state: 'no_quota' });
    const shown = await panel('Google Business Profile Connected');
    expect(
      shown.getByText(/^Google hasn’t approved this app .+ ask the operator of this server/),
    ).toBeTruthy();
    expect(shown.queryByRole('button', { name: 'Reconnect' })).toBeNull();
    expect(shown.getByRole('button', { name: 'Disconnect' })).toBeTruthy();
    expect(shown.getByRole('link', { name: 'Continue to Dashboard' })).toBeTruthy();
  });
});

describe('Disconnecting', () => {
  it('asks first, says what happens, and does nothing when cancelled', async () => {
    const { user, server } = openSetup();
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }));
    const dialog = await question();
    expect(dialog.textContent).toMatch(/give up its access to Google.+sample data again.+posts.+are kept/);
    expect(document.activeElement?.textContent).toBe('Cancel');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(server.sent(DISCONNECT)).toEqual([]);
  });

  it('shows the Connect button again, and shows and announces the result', async () => {
    const answer = held();
    const { user, server } = openSetup({}, { [DISCONNECT]: () => answer.promise });
    await disconnect(user);
    expect(screen.getByRole('button', { name: 'Disconnecting...' })).toHaveProperty('disabled', true);
    server.on({ [STATUS]: notConnected });
    answer.release({ revoked: true, message: REVOKED });

    await screen.findByRole('button', { name: CONNECT_LABEL });
    expect(screen.getByText(REVOKED)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Connection' })),
    );
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(REVOKED),
    );
    expect(server.sent(DISCONNECT)).toHaveLength(1);
  });

  it('clears all business data, so that the sample shows at once', async () => {
    const answers = {
      'GET /api/accounts': () => ({ items: [account({ name: 'Okonjo Holdings' })] }),
      [DISCONNECT]: () => ({ revoked: true, message: REVOKED }),
    };
    const { user, server } = openSetup({}, answers);
    const go = (name: string) =>
      user.click(within(screen.getByRole('navigation')).getByRole('link', { name: new RegExp(`^${name}`) }));
    await panel('Google Business Profile Connected');
    await go('Accounts');
    await screen.findByText('Okonjo Holdings');
    await go('Connection Connected');

    server.on({ [STATUS]: notConnected, 'GET /api/accounts': () => ({ items: [account()] }) });
    await disconnect(user);
    await screen.findByRole('button', { name: CONNECT_LABEL });
    await go('Accounts');
    expect(screen.queryByText('Okonjo Holdings')).toBeNull();
    await screen.findByText('Hearth & Crumb Bakeries');
    expect(screen.getByText(/^You’re looking at sample data\./)).toBeTruthy();
  });

  it('warns if Google has not confirmed it', async () => {
    const message = 'The connection is forgotten, but Google could not be reached to revoke its access.';
    const { user, server } = openSetup({}, { [DISCONNECT]: () => ({ revoked: false, message }) });
    await screen.findByRole('button', { name: 'Disconnect' });
    server.on({ [STATUS]: notConnected });
    await disconnect(user);
    expect((await screen.findByText(message)).closest('.warning')).toBeTruthy();
  });

  it('also succeeds if another tab was faster', async () => {
    const message = 'No Google Business Profile is connected.';
    const { user, server } = openSetup(
      {},
      {
        [DISCONNECT]: () => failWith(409, 'connect/not-connected', message),
      },
    );
    await screen.findByRole('button', { name: 'Disconnect' });
    server.on({ [STATUS]: notConnected });
    await disconnect(user);
    await screen.findByText(message);
    expect(screen.getByRole('button', { name: CONNECT_LABEL })).toBeTruthy();
    await settled();
    expect(messages()).toEqual([]);
  });

  it.each([
    [
      'the server refuses',
      () => failWith(422, 'refused', 'This is not possible now.'),
      'This is not possible now.',
      ['This is not possible now.'],
    ],
    ['there is no network', noNetwork, 'Please check your network and try again.', []],
  ])('says why it failed, in place, when %s', async (_, answer, reason, expected) => {
    const { user } = openSetup({}, { [DISCONNECT]: answer });
    await disconnect(user);
    const title = await screen.findByText('Failed to disconnect Google Business Profile');
    expect(title.closest('[role=alert]')?.textContent).toBe(
      `Failed to disconnect Google Business Profile${reason}`,
    );
    expect(screen.getByRole('button', { name: 'Disconnect' })).toHaveProperty('disabled', false);
    await settled();
    expect(messages()).toEqual(expected);
  });
});

describe('A connection that changes elsewhere', () => {
  const PLACES = 'GET /api/locations';
  const openLocations = () =>
    renderPage('/dashboard?view=locations', {
      answers: {
        ...answersOfConnected(),
        'GET /api/accounts': () => ({ items: [account()] }),
        [PLACES]: () => list([location({ name: 'Okonjo Tea' })]),
      },
    });
  const tellFromOtherTab = (workspaceId = 'uid-1') => {
    const channel = new BroadcastChannel(`shingle.connection.${workspaceId}`);
    channel.postMessage('changed');
    channel.close();
  };

  it('shows at once that another tab has disconnected it', async () => {
    const { server } = openLocations();
    await screen.findByText('Okonjo Tea');
    const asked = server.sent(STATUS).length;
    // A tab that shows another workspace says nothing about this one.
    tellFromOtherTab('team');
    await settled();
    expect(server.sent(STATUS)).toHaveLength(asked);
    const places = held();
    server.on({ [STATUS]: notConnected, [PLACES]: () => places.promise });
    tellFromOtherTab();
    await screen.findByText(/^You’re looking at sample data\./);
    expect(screen.queryByText('Okonjo Tea')).toBeNull();
    places.release(list([location()]));
    await screen.findByText('Hearth & Crumb, Market Square');
  });

  it('to another Google account shows only the locations of that account', async () => {
    const { server } = openLocations();
    await screen.findByText('Okonjo Tea');
    server.on({
      [STATUS]: () => connected({ email: 'idris.vantongeren@example.com' }),
      [PLACES]: () => list([location({ name: 'Van Tongeren Bikes' })]),
    });
    tellFromOtherTab();
    await screen.findByText('Van Tongeren Bikes');
    expect(screen.queryByText('Okonjo Tea')).toBeNull();
  });
});
