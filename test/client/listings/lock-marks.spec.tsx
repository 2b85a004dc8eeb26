import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { steerTimers, until } from '../../support/page/steered-timers.js';
import { answersOfConnected, connected } from '../business-profile/builders.js';
import { type Lock, lock, lockList, waitingEdit } from '../changes/builders.js';
import { googleLocation, location } from './builders.js';
import { openDetails, openForm } from './setting.js';

beforeEach(steerTimers);

const MAKE = 'POST /api/locks';
const LOCKS = '/dashboard?view=change-log&location=location-1&tab=locks';

const answers = (locks: Lock[], more: Handlers = {}): Handlers => ({
  ...answersOfConnected(),
  'GET /api/locations/:id/stats': () => failWith(400, 'other', 'No.'),
  'GET /api/locks': () => lockList(locks),
  ...more,
});
const basics = () => within(screen.getByRole('region', { name: 'Basic Information' }));
const link = (name: string) => until(() => screen.queryByRole('link', { name }));
const button = (name: string) => until(() => screen.queryByRole('button', { name }));

describe('The lock of a field in the details of a location', () => {
  it('is marked behind its value, and leads to what it did', async () => {
    await openDetails(googleLocation(), answers([lock()]));
    expect((await link('Locked: the phone number')).getAttribute('href')).toBe(LOCKS);
    expect(basics().queryByRole('button', { name: 'Lock the phone number' })).toBeNull();
    expect(basics().getByRole('button', { name: 'Lock the website' })).toBeTruthy();
    // Google changes addresses in its own editor alone.
    expect(screen.queryByRole('button', { name: 'Lock the address' })).toBeNull();
  });

  it('says that it waits for a person', async () => {
    await openDetails(googleLocation(), answers([lock({ waiting: [waitingEdit()], waitingCount: 1 })]));
    expect((await link('Waits for you: the phone number')).getAttribute('href')).toBe(LOCKS);
  });

  it('is made with one click, and the focus goes on to it', async () => {
    const locks: Lock[] = [];
    const { user, server } = await openDetails(
      googleLocation(),
      answers(locks, {
        [MAKE]: () => {
          locks.push(lock());
          return { items: locks, locked: 1, already: 0 };
        },
      }),
    );
    await user.click(await button('Lock the phone number'));
    const mark = await link('Locked: the phone number');
    await until(() => document.activeElement === mark || undefined);
    expect(server.sent(MAKE).map(({ body }) => body)).toEqual([
      { fields: ['phoneNumber'], choice: { locationIds: ['location-1'] } },
    ]);
  });

  it('can be made again after a failure', async () => {
    const words = 'You have 200 locks already.';
    const { user } = await openDetails(
      googleLocation(),
      answers([], { [MAKE]: () => failWith(409, 'too_many', words) }),
    );
    await user.click(await button('Lock the phone number'));
    expect(await until(() => screen.queryByText(words))).toBeTruthy();
    expect(await button('Lock the phone number')).toBeTruthy();
  });

  it('keeps what is saved here, and that is said', async () => {
    const { fill, save } = await openForm(googleLocation(), answers([lock()]));
    fill('Phone number', '+44 1632 960155');
    await save();
    expect(
      await until(() => screen.queryByText('From now on, the lock keeps the new value of the phone number.')),
    ).toBeTruthy();
  });

  it('says nothing of fields that were not saved', async () => {
    const { fill, save } = await openForm(googleLocation(), answers([lock()]));
    fill('Website', 'https://www.example.com/new');
    await save();
    await until(() => screen.queryByText('Location updated successfully!'));
    expect(screen.queryByText(/the lock keeps/)).toBeNull();
  });

  it('can’t be made without access to Google', async () => {
    await openDetails(
      googleLocation(),
      answers([lock()], {
        'GET /api/auth/gbp-status': () => connected({ hasAccess: false, state: 'reconnect' }),
      }),
    );
    expect(await link('Locked: the phone number')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Lock the website' })).toBeNull();
  });

  it('is not there on sample data', async () => {
    await openDetails(location());
    expect(screen.getByRole('button', { name: 'Edit Details' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Lock / })).toBeNull();
  });
});
