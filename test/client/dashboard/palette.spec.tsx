import { describe, expect, it, jest } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { failWith, held, type Handlers, type SentRequest } from '../../support/page/fake-server.js';
import { profile, renderPage } from '../../support/page/page.js';
import { account, list, location } from '../listings/builders.js';

const LOCATIONS = 'GET /api/locations';
const PLACES = [
  location({ id: 'l-1', name: 'Hearth & Crumb, Market Square', address: '4 Market Square, Ashbourne' }),
  location({ id: 'l-2', name: 'Station Café', address: '1 Calver Street, Derby' }),
  location({ id: 'l-3', name: 'Tea Room', address: '9 Station Road, Derby' }),
];

/** Opens the client at an address, with one account and three locations. */
function open(address = '/dashboard?view=tasks', answers: Handlers = {}) {
  const page = renderPage(address, {
    answers: {
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/posts': () => ({
        items: [],
        counts: { all: 0, scheduled: 0, published: 0, failed: 0 },
        nextCursor: null,
      }),
      [LOCATIONS]: () => list(PLACES),
      'GET /api/locations/:id': ({ params }) => PLACES.find(({ id }) => id === params.id),
      ...answers,
    },
  });
  return {
    ...page,
    /** Opens the palette with its keys. */
    async find(text = '') {
      await screen.findByRole('heading', { level: 1 });
      await page.user.keyboard('{Control>}k{/Control}');
      await screen.findByRole('dialog', { name: 'Search or jump to' });
      if (text) await page.user.keyboard(text);
    },
  };
}

const h1 = (name: string) => screen.findByRole('heading', { level: 1, name });
const palette = () => within(screen.getByRole('dialog', { name: 'Search or jump to' }));
const box = () => palette().getByRole('combobox');
const options = (group?: string) =>
  (group ? within(palette().getByRole('group', { name: group })) : palette())
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);
/** Waits until the palette's status shows this text. */
const status = (text: string) =>
  waitFor(() => expect(palette().getAllByRole('status')[0]?.textContent).toBe(text));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

describe('The palette', () => {
  it('opens the calendar on "cal" and Enter', async () => {
    const { find, user, address } = open();
    await find('cal');
    await user.keyboard('{Enter}');
    const heading = await h1('Content Calendar');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(address()).toBe('/dashboard?view=calendar');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is also opened by a button in the header, and returns the focus on Esc', async () => {
    const { user } = open();
    const button = await screen.findByRole('button', { name: 'Search or jump to' });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Control+K');
    await user.click(button);
    await screen.findByRole('dialog', { name: 'Search or jump to' });
    expect(document.activeElement).toBe(box());
    await user.keyboard('acc{Escape}');
    await isClosed();
    expect(document.activeElement).toBe(button);
  });

  it('opens from a text box, but not above another dialog', async () => {
    const { find, user } = open('/dashboard?view=locations');
    await user.click(await screen.findByRole('searchbox'));
    await find();
    await user.keyboard('{Escape}');
    await isClosed();
    expect(document.activeElement).toBe(screen.getByRole('searchbox'));
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    await user.keyboard('{Control>}k{/Control}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    expect(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  it('offers every view and action before anything is typed, but no location', async () => {
    const { find } = open();
    await find();
    expect(options('Views')).toEqual([
      'Dashboard',
      'Accounts',
      'Locations',
      'Content Calendar',
      'Connection',
      'Settings',
      'Statistics',
      'Reputation',
      'Change Log',
      'Tasks',
      'Rank Tracking Coming soon',
      'Competitors Coming soon',
      'AI Agent Coming soon',
    ]);
    expect(options('Actions')).toEqual([
      'Schedule post',
      'Change many locations',
      'Locks',
      'Switch to light theme',
      'Switch to dark theme',
      'Switch to system theme',
      'Toggle sidebar',
      'Keyboard shortcuts',
      'Log out',
    ]);
    expect(palette().getAllByRole('group')).toHaveLength(2);
  });

  it('finds accounts by name and locations by name or address, names first, and counts them', async () => {
    const { find, user, address } = open();
    await find('station');
    await status('2 results');
    expect(options('Locations')).toEqual([
      'Station Café 1 Calver Street, Derby',
      'Tea Room 9 Station Road, Derby',
    ]);

    await user.clear(box());
    await user.keyboard('bak crumb');
    await status('1 result');
    expect(options('Accounts')).toEqual(['Hearth & Crumb Bakeries']);
    await user.keyboard('{Enter}');
    await h1('Hearth & Crumb Bakeries');
    expect(address()).toBe('/dashboard?view=locations&account=account-1');
  });

  it('opens the details of a location', async () => {
    const { find, user, address } = open();
    await find('tea');
    await user.click(await palette().findByRole('option', { name: /^Tea Room/ }));
    await h1('Tea Room');
    expect(address()).toBe('/dashboard?view=location-details&account=account-1&location=l-3');
  });

  it('says so when nothing matches', async () => {
    const { find } = open();
    await find('xyzzy');
    await status('No match for “xyzzy”.');
    expect(options()).toEqual([]);
  });

  it('says that it is searching while locations are loading', async () => {
    const answer = held();
    const { find } = open('/dashboard?view=tasks', { [LOCATIONS]: () => answer.promise });
    await find('tea');
    await status('Searching...');
    answer.release(list(PLACES));
    await status('1 result');
  });

  it('says when locations or accounts cannot be loaded, and Try Again loads again', async () => {
    const refusal = () => failWith(400, 'validation_failed', 'No.');
    const { find, user, server } = open('/dashboard?view=tasks', {
      [LOCATIONS]: refusal,
      'GET /api/accounts': refusal,
    });
    await find('tea');
    await palette().findByText('Failed to load locations. Please try again.');
    await palette().findByText('Failed to load business accounts. Please try again.');
    server.on({ [LOCATIONS]: () => list(PLACES) });
    await user.click(palette().getAllByRole('button', { name: 'Try Again' })[1]!);
    await status('1 result');
    expect(palette().queryByText('Failed to load locations. Please try again.')).toBeNull();
  });

  it('asks the server if not all locations are loaded, and links to all matches', async () => {
    const part = ({ query }: SentRequest) =>
      query.search
        ? { items: [PLACES[1], PLACES[2]], matched: 40, total: 300, nextCursor: 'next' }
        : { items: [PLACES[0]], matched: 300, total: 300, nextCursor: 'next' };
    const { find, user, server, address } = open('/dashboard?view=tasks', { [LOCATIONS]: part });
    await find('station');
    const all = await palette().findByRole('option', { name: 'Show all 40 locations' });
    expect(options('Locations').slice(0, 2)).toEqual([
      'Station Café 1 Calver Street, Derby',
      'Tea Room 9 Station Road, Derby',
    ]);
    expect(server.sent(LOCATIONS).at(-1)?.query).toEqual({ search: 'station' });
    await user.click(all);
    await h1('Locations');
    expect(address()).toBe('/dashboard?view=locations&search=station');
  });

  it('asks before unsaved changes are lost', async () => {
    const { find, user, address } = open('/dashboard?view=location-details&account=account-1&location=l-3');
    await user.click(await screen.findByRole('button', { name: 'Edit Details' }));
    await user.type(screen.getByLabelText('Business name'), '!');
    await find('stat{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await user.click(within(question).getByRole('button', { name: 'Stay' }));
    expect(address()).toContain('location-details');
    expect(screen.getByLabelText<HTMLInputElement>('Business name').value).toBe('Tea Room!');
  });
});

describe('An action of the palette', () => {
  it('schedules a post for the location on screen', async () => {
    const { find } = open('/dashboard?view=location-details&account=account-1&location=l-3');
    await h1('Tea Room');
    await find('sched{Enter}');
    const composer = within(await screen.findByRole('dialog', { name: 'Schedule Post' }));
    await composer.findByDisplayValue(/^Tea Room/);
  });

  it('switches the theme and saves it', async () => {
    const SAVE = 'PATCH /api/auth/profile';
    const dark = profile({ preferences: { theme: 'dark', notifications: true, emailUpdates: true } });
    const { find, server } = open('/dashboard?view=tasks', { [SAVE]: () => dark });
    await find('dark{Enter}');
    await waitFor(() => expect(server.sent(SAVE)[0]?.body).toEqual({ preferences: { theme: 'dark' } }));
    await waitFor(() => expect(screen.getByRole('radio', { name: 'Dark' })).toHaveProperty('checked', true));
  });

  it('toggles the sidebar', async () => {
    const { find } = open();
    await find('side{Enter}');
    await screen.findByRole('button', { name: 'Toggle sidebar', expanded: false });
  });

  it('shows the keyboard shortcuts', async () => {
    const { find } = open();
    await find('keyb{Enter}');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
  });

  it('logs out, and asks first if changes would be lost', async () => {
    const { find, user, server, address } = open(
      '/dashboard?view=location-details&account=account-1&location=l-3',
      { 'POST /api/auth/logout': () => undefined },
    );
    await user.click(await screen.findByRole('button', { name: 'Edit Details' }));
    await user.type(screen.getByLabelText('Business name'), '!');
    await find('log out{Enter}');
    const question = await screen.findByRole('alertdialog', { name: 'Log out without saving?' });
    expect(server.sent('POST /api/auth/logout')).toHaveLength(0);
    await user.click(within(question).getByRole('button', { name: 'Log out' }));
    await h1('Welcome Back');
    expect(address()).toBe('/login');
  });
});

describe('On a Mac', () => {
  it('the key is Command, since Control+K is an editing key of text boxes', async () => {
    jest
      .spyOn(navigator, 'userAgent', 'get')
      .mockReturnValue('Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)');
    // Anew, since the module asks for the system when it is loaded.
    await jest.isolateModulesAsync(async () => {
      const { isPaletteKey, PALETTE_KEYS } = await import('../../../client/dashboard/commands/shortcuts.js');
      expect(PALETTE_KEYS).toEqual({ caps: ['⌘', 'K'], aria: 'Meta+K' });
      expect(isPaletteKey(new KeyboardEvent('keydown', { key: 'k', metaKey: true }))).toBe(true);
      expect(isPaletteKey(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))).toBe(false);
    });
  });
});
