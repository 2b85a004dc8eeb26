import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { advance, until } from '../../support/page/steered-timers.js';
import { answersOfConnected, mirror } from '../business-profile/builders.js';
import { setClock } from '../posts/setting.js';
import { account, googleLocation } from './builders.js';
import { announced, open } from './setting.js';

const MIRROR = 'GET /api/mirror';
const REFRESH = 'POST /api/mirror';
const STATS = 'GET /api/locations/:id/stats';
const NO_STATISTICS = {
  from: null,
  to: null,
  profileViews: null,
  searchQueries: null,
  directionRequests: null,
  phoneCalls: null,
};

/** 14:32 and 09:05 in the browser's time zone, Europe/Berlin. */
const TODAY = '2026-11-21T13:32:00.000Z';
const LAST_WEEK = '2026-11-14T08:05:00.000Z';

beforeEach(() => setClock('2026-11-21T14:00:00.000Z', undefined, { timers: true }));

function openAs(change: Parameters<typeof answersOfConnected>[0], view: string, answers: Handlers = {}) {
  return open(`/dashboard?view=${view}`, {
    ...answersOfConnected(change),
    [MIRROR]: () => mirror({ asOf: TODAY }),
    'GET /api/locations/:id': () => googleLocation(),
    [STATS]: () => NO_STATISTICS,
    ...answers,
  });
}

const says = (text: string | RegExp) => until(() => screen.queryByText(text));
const age = () => until(() => screen.queryByText(/^As of/)).then(({ textContent }) => textContent);
const button = () => screen.queryByRole('button', { name: 'Refresh' });

describe('The age of the locations', () => {
  it.each(['accounts', 'locations', 'location-details&location=location-1'])(
    'is shown in %s, with a button to read them again',
    async (view) => {
      openAs({}, view);
      expect(await age()).toBe('As of 14:32');
      expect(button()).toBeTruthy();
    },
  );

  it('is shown with the day if it is not today', async () => {
    openAs({}, 'accounts', { [MIRROR]: () => mirror({ asOf: LAST_WEEK }) });
    expect(await age()).toBe('As of 14 Nov 2026, 09:05');
  });

  it('is that of the location where it was read later, as with its save', async () => {
    let saved = googleLocation({ readAt: '2026-11-21T13:31:00.000Z' });
    const { user } = openAs({}, 'location-details&location=location-1&edit=details', {
      'GET /api/locations/:id': () => saved,
      'PATCH /api/locations/:id': () => (saved = googleLocation({ readAt: '2026-11-21T13:58:00.000Z' })),
    });
    expect(await age()).toBe('As of 14:32');
    const phone = await until(() => screen.queryByLabelText('Phone number (optional)'));
    await user.type(phone, '9');
    await user.click(screen.getByRole('button', { name: 'Save Changes' }));
    await says('Location updated successfully!');
    expect(await age()).toBe('As of 14:58');
  });

  it('is marked if the access has ended, without a button to refresh', async () => {
    openAs({ hasAccess: false, state: 'reconnect' }, 'accounts');
    expect(await age()).toBe('As of 14:32');
    expect(screen.getByText('May be out of date')).toBeTruthy();
    expect(button()).toBeNull();
  });

  it('is not shown for sample data', async () => {
    const { server } = open('/dashboard?view=accounts');
    await says('Hearth & Crumb Bakeries');
    expect(screen.queryByText(/^As of/)).toBeNull();
    expect(button()).toBeNull();
    expect(server.sent(MIRROR)).toEqual([]);
  });
});

describe('Refresh', () => {
  it('reads the locations again, shows the progress, and then the new data', async () => {
    const reading = mirror({ asOf: TODAY, isReading: true });
    const { user, server } = openAs({}, 'accounts', { [REFRESH]: () => reading });
    await age();
    server.on({ [MIRROR]: () => reading });
    await user.click(button()!);
    const busy = await until(() => screen.queryByRole('button', { name: 'Refreshing...' }));
    expect(busy).toHaveProperty('disabled', true);
    expect(screen.getByText('Hearth & Crumb Bakeries')).toBeTruthy();

    server.on({
      [MIRROR]: () => mirror({ asOf: '2026-11-21T14:00:00.000Z' }),
      'GET /api/accounts': () => ({ items: [account({ name: 'Okonjo Holdings' })] }),
    });
    await advance(2000);
    await says('Okonjo Holdings');
    expect(await age()).toBe('As of 15:00');
    await advance(100);
    expect(announced()).toContain('Up to date as of 15:00');
    expect(button()).toHaveProperty('disabled', false);
    expect(server.sent(REFRESH)).toHaveLength(1);
  });

  it.each([
    [0, 1, '1 location couldn’t be read. You’re seeing the last saved one, if any.'],
    [1, 2, '1 account and 2 locations couldn’t be read. You’re seeing the last saved ones, if any.'],
  ])('says that %i accounts and %i locations could not be read', async (accounts, locations, words) => {
    const unreadable = { unreadableAccounts: accounts, unreadableLocations: locations };
    openAs({}, 'locations', { [MIRROR]: () => mirror({ asOf: TODAY, ...unreadable }) });
    await says(words);
    expect(await until(() => screen.queryByText('Hearth & Crumb, Market Square'))).toBeTruthy();
  });

  it('tells a screen reader, too, that not all could be read', async () => {
    const reading = mirror({ asOf: TODAY, isReading: true });
    const { user, server } = openAs({}, 'accounts', { [REFRESH]: () => reading });
    await age();
    server.on({ [MIRROR]: () => reading });
    await user.click(button()!);
    await until(() => screen.queryByRole('button', { name: 'Refreshing...' }));
    server.on({ [MIRROR]: () => mirror({ asOf: '2026-11-21T14:00:00.000Z', unreadableLocations: 1 }) });
    await advance(2000);
    await says(/^1 location couldn’t be read/);
    await advance(100);
    expect(announced()).toContain(
      'Up to date as of 15:00. 1 location couldn’t be read. You’re seeing the last saved one, if any.',
    );
  });

  it('says why a read has failed, and keeps the old data', async () => {
    const problem = 'Google isn’t responding right now.';
    openAs({}, 'locations', { [MIRROR]: () => mirror({ asOf: TODAY, problem }) });
    await says(`${problem} You’re seeing data from the last refresh.`);
    expect(await until(() => screen.queryByText('Hearth & Crumb, Market Square'))).toBeTruthy();
    expect(button()).toBeTruthy();
  });

  it('says why it could not start, and Try Again tries again', async () => {
    const words = 'Google limits requests per minute. Please try again in a minute.';
    const { user, server } = openAs({}, 'accounts', { [REFRESH]: () => failWith(503, 'google/busy', words) });
    await age();
    await user.click(button()!);
    await says(words);
    server.on({ [REFRESH]: () => mirror({ asOf: TODAY, isReading: true }) });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await until(() => screen.queryByRole('button', { name: 'Refreshing...' }));
    expect(screen.queryByText(words)).toBeNull();
  });
});
