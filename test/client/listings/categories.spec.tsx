import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { messageOf } from '../../support/page/form.js';
import { advance, steerTimers, until } from '../../support/page/steered-timers.js';
import { location } from './builders.js';
import { field, openForm, SAVE, serverError, textsOf } from './setting.js';

const ROUTE = 'GET /api/categories';
const CATALOGUE = ['Bakery', 'Barber shop', 'Wedding bakery'].map((name) => ({
  id: `gcid:${name.toLowerCase().replaceAll(' ', '_')}`,
  name,
}));
const answer = { [ROUTE]: () => ({ items: CATALOGUE }) };

beforeEach(steerTimers);

const searchBox = () => field('Add a category');
const chosen = () =>
  [...screen.getByRole('list', { name: 'Chosen categories' }).children].map(
    ({ firstChild }) => firstChild?.textContent,
  );
const offered = () =>
  textsOf('button', screen.getByRole('region', { name: 'Categories' })).filter((name) =>
    name?.startsWith('Add '),
  );
const press = (name: string) => screen.getByRole('button', { name });
const saved = () => until(() => screen.queryByRole('button', { name: 'Edit Details' }));

describe('The categories', () => {
  it('are found by name when typing pauses, without those already chosen', async () => {
    const { user, server } = await openForm(location(), answer);
    expect(server.sent(ROUTE)).toHaveLength(0);
    await user.type(searchBox(), 'ba');
    await advance(249);
    expect(server.sent(ROUTE)).toHaveLength(0);
    await advance(1);
    await until(() => textsOf('status').includes('2 categories found'));
    expect(server.sent(ROUTE).map(({ query }) => query)).toEqual([{ search: 'ba' }]);
    expect(offered()).toEqual(['Add Barber shop', 'Add Wedding bakery']);
  });

  it('are added at the end and saved by id', async () => {
    const { user, save, body } = await openForm(location(), answer);
    await user.type(searchBox(), 'wedding');
    await advance(250);
    await user.click(await until(() => screen.queryByRole('button', { name: 'Add Wedding bakery' })));
    expect(chosen()).toEqual(['Bakery', 'Cafe', 'Cake shop', 'Wedding bakery']);
    expect(searchBox().value).toBe('');
    expect(document.activeElement).toBe(searchBox());
    expect(offered()).toEqual([]);
    await advance(100);
    expect(textsOf('status').join()).toContain('Wedding bakery added');
    await save();
    await saved();
    expect(body()).toEqual({
      categoryIds: ['gcid:bakery', 'gcid:cafe', 'gcid:cake_shop', 'gcid:wedding_bakery'],
    });
  });

  it('can be added by keyboard', async () => {
    const { user, server } = await openForm(location(), answer);
    await user.type(searchBox(), 'ba');
    await advance(250);
    await until(() => offered().length === 2);
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}');
    expect(document.activeElement).toBe(press('Add Barber shop'));
    await user.keyboard('{ArrowUp}');
    expect(document.activeElement).toBe(searchBox());
    // Enter moves to the results and does not save the form.
    await user.keyboard('{Enter}{Enter}');
    expect(chosen()).toEqual(['Bakery', 'Cafe', 'Cake shop', 'Barber shop']);
    expect(server.sent(SAVE)).toHaveLength(0);
    await user.type(searchBox(), 'x{Escape}');
    expect(searchBox().value).toBe('');
  });

  it('can be removed and made primary', async () => {
    const { user, save, body } = await openForm();
    await user.click(press('Make primary (Cake shop)'));
    expect(chosen()).toEqual(['Cake shop', 'Bakery', 'Cafe']);
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Chosen categories' }));
    await user.click(press('Remove Bakery'));
    expect(chosen()).toEqual(['Cake shop', 'Cafe']);
    await save();
    await saved();
    expect(body()).toEqual({ categoryIds: ['gcid:cake_shop', 'gcid:cafe'] });
  });

  it('must have a primary one', async () => {
    const { user, save, server } = await openForm();
    for (const name of ['Bakery', 'Cafe', 'Cake shop']) await user.click(press(`Remove ${name}`));
    await save();
    expect(messageOf(searchBox())).toBe('A primary category is required');
    expect(document.activeElement).toBe(searchBox());
    expect(server.sent(SAVE)).toHaveLength(0);
  });

  it('are at most ten', async () => {
    const ten = Array.from({ length: 10 }, (_, index) => ({
      id: `gcid:c${index}`,
      name: `Category ${index}`,
    }));
    const { user } = await openForm(location({ categories: ten }), answer);
    expect(screen.getByText('You can have at most 10 categories')).toBeTruthy();
    expect(searchBox().readOnly).toBe(true);
    await user.click(press('Remove Category 9'));
    expect(searchBox().readOnly).toBe(false);
  });

  it('say when none is found', async () => {
    const { user } = await openForm(location(), { [ROUTE]: () => ({ items: [] }) });
    await user.type(searchBox(), 'xyzzy');
    await advance(250);
    await until(() => textsOf('status').includes('No other category has “xyzzy” in its name.'));
  });

  it('say when they cannot be loaded, and Try Again loads again', async () => {
    const { user, server } = await openForm(location(), { [ROUTE]: serverError });
    await user.type(searchBox(), 'ba');
    await advance(250);
    await until(() => textsOf('alert').includes('Failed to load categories. Please try again.'));
    server.on(answer);
    await user.click(press('Try Again'));
    await until(() => offered().length === 2);
  });
});
