import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, within } from '@testing-library/react';
import { held } from '../../support/page/fake-server.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { account } from './builders.js';
import { heading, open, refusal, textsOf } from './setting.js';

const ROUTE = 'GET /api/accounts';
const FAILURE = 'Failed to load business accounts. Please try again.';

beforeEach(steerTimers);

const openAccounts = (answer: () => unknown) => open('/dashboard?view=accounts', { [ROUTE]: answer });
const card = () => until(() => screen.queryAllByRole('article')[0]);

describe('The business accounts', () => {
  it('are cards with name, type, state and location count', async () => {
    openAccounts(() => ({
      items: [
        account({ name: 'My businesses', type: 'PERSONAL', locationCount: 1 }),
        account({ id: 'account-2', type: 'LOCATION_GROUP', state: 'UNVERIFIED' }),
        account({
          id: 'account-3',
          name: 'Quayside',
          type: 'USER_GROUP',
          state: 'SUSPENDED',
          locationCount: 0,
        }),
        account({ id: 'account-4', name: 'Okonjo Holdings', type: 'ORGANIZATION', locationCount: 2 }),
        account({ id: 'account-5', name: 'Of an unknown type', type: null }),
      ],
    }));
    await card();
    expect(textsOf('heading')).toEqual([
      'Business Accounts',
      'My businesses',
      'Hearth & Crumb Bakeries',
      'Quayside',
      'Okonjo Holdings',
      'Of an unknown type',
    ]);
    const words =
      /^(Personal|Location group|User group|Organization|Verified|Unverified|Suspended|\d+ locations?)$/;
    const cards = screen.getAllByRole('article');
    expect(
      cards.map((each) =>
        within(each)
          .getAllByText(words)
          .map(({ textContent }) => textContent),
      ),
    ).toEqual([
      ['Verified', 'Personal', '1 location'],
      ['Unverified', 'Location group', '9 locations'],
      ['Suspended', 'User group', '0 locations'],
      ['Verified', 'Organization', '2 locations'],
      ['Verified', '9 locations'],
    ]);
  });

  it('are one tab stop each, with name, state, type and count as its name', async () => {
    openAccounts(() => ({ items: [account()] }));
    await card();
    expect(within(screen.getByRole('article')).getAllByRole('link')).toEqual([
      screen.getByRole('link', { name: 'Hearth & Crumb Bakeries, Verified, Location group, 9 locations' }),
    ]);
    expect(within(screen.getByRole('article')).queryByRole('button')).toBeNull();
  });

  it('link to the locations of the account, also by keyboard', async () => {
    const { user, address, server } = openAccounts(() => ({ items: [account()] }));
    await card();
    screen.getByRole('link', { name: /^Hearth & Crumb Bakeries/ }).focus();
    await user.keyboard('{Enter}');
    await until(() => screen.queryByText('1 of 1 locations'));
    expect(textsOf('heading')[0]).toBe('Hearth & Crumb Bakeries');
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
    expect(server.sent('GET /api/locations')[0]?.query).toEqual({ accountId: 'account-1' });
  });

  it('say how many locations need attention, with a link to these locations, and nothing if none does', async () => {
    const { user, address } = openAccounts(() => ({
      items: [
        account({ attentionCount: 2 }),
        account({ id: 'account-2', name: 'Quayside', attentionCount: 0 }),
        account({ id: 'account-3', name: 'Spoke & Chain', attentionCount: 3, suspendedCount: 1 }),
      ],
    }));
    await card();
    const [first, second, third] = screen.getAllByRole('article').map((each) => within(each));
    expect(second!.queryByText(/attention/)).toBeNull();
    expect(third!.getByText('3 need attention, 1 suspended')).toBeTruthy();
    await user.click(first!.getByRole('link', { name: '2 need attention in Hearth & Crumb Bakeries' }));
    await until(() => screen.queryByText('1 of 1 locations'));
    expect(address()).toBe('/dashboard?view=locations&account=account-1&sort=state');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Sort by' }).value).toBe('state');
  });

  it('say how many of their locations other accounts show too', async () => {
    openAccounts(() => ({
      items: [
        account({ locationCount: 9, sharedCount: 4 }),
        account({ id: 'account-2', name: 'Quayside', locationCount: 4, sharedCount: 4 }),
        account({ id: 'account-3', name: 'Spoke & Chain', locationCount: 4 }),
      ],
    }));
    await card();
    const shared = screen
      .getAllByRole('article')
      .map((each) => within(each).queryByText(/shared with/i)?.textContent);
    expect(shared).toEqual(['4 shared with other accounts', 'Shared with other accounts', undefined]);
  });

  it('are busy while they load, and announce their number once', async () => {
    const answer = held<unknown>();
    openAccounts(() => answer.promise);
    await heading('Business Accounts');
    const region = screen.getByRole('main').querySelector('[aria-busy]');
    expect(region?.getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByRole('article')).toBeNull();

    answer.release({ items: [account(), account({ id: 'account-2' })] });
    await card();
    await advance(100);
    expect(textsOf('status').filter((text) => text === '2 accounts loaded')).toHaveLength(1);
    expect(region?.getAttribute('aria-busy')).toBe('false');
  });

  it('say that loading failed, and Try Again loads again', async () => {
    const { user, server } = openAccounts(refusal);
    await until(() => textsOf('alert').includes(FAILURE));
    expect(screen.queryByRole('heading', { level: 2 })).toBeNull();

    server.on({ [ROUTE]: () => ({ items: [account()] }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await card();
    expect(screen.queryByText(FAILURE)).toBeNull();
    expect(server.sent(ROUTE)).toHaveLength(2);
  });

  it('stay on screen when a refresh fails', async () => {
    const { server } = openAccounts(() => ({ items: [account()] }));
    await card();
    server.on({ [ROUTE]: refusal });
    // The data is fresh for a minute. After that the return of the network refreshes it.
    await advance(60_000);
    act(() => void window.dispatchEvent(new Event('online')));
    await advance(0);
    await until(() => textsOf('alert').includes(FAILURE));
    expect(screen.getAllByRole('article')).toHaveLength(1);
  });

  it('explain an empty list and link to the next step', async () => {
    openAccounts(() => ({ items: [] }));
    await heading('No business accounts yet', 2);
    const link = screen.getByRole('link', { name: 'Check the connection' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=setup');
    expect(textsOf('alert')).not.toContain(FAILURE);
  });
});
