import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { failWith, held, noNetwork } from '../../support/page/fake-server.js';
import { settled } from '../../support/page/page.js';
import { advance, ALWAYS_REAL, until } from '../../support/page/steered-timers.js';
import { account } from '../listings/builders.js';
import { heading, open } from '../listings/setting.js';

const ROUTE = 'GET /api/accounts';
const FAILED = 'Failed to load business accounts. Please try again.';
const TRYING = 'This is taking longer than usual. Trying again...';
const MINUTE = 60_000;

// The test moves the time, including the date, which defines the age of the data.
beforeEach(() => void jest.useFakeTimers({ doNotFake: [...ALWAYS_REAL] }));

const cards = () => screen.queryAllByRole('article');
const isBusy = () => screen.getByRole('main').querySelector('[aria-busy=true]') !== null;

async function openAccounts(answer: () => unknown = () => ({ items: [account()] })) {
  const page = open('/dashboard?view=accounts', { [ROUTE]: answer });
  await heading('Business Accounts');
  await page.user.click(screen.getByRole('button', { name: 'Coming soon 3' }));
  const follow = async (name: string, title: string) => {
    await page.user.click(screen.getByRole('link', { name }));
    await heading(title);
  };
  return {
    ...page,
    /** The number of requests for the accounts. */
    asked: () => page.server.sent(ROUTE).length,
    leave: () => follow('Rank Tracking', 'Rank Tracking'),
    comeBack: () => follow('Accounts', 'Business Accounts'),
  };
}

/** The window gets the focus ('focus'), or the network returns ('online'). */
async function happens(event: 'focus' | 'online'): Promise<void> {
  act(() => void window.dispatchEvent(new Event(event)));
  await advance(0);
}

describe('Data that was loaded', () => {
  it('is fresh for a minute and not requested again', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await advance(MINUTE - 1);
    await page.leave();
    await page.comeBack();
    await happens('focus');
    await happens('online');
    expect(page.asked()).toBe(1);
  });

  it('is requested again after that when its view is opened, and shown until the answer arrives', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await page.leave();
    await advance(MINUTE);
    const answer = held<unknown>();
    page.server.on({ [ROUTE]: () => answer.promise });
    await page.comeBack();
    expect(cards()).toHaveLength(1);
    await until(() => page.asked() === 2);
    expect(cards()).toHaveLength(1);
    answer.release({ items: [account(), account({ id: 'account-2' })] });
    await until(() => cards().length === 2);
  });

  it('is requested again when the window gets the focus, also shortly after the last time', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await advance(MINUTE / 2);
    await happens('focus');
    expect(page.asked()).toBe(1);
    await advance(MINUTE / 2);
    await happens('focus');
    expect(page.asked()).toBe(2);
  });

  it('is requested again when the network returns', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await advance(MINUTE);
    await happens('online');
    expect(page.asked()).toBe(2);
  });

  it('is kept for 5 minutes after it was last shown', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await page.leave();
    await advance(5 * MINUTE - 1);
    const answer = held<unknown>();
    page.server.on({ [ROUTE]: () => answer.promise });
    await page.comeBack();
    expect(cards()).toHaveLength(1);
  });

  it('is removed after that', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await page.leave();
    await advance(5 * MINUTE);
    const answer = held<unknown>();
    page.server.on({ [ROUTE]: () => answer.promise });
    await page.comeBack();
    expect(cards()).toHaveLength(0);
    expect(isBusy()).toBe(true);
  });

  it('is kept while it is shown', async () => {
    const page = await openAccounts();
    await until(() => cards().length);
    await advance(60 * MINUTE);
    const answer = held<unknown>();
    page.server.on({ [ROUTE]: () => answer.promise });
    await happens('focus');
    expect(page.asked()).toBe(2);
    expect(cards()).toHaveLength(1);
    await page.leave();
    await page.comeBack();
    expect(cards()).toHaveLength(1);
  });
});

describe('A load that fails', () => {
  it.each([
    ['because the server does', () => failWith(503, 'unavailable', 'The service is not available.')],
    ['without a network', noNetwork],
  ])(
    '%s is retried three times, after 1, 2 and 4 seconds, and shows its error after that',
    async (_, answer) => {
      const page = await openAccounts(answer);
      await until(() => page.asked() === 1);
      for (const [index, seconds] of [1, 2, 4].entries()) {
        await until(() => screen.queryByText(TRYING));
        expect(screen.queryByText(FAILED)).toBeNull();
        expect(isBusy()).toBe(true);
        await advance(seconds * 1000 - 1);
        expect(page.asked()).toBe(index + 1);
        await advance(1);
        expect(page.asked()).toBe(index + 2);
      }
      await until(() => screen.queryByText(FAILED));
      expect(screen.queryByText(TRYING)).toBeNull();
      await advance(10 * MINUTE);
      expect(page.asked()).toBe(4);

      // What is tried again later fails on the screen that says so.
      await happens('focus');
      await until(() => page.asked() === 5);
      await settled();
      expect(screen.getByText(FAILED)).toBeTruthy();
      expect(screen.queryByText(TRYING)).toBeNull();
    },
  );

  it('shows its data when one of the retries succeeds', async () => {
    const page = await openAccounts(noNetwork);
    await until(() => screen.queryByText(TRYING));
    page.server.on({ [ROUTE]: () => ({ items: [account()] }) });
    await advance(1000);
    await until(() => cards().length);
    expect(screen.queryByText(FAILED)).toBeNull();
    expect(screen.queryByText(TRYING)).toBeNull();
  });

  it.each([400, 403, 404, 409, 422, 429])('with %i is not retried by itself', async (status) => {
    const page = await openAccounts(() => failWith(status, 'refused', 'Refused.'));
    await until(() => screen.queryByText(FAILED));
    await advance(10 * MINUTE);
    expect(page.asked()).toBe(1);
  });
});
