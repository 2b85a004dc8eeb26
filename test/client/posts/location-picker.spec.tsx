import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { account } from '../listings/builders.js';
import { place, placeList } from './builders.js';
import { dialog, emptyCalendar, field, openComposer } from './setting.js';

const PLACES = [
  place(),
  place({
    id: 'location-3',
    name: 'Hearth & Crumb, Sadler Lane',
    address: '9 Sadler Lane, Market Drayton',
    storeCode: 'HC-03',
  }),
  place({
    id: 'location-4',
    accountId: 'account-2',
    name: 'Old Wharf',
    address: '2 Fishmarket Quay',
    storeCode: null,
  }),
  place({
    id: 'location-5',
    accountId: 'account-2',
    name: 'Guest House',
    address: 'Market Row',
    state: 'SUSPENDED',
  }),
  place({
    id: 'location-6',
    accountId: 'account-2',
    name: 'Night Bar',
    address: '7 Arches',
    storeCode: 'NB-01',
  }),
];
const ANSWERS = {
  'GET /api/locations': () => placeList(PLACES),
  'GET /api/accounts': (): Schemas['AccountListDto'] => ({
    items: [
      account({ id: 'account-1', name: 'Hearth & Crumb', locationCount: 9 }),
      account({ id: 'account-2', name: 'Marlowe & Finch', locationCount: 14 }),
    ],
  }),
};

const options = () =>
  dialog()
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
const isListOpen = () => field('Location').getAttribute('aria-expanded') === 'true';
/** The option that Enter chooses. */
const current = () => document.getElementById(field('Location').getAttribute('aria-activedescendant') ?? '');

describe('The location field', () => {
  it('finds name, address and store code, and shows the matches by account with what matched', async () => {
    const { user } = await openComposer(ANSWERS);
    await user.type(field('Location'), 'market');
    const group = within(await dialog().findByRole('group', { name: 'Hearth & Crumb' }));
    expect(group.getByText('Hearth & Crumb · 2 of 9')).toBeTruthy();
    expect(dialog().getByText('Marlowe & Finch · 2 of 14')).toBeTruthy();
    expect(options()).toEqual([
      'Hearth & Crumb, Market SquareStore code HC-014 Market Square, Ashbourne DE6 1ES',
      'Hearth & Crumb, Sadler LaneStore code HC-039 Sadler Lane, Market Drayton',
      'Old Wharf2 Fishmarket Quay',
      'Guest HouseSuspendedMarket RowGoogle doesn’t accept posts for it',
    ]);
    const marks = [...screen.getByRole('dialog').querySelectorAll('mark')].map(
      ({ textContent }) => textContent,
    );
    expect(marks).toEqual(['Market', 'Market', 'Market', 'market', 'Market']);
    expect(dialog().getByText('4 of 5 locations')).toBeTruthy();
    await user.clear(field('Location'));
    await user.type(field('Location'), 'nb-0');
    expect(options()).toEqual(['Night BarStore code NB-017 Arches']);
    await user.type(field('Location'), 'xyz');
    expect(options()).toEqual([]);
    expect(dialog().getByText('No location matches your search.')).toBeTruthy();
  });

  it('is used by keyboard alone, and shows name and address of the choice', async () => {
    const { user } = await openComposer(ANSWERS);
    field('Location').focus();
    await user.keyboard('market');
    await waitFor(() => expect(current()?.textContent).toContain('Market Square'));
    await user.keyboard('{ArrowDown}{Enter}');
    expect(isListOpen()).toBe(false);
    expect(field('Location').value).toBe('Hearth & Crumb, Sadler Lane, 9 Sadler Lane, Market Drayton');
    expect(document.activeElement).toBe(field('Location'));
    // It opens at the choice.
    await user.keyboard('{ArrowDown}');
    expect(options()).toHaveLength(5);
    expect(current()?.textContent).toContain('Sadler Lane');
  });

  it('does not choose a location for which Google accepts no posts', async () => {
    const { user } = await openComposer(ANSWERS);
    await user.type(field('Location'), 'guest');
    const option = dialog().getByRole('option', { name: /Guest House/ });
    expect(option.getAttribute('aria-disabled')).toBe('true');
    await user.click(option);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(isListOpen()).toBe(true);
    await user.keyboard('{Escape}');
    expect(field('Location').value).toBe('');
  });

  it('offers a location that is closed for now, and says so', async () => {
    const closed = place({ openStatus: 'CLOSED_TEMPORARILY' });
    const { user } = await openComposer({ ...ANSWERS, 'GET /api/locations': () => placeList([closed]) });
    await user.click(field('Location'));
    const option = dialog().getByRole('option', { name: /Temporarily closed.*HC-01/ });
    expect(option.getAttribute('aria-disabled')).toBe('false');
  });

  it('closes only its list by Esc, which leaves the choice as it was', async () => {
    const { user } = await openComposer(ANSWERS, '/dashboard?location=location-6');
    await user.click(field('Location'));
    await user.keyboard('mark{Escape}');
    expect(isListOpen()).toBe(false);
    expect(field('Location').value).toBe('Night Bar, 7 Arches');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can load the locations again after a failure', async () => {
    const { user, server } = renderPage('/dashboard', {
      answers: { ...emptyCalendar(), 'GET /api/locations': () => failWith(404, 'not_found', 'Not found.') },
    });
    await user.click(await screen.findByRole('button', { name: 'SCHEDULE POST' }));
    await dialog().findByText('Failed to load locations. Please try again.');
    server.on(emptyCalendar());
    await user.click(dialog().getByRole('button', { name: 'Try Again' }));
    await waitFor(() =>
      expect(dialog().queryByText('Failed to load locations. Please try again.')).toBeNull(),
    );
    await user.click(field('Location'));
    await dialog().findByRole('option', { name: /^Hearth & Crumb, Station Road/ });
  });

  it('has the server find what is beyond the first hundred, and keeps the chosen one', async () => {
    const far = place({ id: 'location-300', name: 'Zenith Bakery', address: '3 Far Street' });
    const { user, server } = renderPage('/dashboard?location=location-300', {
      answers: {
        ...emptyCalendar(),
        'GET /api/locations': ({ query }) =>
          query['search'] ? placeList([far]) : { ...placeList([place()], 'next'), matched: 300, total: 300 },
        'GET /api/locations/:id': ({ params }) => (params['id'] === far.id ? far : place()),
      },
    });
    await user.click(await screen.findByRole('button', { name: 'SCHEDULE POST' }));
    await waitFor(() => expect(field('Location').value).toBe('Zenith Bakery, 3 Far Street'));
    await user.click(field('Location'));
    await dialog().findByText('First 1 of 300 locations · Type to narrow the list');
    await user.click(dialog().getByRole('option', { name: /Market Square/ }));
    await user.click(field('Location'));
    await user.keyboard('far street');
    await waitFor(() => expect(server.sent('GET /api/locations').at(-1)?.query['search']).toBe('far street'));
    await dialog().findByRole('option', { name: /^Zenith Bakery/ });
    await user.keyboard('{Enter}');
    expect(field('Location').value).toBe('Zenith Bakery, 3 Far Street');
  });
});

describe('The filter of the calendar', () => {
  const filter = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Filter by location' });

  it('begins with all locations, also filters by a suspended one, and is cleared by its button', async () => {
    const { user, address } = renderPage('/dashboard?view=calendar', {
      answers: { ...emptyCalendar(), ...ANSWERS },
    });
    await user.click(await screen.findByRole('combobox', { name: 'Filter by location' }));
    expect((await screen.findAllByRole('option'))[0]?.textContent).toBe('All locations');
    await user.keyboard('guest{Enter}');
    expect(filter().value).toBe('Guest House, Market Row');
    expect(address()).toContain('location=location-5');
    await user.click(screen.getByRole('button', { name: 'All locations' }));
    expect(filter().value).toBe('');
    expect(document.activeElement).toBe(filter());
    expect(address()).not.toContain('location=');
  });
});
