import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { held } from '../../support/page/fake-server.js';
import { ALWAYS_REAL, steerTimers, until } from '../../support/page/steered-timers.js';
import { location } from './builders.js';
import { heading, notFound, open, openDetails, serverError, textsOf } from './setting.js';

const ROUTE = 'GET /api/locations/:id';
const ADDRESS = '/dashboard?view=location-details&account=account-1&location=location-1';
const FAILURE = 'Failed to load locations. Please try again.';

beforeEach(steerTimers);

const section = (name: string) => within(screen.getByRole('region', { name }));

describe('The details of a location', () => {
  it('are headed by its name and state, with the actions', async () => {
    await openDetails();
    expect(screen.getByText('Verified')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Edit Details' })).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Schedule Post' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
  });

  it('say the address and the hours of today below the name, unless the location is closed for longer', async () => {
    jest.useFakeTimers({ now: new Date(2026, 10, 20, 12), doNotFake: [...ALWAYS_REAL] });
    const { unmount } = await openDetails();
    const line = '4 Market Square, Ashbourne DE6 1ES';
    expect(screen.getByText(`${line} · Today 20:00 to 02:00`)).toBeTruthy();
    unmount();
    await openDetails(location({ openStatus: 'CLOSED_TEMPORARILY' }));
    expect(screen.queryByText(/Today 20:00/)).toBeNull();
  });

  it('show the basic information', async () => {
    await openDetails();
    const basic = section('Basic Information');
    const facts = basic.getAllByRole('term').map(({ textContent }) => textContent);
    expect(facts).toEqual(['Business name', 'Address', 'Phone number', 'Website', 'Store code']);
    expect(basic.getByText('Hearth & Crumb, Market Square')).toBeTruthy();
    expect(basic.getByText('4 Market Square, Ashbourne DE6 1ES')).toBeTruthy();
    expect(basic.getByText('HC-01')).toBeTruthy();
    expect(basic.getByRole('link', { name: '+44 1632 960101' }).getAttribute('href')).toBe(
      'tel:+441632960101',
    );
    const website = basic.getByRole('link', { name: /^https:\/\/hearthandcrumb\.example\.com\/ashbourne/ });
    expect(website.getAttribute('href')).toBe('https://hearthandcrumb.example.com/ashbourne');
    expect(website.getAttribute('rel')).toBe('noreferrer');
  });

  it('say what is not set', async () => {
    await openDetails(
      location({ phoneNumber: null, websiteUri: null, storeCode: null, categories: [], regularHours: null }),
    );
    expect(section('Basic Information').getAllByText('Not set')).toHaveLength(3);
    expect(section('Categories').getByText('Not set')).toBeTruthy();
    expect(section('Business Hours').getByText('Hours not set')).toBeTruthy();
    expect(section('Business Hours').queryByRole('table')).toBeNull();
  });

  it('show no link for a website that is not a web address', async () => {
    await openDetails(location({ websiteUri: 'javascript:alert(1)' }));
    const basic = section('Basic Information');
    expect(basic.getByText('javascript:alert(1)')).toBeTruthy();
    expect(basic.queryByRole('link', { name: /javascript/ })).toBeNull();
  });

  it('show all categories, the primary one first', async () => {
    await openDetails();
    expect(
      section('Categories')
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Bakery · Primary', 'Cafe', 'Cake shop']);
  });

  it('show the hours of the week', async () => {
    await openDetails(
      location({
        regularHours: {
          periods: [
            { openDay: 'MONDAY', openTime: '09:00', closeDay: 'MONDAY', closeTime: '13:00' },
            { openDay: 'MONDAY', openTime: '14:00', closeDay: 'MONDAY', closeTime: '17:30' },
            { openDay: 'TUESDAY', openTime: '00:00', closeDay: 'TUESDAY', closeTime: '24:00' },
            { openDay: 'FRIDAY', openTime: '20:00', closeDay: 'SATURDAY', closeTime: '02:00' },
          ],
        },
      }),
    );
    expect(textsOf('row')).toEqual([
      'Monday09:00–13:0014:00–17:30',
      'TuesdayOpen 24 hours',
      'WednesdayClosed',
      'ThursdayClosed',
      'Friday20:00–02:00 (closes next day)',
      'SaturdayClosed',
      'SundayClosed',
    ]);
    expect(textsOf('rowheader')).toHaveLength(7);
  });

  it.each([
    [
      'UNVERIFIED',
      /hasn’t confirmed/,
      'How to verify a business',
      'https://support.google.com/business/answer/7107242',
    ],
    [
      'SUSPENDED',
      /has suspended/,
      'How to fix a suspended profile',
      'https://support.google.com/business/answer/4569145',
    ],
  ] as const)('explain the state %s and link to the remedy', async (state, meaning, link, href) => {
    await openDetails(location({ state }));
    expect(screen.getByText(meaning)).toBeTruthy();
    const help = screen.getByRole('link', { name: `${link} (opens in a new tab)` });
    expect(help.getAttribute('href')).toBe(href);
  });

  it('have no notice for a verified location', async () => {
    await openDetails();
    expect(screen.queryByText(/customers may not see/)).toBeNull();
  });

  it('offer quick actions, three of which are not available yet', async () => {
    await openDetails();
    const actions = section('Quick Actions').getAllByRole<HTMLButtonElement>('button');
    expect(actions.map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
      ['Schedule Post', false],
      ['View Insights Coming soon', true],
      ['Manage Reviews Coming soon', true],
      ['Upload Photos Coming soon', true],
    ]);
  });

  it('have no figures yet, and say so', async () => {
    await openDetails();
    const stats = section('Location Stats');
    expect(stats.getAllByRole('term').map(({ textContent }) => textContent)).toEqual([
      'Profile Views',
      'Search Queries',
      'Direction Requests',
      'Phone Calls',
    ]);
    expect(stats.getAllByText('--')).toHaveLength(4);
    expect(stats.getAllByText('not available yet')).toHaveLength(4);
  });

  it.each([0, 1])('schedule a post for the location: button %i', async (which) => {
    const { user } = await openDetails();
    await user.click(screen.getAllByRole('button', { name: 'Schedule Post' })[which] as HTMLElement);
    const dialog = await until(() => screen.queryByRole('dialog'));
    const chosen = within(dialog).getByLabelText<HTMLInputElement>('Location');
    await until(() => chosen.value.startsWith(location().name));
  });

  it('link back to the locations of the account', async () => {
    const { user, address } = await openDetails();
    await user.click(screen.getByRole('link', { name: 'Back to Locations' }));
    await until(() => screen.queryByText('1 of 1 locations'));
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
  });

  it('are busy while they load, then announce that they have loaded', async () => {
    const answer = held<unknown>();
    open(ADDRESS, { [ROUTE]: () => answer.promise });
    await heading('Location Details');
    const region = screen.getByRole('main').querySelector('[aria-busy]');
    expect(region?.getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Edit Details' })).toBeNull();
    answer.release(location());
    await heading('Hearth & Crumb, Market Square');
    expect(region?.getAttribute('aria-busy')).toBe('false');
  });

  it('say that loading failed, and Try Again loads again', async () => {
    const { user, server } = open(ADDRESS, { [ROUTE]: serverError });
    await until(() => textsOf('alert').includes(FAILURE));
    server.on({ [ROUTE]: () => location() });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await heading('Hearth & Crumb, Market Square');
    expect(screen.queryByText(FAILURE)).toBeNull();
    expect(server.sent(ROUTE)).toHaveLength(2);
  });

  it('of an unknown location link back to the list', async () => {
    open(ADDRESS, { [ROUTE]: notFound });
    await heading('Location not found', 2);
    const link = screen.getByRole('link', { name: 'Choose another location' });
    expect(link.getAttribute('href')).toBe('/dashboard?view=locations&account=account-1');
    expect(screen.queryByText(FAILURE)).toBeNull();
  });
});
