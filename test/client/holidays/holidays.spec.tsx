import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import { failWith, type Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { bulkEdit, bulkRow, EDIT_ID, specialDay } from '../bulk-edits/builders.js';
import { CHANGE, CREATE, READ, ROWS } from '../bulk-edits/setting.js';
import { bodies } from '../campaigns/compose-setting.js';
import { account, list } from '../listings/builders.js';
import { setClock } from '../posts/setting.js';
import { answersOfConnected } from '../business-profile/builders.js';

type Day = Schemas['HolidayDayDto'];
type Row = Schemas['HolidayRowDto'];

const CHRISTMAS = '2026-12-25';
const BOXING_DAY = '2026-12-26';
const day = (date: string, answer: Day['answer'], periods: Day['periods'] = []): Day => ({
  ...{ date, answer, periods },
  holiday: date === CHRISTMAS ? 'Christmas Day' : 'Boxing Day',
});
const row = (number: number, days: Day[], change: Partial<Row> = {}): Row => ({
  locationId: `location-${number}`,
  locationName: `Shop ${number}`,
  storeCode: `HC-${number}`,
  country: 'GB',
  isRegionKnown: true,
  takesSpecialHours: true,
  days,
  ...change,
});
const ROWS_OF_ALL = [
  row(1, [day(CHRISTMAS, 'not_said'), day(BOXING_DAY, 'not_said')]),
  row(2, [day(CHRISTMAS, 'closed', [specialDay(CHRISTMAS)]), day(BOXING_DAY, 'not_said')]),
  row(3, [day(CHRISTMAS, 'not_said'), day(BOXING_DAY, 'hours', [specialDay(BOXING_DAY, '10:00', '14:00')])]),
  row(4, [day(CHRISTMAS, 'not_said')], { takesSpecialHours: false }),
];
const DATES: Schemas['HolidayDatesDto'] = {
  items: [
    { date: CHRISTMAS, names: ['Christmas Day'], isAdded: false, locations: 4, notSaid: 3 },
    { date: BOXING_DAY, names: ['Boxing Day'], isAdded: false, locations: 3, notSaid: 2 },
  ],
  locations: 4,
  notSaid: 5,
  regionUnknown: 0,
  countries: [{ code: 'GB', locations: 4 }],
};

const SELECTION = '00000000-0000-4000-8000-00000000000a';
/** Locations of which no row is loaded. */
const UNSEEN = Array.from({ length: 1198 }, (_, index) => `unseen-${index}`);
/** There are more of them than the pages that are loaded. */
const MORE: Handlers = {
  'GET /api/holidays': ({ query }) => ({
    items: query.cursor === undefined ? ROWS_OF_ALL : [],
    nextCursor: '4',
  }),
  'GET /api/holidays/dates': () => ({ ...DATES, locations: 1204 }),
  'POST /api/selections': () => ({ id: SELECTION, name: null }),
  'PATCH /api/selections/:id': () => ({ id: SELECTION, name: null }),
};

beforeEach(() => setClock('2026-11-24T10:00:00Z', 'Europe/London'));

function show(answers: Handlers = {}, narrow = false) {
  return renderPage('/dashboard?view=locations&tab=holidays', {
    narrow,
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [] }),
      'GET /api/locations': () => list([]),
      'GET /api/selections/labels': () => ({ items: [] }),
      'GET /api/holidays': () => ({ items: ROWS_OF_ALL, nextCursor: null }),
      'GET /api/holidays/dates': () => DATES,
      [CREATE]: () => bulkEdit(),
      [CHANGE]: () => bulkEdit(),
      [READ]: () => bulkEdit(),
      [ROWS]: () => ({ items: [bulkRow()], nextCursor: null }),
      ...answers,
    },
  });
}

async function open(answers: Handlers = {}) {
  const page = show(answers);
  const grid = await screen.findByRole('grid', { name: 'Special hours by location and date' });
  const textOf = (shop: number) => {
    const line = within(grid).getByRole('row', { name: new RegExp(`Shop ${shop}\\b`) });
    return within(line)
      .getAllByRole('gridcell')
      .map(({ textContent }) => textContent);
  };
  return { ...page, grid, textOf };
}

describe('the table of holidays', () => {
  it('says what each location does on each date, and what is missing', async () => {
    const { grid, textOf } = await open();
    const heads = within(grid).getAllByRole('columnheader');
    expect(heads.map(({ textContent }) => textContent)).toEqual([
      'Location',
      'Fri 25 DecChristmas Day3 not said',
      'Sat 26 DecBoxing Day2 not said',
    ]);
    expect([1, 2, 3, 4].map(textOf)).toEqual([
      ['Not said', 'Not said'],
      ['Closed', 'Not said'],
      ['Not said', '10:00–14:00'],
      ['Not said', 'No holiday here'],
    ]);
  });

  it('is filled by keyboard, and leaves what has special hours already and what takes none', async () => {
    const { user, grid, textOf, server } = await open();
    const [first] = within(grid).getAllByRole('gridcell');
    await user.click(first!);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowDown}{ArrowDown}{/Shift}');
    screen.getByText('4 cells marked');
    await user.keyboard('c');
    expect([1, 2, 3, 4].map((shop) => textOf(shop)[0])).toEqual([
      'Closed, changed, not sent',
      'Closed',
      'Closed, changed, not sent',
      'Not said',
    ]);
    // A cell by itself is changed, whatever it has.
    await user.keyboard('{ArrowUp}{ArrowRight}9');
    const dialog = within(await screen.findByRole('dialog', { name: 'Hours for 1 cell' }));
    await user.type(dialog.getByLabelText('Opening times'), '-13');
    await user.click(dialog.getByRole('button', { name: 'Set hours' }));
    expect(textOf(3)[1]).toBe('09:00–13:00, changed, not sent');

    await user.click(screen.getByRole('button', { name: 'Preview 3 changes' }));
    await screen.findByRole('list', { name: 'Steps' });
    expect(bodies(server.sent(CREATE))).toEqual([
      {
        name: 'Holiday hours',
        choice: { locationIds: ['location-1', 'location-3'] },
        change: {
          holidays: [
            // All of the chosen ones.
            { answer: 'closed', isFill: true, dates: [CHRISTMAS] },
            {
              ...{ answer: 'hours', isFill: false, dates: [BOXING_DAY], locationIds: ['location-3'] },
              hours: [{ openTime: '09:00', closeTime: '13:00' }],
            },
          ],
        },
      },
    ]);
  });

  it('leaves dates without a holiday as they are when several cells are filled', async () => {
    const { user, grid, textOf } = await open({
      'GET /api/holidays': () => ({
        items: [ROWS_OF_ALL[0], row(5, [day(CHRISTMAS, 'not_said')])],
        nextCursor: null,
      }),
    });
    await user.click(within(grid).getAllByRole('gridcell')[0]!);
    await user.keyboard('{Control>}a{/Control}');
    screen.getByText('4 cells marked');
    await user.keyboard('c');
    const closed = 'Closed, changed, not sent';
    expect([1, 5].map(textOf)).toEqual([
      [closed, closed],
      [closed, 'No holiday here'],
    ]);
  });

  it('fills all locations, also those that are not loaded, after it has said how many cells', async () => {
    const { user, grid, textOf, server } = await open({
      ...MORE,
      'GET /api/holidays/blanks': () => ({
        ...{ notSaid: 1201, said: 14, withoutHours: 1 },
        items: [
          { dates: [BOXING_DAY], locationIds: ['location-2'] },
          { dates: [CHRISTMAS], locationIds: ['location-1', 'location-3', ...UNSEEN] },
        ],
      }),
      [CHANGE]: () => bulkEdit(),
    });
    await user.click(within(grid).getByRole('button', { name: 'Location' }));
    screen.getByText('2,408 cells marked');
    await user.click(screen.getByRole('button', { name: 'Closed' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Fill all 1,204 locations' }));
    await dialog.findByText('1,201 cells have no answer and get this one.');
    dialog.getByText('14 cells have special hours already and stay as they are.');
    dialog.getByText('1 cell can’t be filled, since the location has no business hours.');
    expect(server.sent('GET /api/holidays/blanks').map(({ query }) => query)).toEqual([
      { on: `${CHRISTMAS},${BOXING_DAY}` },
    ]);
    await user.click(dialog.getByRole('button', { name: 'Fill 1,201 cells' }));
    expect([1, 2].map(textOf)).toEqual([
      ['Closed, changed, not sent', 'Not said'],
      ['Closed', 'Closed, changed, not sent'],
    ]);

    // More than a request can hold: in parts, and the locations last.
    await user.click(screen.getByRole('button', { name: 'Preview 1,201 changes' }));
    await screen.findByRole('list', { name: 'Steps' });
    const [made] = bodies(server.sent(CREATE)) as Schemas['NewBulkEditDto'][];
    expect(made?.choice).toEqual({ locationIds: ['location-2'] });
    const added = bodies(server.sent(CHANGE)) as Schemas['UpdateBulkEditDto'][];
    expect(added.at(-1)).toMatchObject({ choice: { selectionId: SELECTION } });
    const runs = [...made!.change.holidays!, ...added.flatMap(({ addHolidays = [] }) => addHolidays)];
    expect(runs.map(({ dates, locationIds }) => [dates, locationIds?.length])).toEqual([
      [[BOXING_DAY], 1],
      [[CHRISTMAS], 500],
      [[CHRISTMAS], 500],
      [[CHRISTMAS], 200],
    ]);
  });

  it('takes back what is filled in at all locations', async () => {
    const { user, grid } = await open({
      ...MORE,
      'GET /api/holidays/blanks': () => ({
        ...{ notSaid: 1198, said: 0, withoutHours: 0 },
        items: [{ dates: [CHRISTMAS], locationIds: UNSEEN }],
      }),
    });
    await user.click(within(grid).getByRole('button', { name: 'Fri 25 Dec' }));
    await user.click(screen.getByRole('button', { name: 'As usual' }));
    await user.click(await screen.findByRole('button', { name: 'Fill 1,198 cells' }));
    await screen.findByRole('button', { name: 'Preview 1,198 changes' });
    await user.click(within(grid).getAllByRole('gridcell')[0]!);
    await user.keyboard('{Control>} {/Control}{Delete}');
    expect(screen.getByRole('button', { name: 'Preview changes' })).toHaveProperty('disabled', true);
  });

  it('copies last year to cells that are not said, and says where nothing is known', async () => {
    const { user, grid, textOf, server } = await open({
      'GET /api/holidays/last-year': ({ query }) => ({
        ...{ notSaid: query.count === undefined ? 4 : 2, said: 2, withoutHours: 1 },
        found: 2,
        items: [
          {
            ...{ answer: 'hours', hours: [{ openTime: '09:00', closeTime: '13:00' }] },
            ...{ dates: [CHRISTMAS], locationIds: ['location-1'] },
          },
          { answer: 'closed', dates: [BOXING_DAY], locationIds: ['location-2'] },
        ],
      }),
    });
    // What is filled in already is not copied over.
    const [first, , , last] = within(grid).getAllByRole('gridcell');
    await user.click(last!);
    await user.keyboard('u');
    await user.click(first!);
    await user.keyboard('{Shift>}{ArrowDown}{ArrowRight}{/Shift}');
    await user.click(screen.getByRole('button', { name: 'Copy last year' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy last year' }));
    await dialog.findByRole('button', { name: 'Copy 1 answer' });
    dialog.getByText('1 is filled in already and stays as it is.');
    expect(server.sent('GET /api/holidays/last-year').map(({ query }) => query)).toEqual([
      { on: `${CHRISTMAS},${BOXING_DAY}`, cursor: '0', count: '2' },
    ]);
    await user.selectOptions(dialog.getByRole('combobox', { name: 'Cells' }), '4 locations, all dates');
    await dialog.findByText('For 2 cells nothing is known of last year. They stay not said.');
    dialog.getByText('2 cells have special hours already and stay as they are.');
    await user.click(dialog.getByRole('button', { name: 'Copy 1 answer' }));
    await screen.findByText('1 cell filled from last year. Nothing is known of last year for 2.');
    expect([1, 2, 3].map(textOf)).toEqual([
      ['09:00–13:00, changed, not sent', 'Not said'],
      ['Closed', 'As usual, changed, not sent'],
      ['Not said', '10:00–14:00'],
    ]);
  });

  it('says that nothing is known of last year, and when it could not be looked up', async () => {
    let fails = true;
    const { user } = await open({
      'GET /api/holidays/last-year': () => {
        if (fails) return failWith(500, 'internal', 'Something went wrong.');
        return { notSaid: 5, said: 2, withoutHours: 0, found: 0, items: [] };
      },
    });
    await user.click(screen.getByRole('button', { name: 'Copy last year' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy last year' }));
    await dialog.findByText('Failed to find last year’s answers. Please try again.');
    fails = false;
    await user.click(dialog.getByRole('button', { name: 'Try again' }));
    await dialog.findByText('For 5 cells nothing is known of last year. They stay not said.');
    await user.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is narrowed by account, and in the order of store codes', async () => {
    const { user, server } = await open({
      'GET /api/accounts': () => ({
        items: [account({ id: 'a1', name: 'North' }), account({ id: 'a2', name: 'South' })],
      }),
    });
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Filter by account' }), 'South');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'By store code');
    await waitFor(() =>
      expect(server.sent('GET /api/holidays').at(-1)?.query).toEqual({ accountId: 'a2', sort: 'storeCode' }),
    );
    expect(server.sent('GET /api/holidays/dates').at(-1)?.query).toEqual({ accountId: 'a2' });
  });

  it('keeps what was filled in over a reload', async () => {
    const first = await open();
    await first.user.click(within(first.grid).getAllByRole('gridcell')[0]!);
    await first.user.keyboard('{Shift>}{ArrowRight}{/Shift}u');
    first.unmount();
    const { textOf } = await open();
    expect(textOf(1)).toEqual(['As usual, changed, not sent', 'As usual, changed, not sent']);
  });

  it('goes back to what Google has', async () => {
    const { user, grid, textOf } = await open();
    const [first] = within(grid).getAllByRole('gridcell');
    await user.click(first!);
    await user.keyboard('u');
    expect(textOf(1)[0]).toBe('As usual, changed, not sent');
    await user.keyboard('{Delete}');
    expect(textOf(1)[0]).toBe('Not said');
    expect(screen.getByRole('button', { name: 'Preview changes' })).toHaveProperty('disabled', true);
  });

  it('forgets the answers once the edit of them is confirmed', async () => {
    const { user, grid, textOf } = await open({
      [CREATE]: () => bulkEdit({ id: EDIT_ID }),
      [READ]: () => bulkEdit({ state: 'confirmed' }),
    });
    await user.click(within(grid).getAllByRole('gridcell')[0]!);
    await user.keyboard('c');
    expect(textOf(1)[0]).toBe('Closed, changed, not sent');
    await user.click(screen.getByRole('button', { name: 'Preview 1 change' }));
    await screen.findByRole('heading', { name: 'This edit was confirmed' });
    await user.click(screen.getByRole('link', { name: 'Locations' }));
    await user.click(await screen.findByRole('link', { name: /^Holidays/ }));
    await screen.findByRole('button', { name: 'Preview changes' });
  });

  it('shows one date at a time on a phone, and fills what is missing there', async () => {
    const { user } = show({}, true);
    await screen.findByRole('heading', { level: 2, name: 'Friday 25 December 2026' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Fill the 3' }), 'Closed');
    // The one without business hours stays.
    await screen.findByRole('combobox', { name: 'Fill the 1' });
    await screen.findByRole('button', { name: 'Preview 2 changes' });
    await user.click(screen.getByRole('button', { name: 'Date after' }));
    await screen.findByRole('heading', { level: 2, name: 'Saturday 26 December 2026' });
    await user.selectOptions(screen.getByRole('combobox', { name: 'Answer of Shop 3' }), 'As usual');
    await screen.findByRole('button', { name: 'Preview 3 changes' });
  });
});
