import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Schemas } from '../../../client/api/client.js';
import type { Handlers } from '../../support/page/fake-server.js';
import { renderPage } from '../../support/page/page.js';
import { bulkEdit, bulkRow, EDIT_ID, specialDay } from '../bulk-edits/builders.js';
import { CHANGE, CREATE, READ, ROWS } from '../bulk-edits/setting.js';
import { bodies } from '../campaigns/compose-setting.js';
import { list } from '../listings/builders.js';
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
            {
              ...{ answer: 'closed', isFill: true, dates: [CHRISTMAS] },
              locationIds: ['location-1', 'location-3'],
            },
            {
              ...{ answer: 'hours', isFill: false, dates: [BOXING_DAY], locationIds: ['location-3'] },
              hours: [{ openTime: '09:00', closeTime: '13:00' }],
            },
          ],
        },
      },
    ]);
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
