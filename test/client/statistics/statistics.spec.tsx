import { beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { failWith, type Handlers, type SentRequest } from '../../support/page/fake-server.js';
import { renderPage, settled } from '../../support/page/page.js';
import { advance, until } from '../../support/page/steered-timers.js';
import { answersOfConnected, noStatistics } from '../business-profile/builders.js';
import { account, list, location } from '../listings/builders.js';
import { METRICS } from './builders.js';
import { setClock } from '../posts/setting.js';

const DAYS = ['2026-11-18', '2026-11-19', '2026-11-20', '2026-11-21'];

/** Two counted days, and two that Google has not counted; menu clicks are unknown. */
const statistics = () => ({
  locations: 3,
  locationsWithFigures: 2,
  locationsToRead: 1,
  dataUntil: '2026-11-19',
  period: { from: DAYS[0], to: DAYS[3] },
  comparedWith: { from: '2026-11-14', to: '2026-11-17' },
  by: 'day',
  metrics: METRICS.map((metric) => {
    const isKnown = metric !== 'FOOD_MENU_CLICKS';
    return {
      metric,
      total: isKnown ? 116 : null,
      totalBefore: isKnown ? 100 : null,
      locations: isKnown ? 2 : 0,
      points: DAYS.map((day, index) => ({
        from: day,
        to: day,
        value: isKnown && index < 2 ? 58 : null,
        before: isKnown ? 50 : null,
        locations: isKnown && index < 2 ? 2 : 0,
        isWhole: isKnown && index < 2,
      })),
    };
  }),
});

const ranking = () => ({
  ...statistics(),
  metrics: undefined,
  items: [
    {
      locationId: 'place-1',
      accountId: 'account-1',
      locationName: 'Market Square',
      storeCode: 'HC-01',
      dataUntil: '2026-11-20',
      averageRating: 4.6,
      reviewCount: 128,
      answeredShare: 0.75,
      figures: [
        { metric: 'IMPRESSIONS', value: 1000, before: 900, per1000: null },
        { metric: 'CALLS', value: 24, before: 48, per1000: 24 },
      ],
    },
    {
      locationId: 'place-2',
      accountId: 'account-1',
      locationName: 'Old Wharf',
      storeCode: null,
      dataUntil: '2026-11-12',
      averageRating: null,
      reviewCount: null,
      answeredShare: null,
      figures: [
        { metric: 'IMPRESSIONS', value: 500, before: null, per1000: null },
        { metric: 'CALLS', value: null, before: null, per1000: null },
      ],
    },
  ],
  nextCursor: 'more',
});

const words = () => ({
  month: '2026-11',
  isOpen: true,
  locations: 3,
  locationsToRead: 0,
  months: ['2026-11', '2026-10'],
  matched: 120,
  nextCursor: null,
  items: [
    {
      word: 'bakery near me',
      figure: { value: 2310, fewerThan: null, locationsBelow: 0 },
      before: null,
      change: 'new',
    },
    {
      word: 'dentist open saturday',
      figure: { value: 187, fewerThan: null, locationsBelow: 0 },
      before: { value: 180, fewerThan: null, locationsBelow: 0 },
      change: null,
    },
    {
      word: 'kiln class',
      figure: { value: null, fewerThan: 15, locationsBelow: 1 },
      before: null,
      change: null,
    },
    {
      word: 'rye bread',
      figure: { value: 40, fewerThan: 15, locationsBelow: 2 },
      before: { value: 12, fewerThan: null, locationsBelow: 0 },
      change: 'rising',
    },
    {
      word: 'seeded loaf',
      figure: { value: 57, fewerThan: 15, locationsBelow: 1 },
      before: { value: 50, fewerThan: 15, locationsBelow: 2 },
      change: null,
    },
    {
      word: 'wholemeal',
      figure: { value: null, fewerThan: 15, locationsBelow: 3 },
      before: { value: 30, fewerThan: null, locationsBelow: 0 },
      change: null,
    },
    {
      word: 'old mill',
      figure: null,
      before: { value: 30, fewerThan: null, locationsBelow: 0 },
      change: 'lost',
    },
  ],
});

/** Hours and a post on one day, a campaign on the day before. */
const events = () => ({
  period: { from: DAYS[0], to: DAYS[3] },
  items: [
    { day: DAYS[0], kind: 'CAMPAIGN', field: null, name: 'Autumn buns', count: 14, locations: 14 },
    { day: DAYS[1], kind: 'CHANGE', field: 'regularHours', name: null, count: 3, locations: 3 },
    { day: DAYS[1], kind: 'POST', field: null, name: null, count: 1, locations: 1 },
  ],
});

const SELECTION = '00000000-0000-4000-8000-000000000077';

/** The queries of a route, as they came. */
function recorded<Answer>(answer: (query: Record<string, string>) => Answer) {
  const queries: Record<string, string>[] = [];
  return {
    queries,
    handler: ({ query }: SentRequest) => {
      queries.push(query);
      return answer(query);
    },
  };
}

function open(answers: Handlers = {}, address = '/dashboard?view=statistics', { narrow = false } = {}) {
  return renderPage(address, {
    narrow,
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([location()]),
      'GET /api/locations/:id': () => location(),
      'GET /api/selections': () => ({
        items: [{ id: SELECTION, name: 'North', isLive: true, choice: {}, locationCount: 3 }],
      }),
      'GET /api/statistics': statistics,
      'GET /api/statistics/locations': ranking,
      'GET /api/statistics/keywords': words,
      'GET /api/statistics/timeline': events,
      ...answers,
    },
  });
}

const chart = () => screen.findByRole('img', { name: /^Impressions, / });
const listBox = (name: string) => screen.getByRole('combobox', { name });
/** The address of a file in the menu. */
function fileOf(name: string) {
  const opener = screen.getByRole('button', { name: 'Export' });
  if (opener.getAttribute('aria-expanded') === 'false') fireEvent.click(opener);
  return screen.getByRole('link', { name }).getAttribute('href');
}
const rowsOf = (table: HTMLElement) =>
  within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent));

beforeEach(() => setClock('2026-11-22T10:00:00Z', 'UTC'));

describe('Statistics', () => {
  it('show a metric as a line with a gap where Google has not counted, and each as a sum with its change', async () => {
    open();
    expect((await chart()).textContent).toContain('Google has data until 19 Nov');
    screen.getByRole('img', { name: 'Impressions, All locations, 18 to 21 November 2026' });
    screen.getByText('Google has data until 19 Nov');
    const calls = screen.getByRole('tab', { name: /^Phone Calls/ });
    expect(calls.textContent).toBe('Phone Calls 116 +16% vs. before');
    expect(screen.getByText(/2 locations of 3 counted · 1 location still to be read/)).toBeTruthy();
    // The line ends with the counted days; the dotted one goes on.
    const lines = [...(await chart()).querySelectorAll('path')].map((path) => path.getAttribute('d') ?? '');
    expect(lines.filter((line) => line.split('L').length === 2)).toHaveLength(1);
    expect(lines.filter((line) => line.split('L').length === 4)).toHaveLength(1);
  });

  it('have the same in a table, for screen readers always, in which no gap is a zero', async () => {
    const { user } = open();
    const table = await screen.findByRole('table', { name: 'Impressions' });
    expect(rowsOf(table)).toEqual([
      ['Days', 'Impressions', 'Before'],
      ['18 Nov', '58', '50'],
      ['19 Nov', '58', '50'],
      ['20 Nov', 'not counted yet', '50'],
      ['21 Nov', 'not counted yet', '50'],
    ]);
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.queryByRole('img', { name: /^Impressions/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'More metrics' }));
    await user.click(screen.getByRole('button', { name: 'Menu clicks' }));
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe(
      'Menu clicks unknown not comparable',
    );
    expect(rowsOf(screen.getByRole('table', { name: 'Menu clicks' }))[1]).toEqual([
      '18 Nov',
      'unknown',
      'unknown',
    ]);
  });

  it('mark a week that is not whole, and leave it out of the line', async () => {
    const weekly = () => ({
      ...statistics(),
      by: 'week',
      metrics: statistics().metrics.map((series) => ({
        ...series,
        points: series.points.map((point, index) => ({ ...point, isWhole: index === 0 })),
      })),
    });
    open({ 'GET /api/statistics': weekly }, '/dashboard?view=statistics&by=week');
    await chart();
    screen.getByText('Not the whole week');
    expect(rowsOf(screen.getByRole('table', { name: 'Impressions' }))[2]?.[1]).toBe('58 (in part)');
  });

  it('of which only some locations have the last days say how many, and compare these days with nothing', async () => {
    const later = () => {
      const all = statistics();
      return {
        ...all,
        locations: 3,
        locationsToRead: 0,
        metrics: all.metrics.map((series) => ({
          ...series,
          locations: 3,
          points: series.points.map((point, index) => ({
            ...point,
            ...(index === 0 && { locations: 2 }),
            ...(index === 1 && { locations: 3 }),
            ...(index === 2 && { value: 31, before: null, locations: 1 }),
          })),
        })),
      };
    };
    open({ 'GET /api/statistics': later });
    const words = 'Google has data until 19 Nov, later for some locations';
    expect((await chart()).textContent).toContain(words);
    expect((await chart()).textContent).toContain('20 Nov: 31 (in part, 1 of 3 locations)');
    screen.getByText('Not the whole day or not all locations');
    screen.getByText(words);
    screen.getByText('2 to 3 locations of 3 counted · days by UTC');
    expect(rowsOf(screen.getByRole('table', { name: 'Impressions' })).slice(1)).toEqual([
      ['18 Nov', '58 (2 of 3 locations)', '50'],
      ['19 Nov', '58', '50'],
      ['20 Nov', '31 (in part, 1 of 3 locations)', 'not comparable'],
      ['21 Nov', 'not counted yet', '50'],
    ]);
  });

  it('give no change where what was before is of other locations', async () => {
    const other = () => {
      const all = statistics();
      return { ...all, metrics: all.metrics.map((series) => ({ ...series, totalBefore: null })) };
    };
    open({ 'GET /api/statistics': other });
    const calls = await screen.findByRole('tab', { name: /^Phone Calls/ });
    expect(calls.textContent).toBe('Phone Calls 116 not comparable');
  });

  it('compare the locations, those that lost most first, with rating and answered share; what is unknown is no number', async () => {
    const { queries, handler } = recorded(ranking);
    open({ 'GET /api/statistics/locations': handler });
    const table = await screen.findByRole('table', { name: 'Locations by phone calls' });
    expect(queries.at(-1)).toMatchObject({ metric: 'CALLS', order: 'fallen', limit: '10' });
    expect(rowsOf(table)).toEqual([
      ['Location', 'Calls', 'Changelostgained', 'Per 1,000', 'Rating', 'Answered'],
      ['Store code HC-01Market Square', '24', '−24 (−50%)', '24', '4.6 from 128', '75%'],
      [
        'Old Wharf only until 12 Nov',
        'unknown',
        'unknown',
        'unknown',
        '--not available yet',
        '--not available yet',
      ],
    ]);
    screen.getByText(/^vs. 14\W+17 Nov 2026$/);
  });

  it('draw what was lost to the left of the middle and what was gained to the right, the largest change longest', async () => {
    const changes = [-60, -15, 30, 0];
    const [first] = ranking().items;
    open({
      'GET /api/statistics/locations': () => ({
        ...ranking(),
        items: changes.map((change, index) => ({
          ...first,
          locationId: `place-${index}`,
          figures: [{ metric: 'CALLS', value: 100 + change, before: 100, per1000: null }],
        })),
      }),
    });
    const table = within(await screen.findByRole('table', { name: 'Locations by phone calls' }));
    expect(
      table.getAllByRole('cell', { name: /[+−]\d+ |none/ }).map((cell) => {
        const bar = cell.querySelector<HTMLElement>('[style]');
        return [cell.textContent, bar?.className, bar?.style.inlineSize];
      }),
    ).toEqual([
      ['−60 (−60%)', 'lost', '50%'],
      ['−15 (−15%)', 'lost', '12.5%'],
      ['+30 (+30%)', 'gained', '25%'],
      ['none', undefined, undefined],
    ]);
  });

  it('compare in another order, also in the file, and show more of them', async () => {
    const { queries, handler } = recorded(ranking);
    const { user } = open({ 'GET /api/statistics/locations': handler });
    await user.selectOptions(
      await screen.findByRole('combobox', { name: 'Order of the locations' }),
      'Most gained first',
    );
    await user.selectOptions(listBox('Compared with'), 'Not compared');
    await screen.findByRole('table', { name: 'Locations by phone calls' });
    expect(queries.at(-1)).toMatchObject({
      metric: 'CALLS',
      order: 'risen',
      compare: 'before',
      limit: '10',
    });
    expect(fileOf('Comparison of locations (CSV)')).toMatch(
      /^\/api\/statistics\/locations\?.*order=risen&format=csv&workspace=uid-1$/,
    );
    await user.click(screen.getByRole('button', { name: 'Show more locations' }));
    await screen.findByText('The first 100 are shown. The file has all.');
    expect(queries.at(-1)).toMatchObject({ limit: '100' });
    await user.selectOptions(listBox('Order of the locations'), 'Most per 1,000 impressions first');
    await user.selectOptions(listBox('Compared metric'), 'Impressions');
    await screen.findByRole('table', { name: 'Locations by impressions' });
    expect(queries.at(-1)).toMatchObject({ metric: 'IMPRESSIONS', order: 'most' });
    expect(within(listBox('Order of the locations')).queryByRole('option', { name: /per 1,000/ })).toBeNull();
  });

  it('show search words with bounds as such and say once what they mean, new, rising and lost ones, and mark an open month', async () => {
    const { queries, handler } = recorded(words);
    const { user } = open({ 'GET /api/statistics/keywords': handler });
    const table = await screen.findByRole('table', { name: 'Search words' });
    expect(rowsOf(table)).toEqual([
      ['Word', 'Searches', 'October', 'Change'],
      ['bakery near me', '2,310', '–', 'new'],
      ['dentist open saturday', '187', '180', '+4%'],
      ['kiln class', 'under 15', '–', ''],
      ['rye bread', '40+', '12', 'rising'],
      // Two lower bounds have no difference.
      ['seeded loaf', '57+', '50+', ''],
      ['wholemeal', 'under 15 each', '30', ''],
      ['old mill', '–', '30', 'lost'],
    ]);
    screen.getByText(
      '40+ means at least 40: where a location has fewer than 15 searches for a word, Google doesn’t say how many.',
    );
    screen.getByRole('option', { name: 'Nov 2026, still open' });
    await user.selectOptions(listBox('Month'), 'Oct 2026');
    expect(screen.queryByRole('searchbox', { name: 'Search words' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Find' }));
    await user.selectOptions(listBox('Which words'), 'Lost words');
    await user.type(screen.getByRole('searchbox', { name: 'Search words' }), 'mill');
    await screen.findByRole('button', { name: 'Show more words' });
    await waitFor(() =>
      expect(queries.at(-1)).toEqual({ month: '2026-10', change: 'lost', search: 'mill', limit: '10' }),
    );
    expect(fileOf('Search words (CSV)')).toBe(
      '/api/statistics/keywords?month=2026-10&search=mill&change=lost&format=csv&workspace=uid-1',
    );
    // Closed again, all words are there.
    await user.click(screen.getByRole('button', { name: 'Find' }));
    expect(fileOf('Search words (CSV)')).toBe(
      '/api/statistics/keywords?month=2026-10&format=csv&workspace=uid-1',
    );
  });

  it('say at how many locations the search words were read, and look again until it is all', async () => {
    setClock('2026-11-22T10:00:00Z', 'UTC', { timers: true });
    const all = words().items;
    let read: { locationsToRead: number; items: object[] } = { locationsToRead: 3, items: [] };
    const { handler, queries } = recorded(() => ({ ...words(), ...read }));
    open({ 'GET /api/statistics/keywords': handler });
    const shown = (text: string) => until(() => screen.queryByText(text));
    await shown('No search words have been read for this month yet.');
    read = { locationsToRead: 2, items: all.map((word) => ({ ...word, before: null, change: null })) };
    await advance(3_000);
    await shown(
      '1 of 3 locations read so far. Until all are, numbers grow, and nothing is compared with the month before.',
    );
    read = { locationsToRead: 0, items: all };
    await advance(90_000);
    await shown('3 locations read');
    const asked = queries.length;
    await advance(180_000);
    expect(queries).toHaveLength(asked);
  });

  it('compare the locations again until all are read', async () => {
    setClock('2026-11-22T10:00:00Z', 'UTC', { timers: true });
    let read: { locationsToRead: number; items?: object[] } = { locationsToRead: 3, items: [] };
    open({ 'GET /api/statistics/locations': () => ({ ...ranking(), ...read }) });
    await until(() => screen.queryByText('Google’s figures are still being read.'));
    read = { locationsToRead: 0 };
    await advance(3_000);
    await until(() => screen.queryByRole('link', { name: 'Old Wharf' }));
  });

  it('show the first figures within seconds of their reading, and look every 30 s at least', async () => {
    setClock('2026-11-22T10:00:00Z', 'UTC', { timers: true });
    let answer: () => object = () => ({ ...noStatistics(), locations: 8, locationsToRead: 8 });
    const { handler, queries } = recorded(() => answer());
    open({ 'GET /api/statistics': handler });
    const isReading = () => screen.queryByRole('heading', { name: 'Google’s figures are still being read' });
    await until(isReading);
    await advance(600_000);
    const before = queries.length;
    await advance(60_000);
    expect(queries.length - before).toBe(2);
    expect(isReading()).not.toBeNull();
    answer = statistics;
    await advance(30_000);
    await until(() => !isReading());
    await chart();
  });

  it('mark what was changed and posted on the chart, and list it in words, without a claim', async () => {
    open();
    const days = within(await screen.findByRole('list', { name: 'Days with changes' }));
    const lines = days.getAllByRole('listitem').filter((each) => !each.querySelector('li'));
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      'Business hours changed at 3 locations',
      '1 post published at 1 location',
      'Campaign “Autumn buns”: 14 posts at 14 locations',
    ]);
    screen.getByText(/may not be why the figures moved/);
    expect((await chart()).querySelectorAll('[data-event]')).toHaveLength(2);
    expect(fileOf('Changes in this period (CSV)')).toMatch(
      /^\/api\/statistics\/timeline\?.*format=csv&workspace=uid-1$/,
    );
  });

  it('ask the server for what is chosen, also for the file, and keep it in the address', async () => {
    const { queries, handler } = recorded(statistics);
    const { user, address } = open({ 'GET /api/statistics': handler });
    await chart();
    expect(queries.at(-1)).toEqual({ from: '2026-10-25', to: '2026-11-21', by: 'day', compare: 'before' });
    screen.getByRole('option', { name: 'Against the 28 days before', selected: true });
    await user.selectOptions(listBox('By'), 'By week');
    await user.selectOptions(listBox('Period'), 'Last 12 months');
    await user.selectOptions(listBox('Compared with'), 'Against a year before');
    await waitFor(() =>
      expect(queries.at(-1)).toEqual({ from: '2025-11-22', to: '2026-11-21', by: 'week', compare: 'year' }),
    );
    expect(fileOf('Figures by week (CSV)')).toBe(
      '/api/statistics?from=2025-11-22&to=2026-11-21&by=week&compare=year&format=csv&workspace=uid-1',
    );
    expect(address()).toBe('/dashboard?view=statistics&by=week&period=365&compare=year');
  });

  it('take days of one’s own, and say why some cannot be shown', async () => {
    const { queries, handler } = recorded(statistics);
    const { user } = open({ 'GET /api/statistics': handler });
    await chart();
    await user.selectOptions(listBox('Period'), 'Custom dates');
    const from = screen.getByLabelText('From');
    expect(from).toHaveProperty('value', '2026-10-25');
    // The first digit of a year is not a day yet, and stays as it is typed.
    fireEvent.change(from, { target: { value: '0002-09-01' } });
    expect(from).toHaveProperty('value', '0002-09-01');
    fireEvent.change(from, { target: { value: '2026-09-01' } });
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ from: '2026-09-01', to: '2026-11-21' }));
    fireEvent.change(from, { target: { value: '2024-09-01' } });
    await screen.findByText('At most 550 days can be shown at once.');
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2024-08-01' } });
    await screen.findByText('The last day must not be before the first.');
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull();
  });

  it('are of one location, an account or a selection, one at a time', async () => {
    const { queries, handler } = recorded(statistics);
    const compared = recorded(ranking);
    const { user, address } = open({
      'GET /api/statistics': handler,
      'GET /api/statistics/locations': compared.handler,
    });
    await chart();
    for (const name of ['Hearth & Crumb Bakeries', 'North']) await screen.findByRole('option', { name });
    await user.selectOptions(
      listBox('Account or selection'),
      screen.getByRole('option', { name: 'Hearth & Crumb Bakeries' }),
    );
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ accountId: 'account-1' }));
    await user.selectOptions(listBox('Account or selection'), 'North');
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ selectionId: SELECTION }));
    expect(queries.at(-1)).not.toHaveProperty('accountId');
    expect(compared.queries.at(-1)).toMatchObject({ selectionId: SELECTION });
    await user.click(listBox('Location'));
    await user.click(await screen.findByRole('option', { name: /Market Square/ }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ locationIds: 'location-1' }));
    // One location is compared with all.
    expect(compared.queries.at(-1)).not.toHaveProperty('locationIds');
    expect(address()).toBe('/dashboard?view=statistics&location=location-1');
    await screen.findByRole('img', { name: /^Impressions, Hearth & Crumb, Market Square, / });
  });

  it('have on a phone a button for the place and one for the period, with their choices in a sheet', async () => {
    const { queries, handler } = recorded(statistics);
    const { user, address } = open(
      {
        'GET /api/statistics': handler,
        'GET /api/selections/labels': () => ({ items: [] }),
        'POST /api/selections/matches': () => ({ items: [], matched: 0, unknownStoreCodes: [] }),
      },
      undefined,
      { narrow: true },
    );
    await chart();
    expect(screen.queryByRole('combobox', { name: 'Period' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '28 days, by day' }));
    const days = within(screen.getByRole('dialog', { name: 'Which days' }));
    await user.selectOptions(days.getByRole('combobox', { name: 'Period' }), 'Last 3 months');
    await user.selectOptions(days.getByRole('combobox', { name: 'By' }), 'By week');
    await user.click(days.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ from: '2026-08-23', by: 'week' }));
    screen.getByRole('button', { name: '3 months, by week' });

    await user.click(screen.getByRole('button', { name: 'All locations' }));
    const places = within(screen.getByRole('dialog', { name: 'Which locations' }));
    await places.findByRole('option', { name: 'North' });
    await user.selectOptions(places.getByRole('combobox', { name: 'Account or selection' }), 'North');
    await user.click(places.getByRole('button', { name: 'Done' }));
    await user.click(await screen.findByRole('button', { name: 'North' }));
    expect(address()).toBe(`/dashboard?view=statistics&period=91&by=week&selection=${SELECTION}`);

    // No dialog upon a dialog.
    await user.click(
      within(screen.getByRole('dialog', { name: 'Which locations' })).getByRole('button', {
        name: 'Select locations',
      }),
    );
    await screen.findByRole('dialog', { name: 'Choose locations' });
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  it('are of several locations that are chosen for this look alone', async () => {
    const { queries, handler } = recorded(statistics);
    const chosenId = '00000000-0000-4000-8000-000000000078';
    const matches = {
      items: [
        {
          locationId: 'place-2',
          locationName: 'Old Wharf',
          storeCode: null,
          address: null,
          state: 'VERIFIED',
        },
      ],
      matched: 1,
      unknownStoreCodes: [],
    };
    const { user, server } = open({
      'GET /api/statistics': handler,
      'GET /api/selections/labels': () => ({ items: [] }),
      'POST /api/selections/matches': () => matches,
      'POST /api/selections': () => ({
        id: chosenId,
        name: null,
        isLive: false,
        choice: {},
        locationCount: 1,
      }),
    });
    await chart();
    await user.click(screen.getByRole('button', { name: 'Select locations' }));
    const chooser = within(await screen.findByRole('dialog', { name: 'Choose locations' }));
    await user.click(await chooser.findByRole('checkbox', { name: /Old Wharf/ }));
    await user.click(chooser.getByRole('button', { name: 'Choose 1 location' }));
    await waitFor(() => expect(queries.at(-1)).toMatchObject({ selectionId: chosenId }));
    expect(server.sent('POST /api/selections').map(({ body }) => body)).toEqual([
      { isLive: false, choice: { locationIds: ['place-2'] } },
    ]);
    await screen.findByRole('option', { name: 'Chosen locations', selected: true });
  });

  it('open with a location’s figures from the comparison, in the same period', async () => {
    const { user, address } = open({}, '/dashboard?view=statistics&period=91');
    await user.click(await screen.findByRole('link', { name: 'Old Wharf' }));
    expect(address()).toBe('/dashboard?view=statistics&period=91&location=place-2');
  });

  it('say that a selection is gone, and show all in its place', async () => {
    const gone = () => failWith(404, 'not_found', 'The requested resource was not found.');
    const { user, address } = open(
      {
        'GET /api/statistics': ({ query }) => (query.selectionId ? gone() : statistics()),
        'GET /api/statistics/timeline': ({ query }) => (query.selectionId ? gone() : events()),
      },
      `/dashboard?view=statistics&selection=${SELECTION}`,
    );
    await screen.findByRole('heading', { name: 'These locations aren’t here' });
    await user.click(screen.getByRole('button', { name: 'Show all locations' }));
    await chart();
    expect(address()).toBe('/dashboard?view=statistics');
  });

  it.each([
    ['Google’s figures are still being read', { locations: 8, locationsToRead: 8 }],
    ['Google has no figures for these locations', { locations: 8, locationsToRead: 0 }],
    ['No locations yet', { locations: 0, locationsToRead: 0 }],
  ])('say why there are none: %s', async (title, state) => {
    open({
      'GET /api/statistics': () => ({ ...noStatistics(), ...state }),
      'GET /api/statistics/locations': () => ({ ...ranking(), ...state, items: [], nextCursor: null }),
      'GET /api/statistics/keywords': () => ({
        month: null,
        isOpen: false,
        locations: state.locations,
        locationsToRead: 0,
        months: [],
        matched: 0,
        items: [],
        nextCursor: null,
      }),
      'GET /api/statistics/timeline': () => ({ ...events(), items: [] }),
    });
    await screen.findByRole('heading', { name: title });
    expect(screen.queryByText('0')).toBeNull();
    if (state.locations > 0) {
      await screen.findByText('Google has no search words for this month yet.');
      await screen.findByText(
        state.locationsToRead > 0
          ? 'Google’s figures are still being read.'
          : 'No location has figures in this period.',
      );
      await screen.findByText('Nothing was changed or posted on these days.');
    }
  });

  it.each(['reconnect', 'no_quota'] as const)(
    'stay while the connection is in the state %s, and say that none can be read',
    async (state) => {
      let isRead = true;
      const { user } = open({
        ...answersOfConnected({ state, hasAccess: false }),
        'GET /api/statistics': () => (isRead ? statistics() : noStatistics()),
      });
      await chart();
      isRead = false;
      await user.selectOptions(listBox('By'), 'By month');
      await screen.findByRole('heading', { name: 'Google’s figures couldn’t be read yet' });
    },
  );

  it('say that they could not be loaded when the specified tries are over, and try again', async () => {
    setClock('2026-11-22T10:00:00Z', 'UTC', { timers: true });
    let fails = true;
    const orFail =
      <Answer,>(answer: () => Answer) =>
      () =>
        fails ? failWith(500, 'internal', 'An unexpected error occurred.') : answer();
    const { user } = open({
      'GET /api/statistics': orFail(statistics),
      'GET /api/statistics/locations': orFail(ranking),
      'GET /api/statistics/keywords': orFail(words),
      'GET /api/statistics/timeline': orFail(events),
    });
    const trying = () => screen.queryAllByText('This is taking longer than usual. Trying again...');
    for (const pause of [1000, 2000, 4000]) {
      await until(() => trying().length === 4);
      await settled();
      expect(screen.queryByText(/^Failed to load/)).toBeNull();
      await advance(pause);
    }
    await until(() => screen.queryAllByText(/^Failed to load/).length === 4);
    expect(trying()).toEqual([]);
    expect(screen.queryAllByText(/^Failed to load/).map(({ textContent }) => textContent)).toEqual(
      ['the figures', 'the comparison', 'the search words', 'the changes'].map(
        (what) => `Failed to load ${what}. Please try again.`,
      ),
    );
    fails = false;
    for (const button of screen.getAllByRole('button', { name: 'Try Again' })) await user.click(button);
    await until(() => screen.queryByRole('img', { name: /^Impressions, / }));
    for (const name of ['Search words', 'Locations by phone calls'])
      await until(() => screen.queryByRole('table', { name }));
    await until(() => screen.queryByRole('list', { name: 'Days with changes' }));
  });
});

describe('The overview', () => {
  it('has the four sums of the last 28 days of all locations, from the same figures', async () => {
    const { queries, handler } = recorded(({ metrics }) => ({
      ...statistics(),
      metrics: statistics().metrics.filter(({ metric }) => metrics?.split(',').includes(metric)),
    }));
    open({ 'GET /api/statistics': handler }, '/dashboard');
    const panel = within(await screen.findByRole('region', { name: 'Last 28 days on Google' }));
    expect(panel.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(
      ['Impressions', 'Phone Calls', 'Website clicks', 'Direction Requests'].map(
        (name) => `${name} 116 +16% vs. before`,
      ),
    );
    panel.getByText(/Google has data until 19 Nov · 2 of 3 locations read/);
    expect(panel.getByRole('link', { name: 'Statistics' }).getAttribute('href')).toBe(
      '/dashboard?view=statistics',
    );
    expect(queries.at(-1)).toMatchObject({ from: '2026-10-25', to: '2026-11-21', compare: 'before' });
  });

  it('gets the first figures within seconds of their reading', async () => {
    setClock('2026-11-22T10:00:00Z', 'UTC', { timers: true });
    let answer: () => object = () => ({ ...noStatistics(), locations: 8, locationsToRead: 8 });
    const { handler, queries } = recorded(() => answer());
    open({ 'GET /api/statistics': handler }, '/dashboard');
    await until(() => queries.length > 0);
    await settled();
    const panel = () => screen.queryByRole('region', { name: 'Last 28 days on Google' });
    expect(panel()).toBeNull();
    answer = statistics;
    await advance(3_000);
    await until(panel);
  });
});
