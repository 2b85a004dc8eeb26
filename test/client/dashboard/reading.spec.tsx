import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failWith, type Handlers, held } from '../../support/page/fake-server.js';
import { messages, renderPage, settled } from '../../support/page/page.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { answersOfConnected, importing, mirror } from '../business-profile/builders.js';
import { account, list } from '../listings/builders.js';
import { announced, heading } from '../listings/setting.js';

const MIRROR = 'GET /api/mirror';
const REFRESH = 'POST /api/mirror';
const ACCOUNTS = 'GET /api/accounts';
const LOCATIONS = 'GET /api/locations';

beforeEach(steerTimers);

/** The accounts of a connected user, not read yet by default. */
function openAccounts(answers: Handlers, change: Parameters<typeof answersOfConnected>[0] = {}) {
  return renderPage('/dashboard?view=accounts', {
    answers: {
      ...answersOfConnected(change),
      [ACCOUNTS]: () => ({ items: [] }),
      [LOCATIONS]: () => list([]),
      ...answers,
    },
  });
}

const timesSaid = (text: string) => announced().filter((each) => each === text).length;
const says = (text: string | RegExp) => until(() => screen.queryByText(text));

describe('The first read of the connected locations', () => {
  it('is shown with its progress, and announced when it begins and when it ends', async () => {
    const { server } = openAccounts({ [MIRROR]: () => importing({ accountsTotal: null, accountsDone: 0 }) });
    await says('Reading your accounts from Google...');
    await advance(100);
    expect(timesSaid('Reading your locations from Google')).toBe(1);

    server.on({ [MIRROR]: () => importing() });
    await advance(2000);
    await says('Reading your locations from Google: 2 of 3 accounts, 240 locations so far');
    expect(timesSaid('Reading your locations from Google')).toBe(1);

    server.on({ [MIRROR]: () => mirror(), [ACCOUNTS]: () => ({ items: [account()] }) });
    await advance(2000);
    await says('Hearth & Crumb Bakeries');
    expect(screen.queryByText(/^Reading your/)).toBeNull();
    await advance(100);
    expect(timesSaid('Your locations have been read from Google')).toBe(1);

    const asked = server.sent(MIRROR).length;
    await advance(60_000);
    expect(server.sent(MIRROR)).toHaveLength(asked);
  });

  it('is shown completely even if it ends between loading the lists and its own state', async () => {
    const state = held<unknown>();
    const { server } = openAccounts({
      [MIRROR]: () => state.promise,
      [ACCOUNTS]: () => {
        server.on({ [ACCOUNTS]: () => ({ items: [account()] }) });
        state.release(mirror({ isJustRead: true }));
        return { items: [] };
      },
    });
    await says('Hearth & Crumb Bakeries');
    expect(server.sent(ACCOUNTS)).toHaveLength(2);
  });

  it('shows the data that has been read so far', async () => {
    const { server } = openAccounts({ [MIRROR]: () => importing({ accountsDone: 0, locationsDone: 0 }) });
    await says(/^Reading your locations/);
    server.on({ [MIRROR]: () => importing(), [ACCOUNTS]: () => ({ items: [account()] }) });
    await advance(2000);
    await says('Hearth & Crumb Bakeries');
    expect(screen.getByText(/^Reading your locations/)).toBeTruthy();
  });

  it.each([
    ['accounts', 'No business accounts yet'],
    ['locations', 'No locations yet'],
  ])('does not say that there are no %s before it has ended', async (view, title) => {
    const { server } = renderPage(`/dashboard?view=${view}`, {
      answers: {
        ...answersOfConnected(),
        [MIRROR]: () => importing(),
        [ACCOUNTS]: () => ({ items: [] }),
        [LOCATIONS]: () => list([]),
      },
    });
    await says(/^Reading your locations/);
    expect(screen.getByRole('main').querySelector('[aria-busy="true"]')).toBeTruthy();
    expect(screen.queryByText(title)).toBeNull();
    server.on({ [MIRROR]: () => mirror({ accountsTotal: 0, accountsDone: 0, locationsDone: 0 }) });
    await advance(2000);
    await heading(title, 2);
  });

  it('sends no request while the tab is hidden', async () => {
    const { server } = openAccounts({ [MIRROR]: () => importing() });
    await says(/^Reading your locations/);
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const asked = server.sent(MIRROR).length;
    await advance(10_000);
    expect(server.sent(MIRROR)).toHaveLength(asked);
    hidden.mockRestore();
    await advance(2000);
    expect(server.sent(MIRROR)).toHaveLength(asked + 1);
  });

  const FAILED = mirror({ state: 'failed', asOf: null, problem: 'Google isn’t responding right now.' });

  it('says why it failed, and Try Again starts it again', async () => {
    const { user, server } = openAccounts({ [MIRROR]: () => FAILED, [REFRESH]: () => importing() });
    await says('Google isn’t responding right now.');
    await heading('Nothing has been read from Google yet', 2);
    server.on({ [MIRROR]: () => importing() });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await says(/^Reading your locations/);
    expect(server.sent(REFRESH)).toHaveLength(1);
    expect(screen.queryByText('Google isn’t responding right now.')).toBeNull();
  });

  it('is polled more slowly after a failure, since the server keeps retrying', async () => {
    const { server } = openAccounts({ [MIRROR]: () => FAILED });
    await says('Google isn’t responding right now.');
    const asked = server.sent(MIRROR).length;
    await advance(9000);
    expect(server.sent(MIRROR)).toHaveLength(asked);
    server.on({ [MIRROR]: () => mirror(), [ACCOUNTS]: () => ({ items: [account()] }) });
    await advance(1000);
    await says('Hearth & Crumb Bakeries');
    expect(screen.queryByText('Your locations couldn’t be read from Google.')).toBeNull();
  });

  it('is polled less and less often while nothing changes', async () => {
    const { server } = openAccounts({ [MIRROR]: () => FAILED });
    await says('Google isn’t responding right now.');
    const asked = () => server.sent(MIRROR).length;
    const inTenMinutes: number[] = [];
    for (let round = 0; round < 3; round++) {
      const before = asked();
      for (let passed = 0; passed < 60; passed++) await advance(10_000);
      inTenMinutes.push(asked() - before);
    }
    expect(inTenMinutes[0]).toBeLessThan(12);
    expect(inTenMinutes[2]).toBe(2);
  });

  it('shows the problem while the server keeps retrying', async () => {
    openAccounts({ [MIRROR]: () => importing({ problem: 'Google isn’t responding right now.' }) });
    await says('Google isn’t responding right now. We’ll keep trying.');
    expect(screen.getByText(/^Reading your locations/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it("shows the server's message if it cannot be started", async () => {
    const words = 'Google limits requests per minute. Please try again in a minute.';
    const { user } = openAccounts({
      [MIRROR]: () => FAILED,
      [REFRESH]: () => failWith(503, 'google/busy', words),
    });
    await says('Google isn’t responding right now.');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await says(words);
    await settled();
    expect(messages()).toEqual([]);
  });
});

describe('The banner', () => {
  it('refers to the operator while Google has not approved the app', async () => {
    const { user, address } = openAccounts(
      { [MIRROR]: () => mirror({ state: 'none', asOf: null }) },
      {
        state: 'no_quota',
      },
    );
    await says(/^Google hasn’t approved this app .+ ask the operator of this server\.$/);
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull();
    await heading('Nothing has been read from Google yet', 2);
    await user.click(screen.getByRole('link', { name: 'What this means' }));
    await heading('Connection');
    expect(address()).toBe('/dashboard?view=setup');
  });

  it('appears as soon as an answer says that the access has ended', async () => {
    const { user, server } = openAccounts({
      [ACCOUNTS]: () => ({ items: [account()] }),
      [REFRESH]: () =>
        failWith(409, 'google/reconnect', 'The access has ended. Reconnect it, then try again.'),
    });
    await says('Hearth & Crumb Bakeries');
    server.on(answersOfConnected({ hasAccess: false, state: 'reconnect' }));
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await says(
      'Shingle no longer has access to your Google Business Profile. What you see may be out of date.',
    );
    expect(screen.getAllByRole('button', { name: 'Reconnect' })).toHaveLength(1);
    expect(screen.getByText('Hearth & Crumb Bakeries')).toBeTruthy();
  });
});

describe('The connection', () => {
  it('is read again when a read has failed', async () => {
    const { server } = openAccounts({
      [MIRROR]: () => mirror({ isReading: true }),
      [ACCOUNTS]: () => ({ items: [account()] }),
    });
    await says('Hearth & Crumb Bakeries');
    server.on({
      ...answersOfConnected({ hasAccess: false, state: 'reconnect' }),
      [MIRROR]: () => mirror({ problem: 'Shingle no longer has access to your Google Business Profile.' }),
    });
    await advance(2000);
    await says(
      'Shingle no longer has access to your Google Business Profile. What you see may be out of date.',
    );
    const asked = server.sent(MIRROR).length;
    await advance(20_000);
    expect(server.sent(MIRROR)).toHaveLength(asked);
  });
});

describe('An account without locations', () => {
  it('is distinguished from one that has not been read, with the Google account and the next step', async () => {
    openAccounts({ [MIRROR]: () => mirror({ accountsTotal: 0, accountsDone: 0, locationsDone: 0 }) });
    await heading('No business accounts yet', 2);
    expect(
      screen.getByText(/^tamsin\.okonjo@example\.com doesn’t manage a Business Profile on Google yet\./),
    ).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Check the connection' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=setup');
  });
});
