import { describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { failWith, type Handlers } from '../../support/fake-server.js';
import { renderPage } from '../../support/page.js';
import { answersOfConnected } from '../business-profile/builders.js';
import { account, list, location } from '../listings/builders.js';

const METRICS = [
  'IMPRESSIONS',
  'IMPRESSIONS_SEARCH',
  'IMPRESSIONS_MAPS',
  'IMPRESSIONS_DESKTOP',
  'IMPRESSIONS_MOBILE',
  'CALLS',
  'WEBSITE_CLICKS',
  'DIRECTIONS',
  'BOOKINGS',
  'FOOD_MENU_CLICKS',
];
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
      figures: [
        { metric: 'IMPRESSIONS', value: 1000, before: 900, per1000: null },
        { metric: 'CALLS', value: 24, before: 48, per1000: 24 },
      ],
    },
  ],
  nextCursor: null,
});

const words = () => ({
  month: '2026-11',
  isOpen: true,
  months: ['2026-11', '2026-10'],
  matched: 2,
  nextCursor: null,
  items: [
    {
      word: 'bakery near me',
      figure: { value: 2310, fewerThan: null, locationsBelow: 0 },
      before: null,
      change: 'new',
    },
    {
      word: 'kiln class',
      figure: { value: null, fewerThan: 15, locationsBelow: 1 },
      before: null,
      change: null,
    },
  ],
});

function open(answers: Handlers = {}, address = '/dashboard?view=statistics') {
  return renderPage(address, {
    answers: {
      ...answersOfConnected(),
      'GET /api/accounts': () => ({ items: [account()] }),
      'GET /api/locations': () => list([location()]),
      'GET /api/statistics': statistics,
      'GET /api/statistics/locations': ranking,
      'GET /api/statistics/keywords': words,
      ...answers,
    },
  });
}

describe('Statistics', () => {
  it('show a metric as a line with a gap where Google has not counted, and each as a sum with its change', async () => {
    open();
    const chart = await screen.findByRole('img', {
      name: /^Impressions, 18 November 2026 to 21 November 2026$/,
    });
    expect(chart.textContent).toContain('Google has data until 19 Nov');
    const calls = screen.getByRole('button', { name: /^Phone Calls/ });
    expect(calls.textContent).toBe('Phone Calls116+16% against before');
    expect(screen.getByText(/2 locations of 3 counted · 1 location still to be read/)).toBeTruthy();
  });

  it('have the same in a table, for screen readers always, in which no gap is a zero', async () => {
    const { user } = open();
    const table = await screen.findByRole('table', { name: 'Impressions' });
    const rows = within(table)
      .getAllByRole('row')
      .map(({ textContent }) => textContent);
    expect(rows[1]).toContain('58');
    expect(rows[4]).toContain('not counted yet');
    await user.click(screen.getByRole('radio', { name: 'Table' }));
    expect(screen.queryByRole('img', { name: /^Impressions/ })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'More metrics' }), 'Menu clicks');
    expect(screen.getByRole('table', { name: 'Menu clicks' }).textContent).toContain('unknown');
  });

  it('compare the locations, and show search words with bounds as such', async () => {
    open();
    const locations = await screen.findByRole('table', { name: 'Locations by phone calls' });
    expect(locations.textContent).toMatch(/Market Square.*24.*−50%/);
    const table = await screen.findByRole('table', { name: 'Search words' });
    expect(table.textContent).toMatch(/bakery near me.*2,310.*new/);
    expect(table.textContent).toMatch(/kiln class.*fewer than 15/);
    expect(screen.getByRole('option', { name: 'November 2026, still open' })).toBeTruthy();
  });

  it('ask the server for what is chosen, also for the file', async () => {
    const asked: string[] = [];
    const { user } = open({
      'GET /api/statistics': ({ query }) => {
        asked.push(query.by ?? '');
        return statistics();
      },
    });
    await screen.findByRole('img', { name: /^Impressions/ });
    await user.selectOptions(screen.getByRole('combobox', { name: 'By' }), 'By week');
    expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toMatch(
      /by=week.*format=csv/,
    );
    expect(asked.at(-1)).toBe('week');
  });

  it('say that they could not be loaded, and try again', async () => {
    let fails = true;
    const { user } = open({
      'GET /api/statistics': () =>
        fails ? failWith(404, 'not_found', 'The requested resource was not found.') : statistics(),
    });
    await screen.findByText('Failed to load the figures. Please try again.');
    fails = false;
    await user.click(screen.getAllByRole('button', { name: 'Try Again' })[0]!);
    expect(await screen.findByRole('img', { name: /^Impressions/ })).toBeTruthy();
  });
});
