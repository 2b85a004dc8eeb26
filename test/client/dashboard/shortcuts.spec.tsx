import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderPage } from '../../support/page/page.js';
import { account, list, location } from '../listings/builders.js';

const PLACE = location({ name: 'Tea Room' });

function open(address = '/dashboard?view=tasks', { narrow = false } = {}) {
  return renderPage(address, {
    narrow,
    answers: {
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([PLACE]),
      'GET /api/locations/:id': () => PLACE,
      'GET /api/posts': () => ({
        items: [],
        counts: { all: 0, scheduled: 0, published: 0, failed: 0 },
        nextCursor: null,
      }),
    },
  });
}

const h1 = (name: string) => screen.findByRole('heading', { level: 1, name });
const shortcuts = () => screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
const shown = () =>
  within(shortcuts())
    .getAllByRole('term')
    .map((term) => [term.textContent, term.nextSibling?.textContent]);
const toggle = () => within(shortcuts()).getByRole('switch', { name: 'Single-key shortcuts' });

describe('A single key', () => {
  it.each([
    ['o', 'Dashboard', '/dashboard'],
    ['a', 'Business Accounts', '/dashboard?view=accounts'],
    ['l', 'Locations', '/dashboard?view=locations'],
    ['c', 'Content Calendar', '/dashboard?view=calendar'],
    // With Caps Lock on.
    ['C', 'Content Calendar', '/dashboard?view=calendar'],
  ])('%s goes to "%s"', async (key, title, target) => {
    const { user, address } = open();
    await h1('Tasks');
    await user.keyboard(key);
    expect(document.activeElement).toBe(await h1(title));
    expect(address()).toBe(target);
  });

  it('n schedules a post for the location on screen', async () => {
    const { user } = open('/dashboard?view=location-details&location=location-1');
    await h1('Tea Room');
    await user.keyboard('n');
    const composer = within(await screen.findByRole('dialog', { name: 'Schedule Post' }));
    await composer.findByDisplayValue(/^Tea Room/);
  });

  it('b toggles the sidebar', async () => {
    const { user } = open();
    await h1('Tasks');
    await user.keyboard('b');
    await screen.findByRole('button', { name: 'Toggle sidebar', expanded: false });
    await user.keyboard('b');
    await screen.findByRole('button', { name: 'Toggle sidebar', expanded: true });
  });

  it('b opens the drawer on a narrow screen', async () => {
    const { user } = open('/dashboard?view=tasks', { narrow: true });
    await h1('Tasks');
    await user.keyboard('b');
    await screen.findByRole('dialog', { name: 'Navigation' });
  });

  it("/ focuses the view's search box, without being typed there", async () => {
    const { user } = open('/dashboard?view=locations&search=tea');
    const box = await screen.findByRole<HTMLInputElement>('searchbox');
    await user.keyboard('/');
    expect(document.activeElement).toBe(box);
    expect(box.value).toBe('tea');
    // Its text is selected, so that typing replaces it.
    await user.keyboard('x');
    expect(box.value).toBe('x');
  });

  it('/ does nothing in a view without a search box', async () => {
    const { user } = open();
    await h1('Tasks');
    await user.keyboard('/');
    expect(document.activeElement).toBe(document.body);
  });

  it('does nothing in a text box, with a modifier, or while a dialog is open', async () => {
    const { user, address } = open('/dashboard?view=locations');
    await user.click(await screen.findByRole('searchbox'));
    await user.keyboard('ncb?/');
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('ncb?/');
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.tab();
    await user.keyboard('{Control>}c{/Control}{Alt>}n{/Alt}{Meta>}o{/Meta}{Shift>}A{/Shift}');
    expect(screen.queryByRole('dialog')).toBeNull();

    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    await user.keyboard('nc');
    expect(screen.getAllByRole('dialog')).toEqual([shortcuts()]);
    expect(address()).toMatch(/^\/dashboard\?view=locations/);
    expect(screen.getByRole('button', { name: 'Toggle sidebar', hidden: true }).ariaExpanded).toBe('true');
  });
});

describe('The list of keyboard shortcuts', () => {
  const KEYS = [
    ['Search or jump to', 'CtrlK'],
    ['Schedule a post', 'N'],
    ['Dashboard', 'O'],
    ['Accounts', 'A'],
    ['Locations', 'L'],
    ['Content Calendar', 'C'],
    ['Toggle sidebar', 'B'],
    ['Next review', 'J'],
    ['Previous review', 'K'],
    ['Reply to the review', 'R'],
    ['Search in this view', '/'],
    ['Keyboard shortcuts', '?'],
  ];

  it('is opened by ? and closed by Esc', async () => {
    const { user } = open();
    await h1('Tasks');
    await user.keyboard('?');
    expect(shown()).toEqual(KEYS);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('also opens from the drawer', async () => {
    const { user } = open('/dashboard?view=tasks', { narrow: true });
    await user.click(await screen.findByRole('button', { name: 'Toggle sidebar' }));
    await user.click(screen.getByRole('button', { name: 'Keyboard shortcuts' }));
    expect(screen.getAllByRole('dialog')).toEqual([shortcuts()]);
  });

  it('switches the single keys off and on, which this browser remembers', async () => {
    const first = open();
    await h1('Tasks');
    await first.user.keyboard('?');
    await first.user.click(toggle());
    expect(toggle()).toHaveProperty('checked', false);
    expect(shown()).toEqual(KEYS.map(([title, keys]) => [title, keys === 'CtrlK' ? keys : 'Off']));
    await first.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    first.unmount();

    const { user, address } = open();
    await h1('Tasks');
    await user.keyboard('nolac?/b');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(address()).toBe('/dashboard?view=tasks');
    expect(screen.getByRole('button', { name: 'Toggle sidebar', expanded: true })).toBeTruthy();
    // The palette still works, and leads back to the switch.
    await user.keyboard('{Control>}k{/Control}');
    await screen.findByRole('dialog', { name: 'Search or jump to' });
    await user.keyboard('shortcuts{Enter}');
    await screen.findByRole('dialog', { name: 'Keyboard shortcuts' });
    await user.click(toggle());
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.keyboard('o');
    await h1('Dashboard');
  });
});
