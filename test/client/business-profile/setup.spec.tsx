import { describe, expect, it } from '@jest/globals';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { SessionProvider } from '../../../client/auth/session.js';
import { SetupView } from '../../../client/business-profile/setup-view.js';
import { FakeServer, failWith, held, noNetwork, type Handlers } from '../../support/page/fake-server.js';
import { messages, renderPage, settled } from '../../support/page/page.js';
import { notConnected } from './builders.js';

const STATUS = 'GET /api/auth/gbp-status';
const CONNECT = 'POST /api/auth/gbp-connect';
const LABEL = 'Connect Google Business Profile';

function openSetup(answers: Handlers = {}) {
  return renderPage('/dashboard?view=setup', { answers });
}

describe('The setup screen', () => {
  it('says that it checks the connection', async () => {
    const answer = held();
    openSetup({ [STATUS]: () => answer.promise });
    expect(await screen.findByText('Checking Google Business Profile access...')).toBeTruthy();
    answer.release(notConnected());
    await screen.findByRole('button', { name: LABEL });
    expect(screen.queryByText('Checking Google Business Profile access...')).toBeNull();
  });

  it.each([
    ['nothing is connected', notConnected],
    ['it cannot be found out', noNetwork],
  ])('offers to connect when %s', async (_, status) => {
    openSetup({ [STATUS]: status });
    const card = await screen.findByRole('region', { name: LABEL });
    expect(
      within(card)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Manage multiple business locations',
      'Schedule posts and updates',
      'View performance insights',
      'Manage reviews and responses',
    ]);
    expect(card.textContent).toMatch(/redirected to Google.+secure.+revoke access at any time/);
  });

  it("goes to Google's consent page, and requests its address once", async () => {
    const answer = held();
    const { user, server } = openSetup({ [CONNECT]: () => answer.promise });
    await user.click(await screen.findByRole('button', { name: LABEL }));
    const busy = screen.getByRole('button', { name: 'Connecting...' });
    expect(busy).toHaveProperty('disabled', true);
    await user.click(busy);
    // jsdom can navigate only to a fragment of the same page.
    answer.release({ url: '#consent' });
    await waitFor(() => expect(window.location.hash).toBe('#consent'));
    expect(screen.getByRole('button', { name: 'Connecting...' })).toHaveProperty('disabled', true);
    expect(server.sent(CONNECT)).toHaveLength(1);
    window.location.hash = '';
  });

  it('can be used again when the browser restores the page on return from Google', async () => {
    const answer = held();
    const { user } = openSetup({ [CONNECT]: () => answer.promise });
    await user.click(await screen.findByRole('button', { name: LABEL }));
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    expect(await screen.findByRole('button', { name: LABEL })).toHaveProperty('disabled', false);
  });

  it("shows why connecting could not begin, with the server's message and no toast", async () => {
    const reason =
      'Connecting a Google Business Profile isn’t set up on this server yet. Please contact your administrator.';
    const { user } = openSetup({ [CONNECT]: () => failWith(503, 'connect/not-configured', reason) });
    await user.click(await screen.findByRole('button', { name: LABEL }));
    const title = await screen.findByText('Failed to initiate Google Business Profile setup');
    expect(title.closest('[role=alert]')?.textContent).toBe(
      `Failed to initiate Google Business Profile setup${reason}`,
    );
    expect(screen.getByRole('button', { name: LABEL })).toHaveProperty('disabled', false);
    await settled();
    expect(messages()).toEqual([]);
  });

  it('shows the same error without a network', async () => {
    const { user } = openSetup({ [CONNECT]: noNetwork });
    await user.click(await screen.findByRole('button', { name: LABEL }));
    const title = await screen.findByText('Failed to initiate Google Business Profile setup');
    expect(title.closest('[role=alert]')?.textContent).toBe(
      'Failed to initiate Google Business Profile setup',
    );
  });

  it('requires a signed-in user', async () => {
    const server = new FakeServer({
      'GET /api/auth/session': () => ({ user: null }),
      [STATUS]: notConnected,
    });
    const { user } = renderPage('/', { user: null });
    globalThis.fetch = server.fetch as typeof fetch;
    render(
      <MemoryRouter>
        <SessionProvider>
          <SetupView />
        </SessionProvider>
      </MemoryRouter>,
    );
    await user.click(await screen.findByRole('button', { name: LABEL }));
    await screen.findByText('Please log in with Firebase first');
    expect(server.sent(CONNECT)).toEqual([]);
  });
});
