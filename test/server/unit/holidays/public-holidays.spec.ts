import { beforeAll, describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { type HolidayCalendar, PublicHolidays } from '../../../../dist/server/holidays/public-holidays.js';

/** Public holidays of 12 countries as a second, independent package has them; each row with its source and day. */
const TABLE = readFileSync(new URL('holidays-2026-2028.csv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [country = '', region = '', date = '', name = ''] = line.split(',');
    return { country, region, date, name };
  });

const SUNDAYS_OFF =
  'a Sunday that the law of the canton or region names as well; shops are closed on Sundays';
const STAFF = 'a day of another day off for staff, or of reduced offices; no day on which shops close';

/** Where the two differ, and why. A line: country, region, `-` where ours lacks the day, `+` where it has one more, the day. */
const DIFFERENCES: Record<string, string[]> = {
  'proclaimed for one year, and over': ['GB SCT - 2026-06-15'],
  [SUNDAYS_OFF]: [
    ...['CH ZH + 2026-04-05', 'CH ZH + 2026-05-24', 'CH ZH + 2026-09-20', 'CH ZH + 2027-03-28'],
    ...['CH ZH + 2027-05-16', 'CH ZH + 2027-09-19', 'CH ZH + 2028-04-16', 'CH ZH + 2028-06-04'],
    ...['CH ZH + 2028-09-17', 'CH GE + 2026-04-05', 'CH GE + 2026-05-24', 'CH GE + 2027-03-28'],
    ...['CH GE + 2027-05-16', 'CH GE + 2028-04-16', 'CH GE + 2028-06-04'],
    ...['ES MD + 2026-11-01', 'ES MD + 2026-12-06', 'ES MD + 2027-08-15'],
    ...['ES CT + 2026-11-01', 'ES CT + 2026-12-06', 'ES CT + 2027-08-15', 'ES CT + 2027-12-26'],
  ],
  'regions of Spain set some days for each year by decree; neither package is sure of these': [
    'ES MD - 2027-03-19',
    'ES CT + 2027-05-03',
  ],
  'the first Sunday of November, remembered but worked': ['IT - 2027-11-07', 'IT - 2028-11-05'],
  'banks close, shops do not': ['NL - 2026-04-03', 'NL - 2027-03-26', 'NL - 2028-04-14'],
  [STAFF]: [
    ...['US CA - 2026-02-15', 'US CA - 2026-11-08', 'US CA - 2027-10-29', 'US CA - 2028-02-15'],
    ...['US CA - 2028-10-17'],
    ...['CA ON - 2026-12-28', 'CA ON - 2027-12-27', 'CA ON - 2027-12-28', 'CA ON - 2028-01-03'],
    ...['CA QC - 2027-12-27', 'CA QC - 2028-01-03', 'CA BC - 2027-12-27', 'CA BC - 2028-01-03'],
    ...['CA BC - 2028-10-02'],
    ...['US TX - 2026-03-02', 'US TX - 2026-03-31', 'US TX - 2026-04-03', 'US TX - 2026-04-21'],
    ...['US TX - 2026-08-27', 'US TX - 2027-01-19', 'US TX - 2027-03-02', 'US TX - 2027-03-26'],
    ...['US TX - 2027-03-31', 'US TX - 2027-04-21', 'US TX - 2027-08-27', 'US TX - 2027-12-23'],
    ...['US TX - 2028-01-19', 'US TX - 2028-03-02', 'US TX - 2028-03-31', 'US TX - 2028-04-14'],
    ...['US TX - 2028-04-21', 'US TX - 2028-08-27', 'US TX - 2028-12-22'],
  ],
  'kept by the United States, not by the state': [
    'US TX + 2026-10-12',
    'US TX + 2027-10-11',
    'US TX + 2028-10-09',
  ],
  'kept by the federation’s own offices': ['CA ON + 2026-04-06', 'CA ON + 2027-03-29', 'CA ON + 2028-04-17'],
};

let calendar: HolidayCalendar;
beforeAll(async () => {
  calendar = await new PublicHolidays().load();
});

const at = (regionCode: string | null, postalCode: string | null, administrativeArea: string | null = null) =>
  calendar.regionOf({ regionCode, postalCode, administrativeArea });
const daysOf = (country: string, region: string | null, from: string, to: string) =>
  calendar.between({ country, region, isWhole: true }, { from, to });

describe('public holidays', () => {
  it('of 12 countries from 2026 to 2028 are those of a second package, but for differences with a reason', () => {
    const parts = new Map<string, Set<string>>();
    for (const { country, region, date } of TABLE) {
      const part = `${country} ${region}`.trim();
      parts.set(part, (parts.get(part) ?? new Set()).add(date));
    }
    expect(new Set(TABLE.map(({ country }) => country)).size).toBe(12);
    const found = [...parts].flatMap(([part, theirs]) => {
      const [country = '', region = null] = part.split(' ');
      const ours = new Set(daysOf(country, region, '2026-01-01', '2028-12-31').map(({ date }) => date));
      return [
        ...[...theirs].filter((date) => !ours.has(date)).map((date) => `${part} - ${date}`),
        ...[...ours].filter((date) => !theirs.has(date)).map((date) => `${part} + ${date}`),
      ];
    });
    expect(found.sort()).toEqual(Object.values(DIFFERENCES).flat().sort());
  });

  it('have English names, each day once, and the days of a longer one each', () => {
    expect(daysOf('DE', 'BY', '2026-12-20', '2027-01-10')).toEqual([
      { date: '2026-12-25', name: 'Christmas Day' },
      { date: '2026-12-26', name: 'Boxing Day' },
      { date: '2027-01-01', name: "New Year's Day" },
      { date: '2027-01-06', name: 'Epiphany' },
    ]);
    // It begins at noon on the 19th; the three whole days are holidays.
    expect(daysOf('TR', null, '2026-03-01', '2026-03-31').map(({ date }) => date)).toEqual([
      ...['2026-03-20', '2026-03-21', '2026-03-22'],
    ]);
  });

  it('are none in a country that is not known', () => {
    expect(daysOf('XX', null, '2026-01-01', '2026-12-31')).toEqual([]);
    expect(calendar.between(at(null, null), { from: '2026-01-01', to: '2026-12-31' })).toEqual([]);
  });
});

describe('the region of an address', () => {
  it.each([
    ['GB', 'EH6 5NA', null, 'SCT'],
    ['GB', 'bt1 5gs', null, 'NIR'],
    ['GB', 'TD15 1AA', null, 'ENG'],
    ['GB', 'G2 1AL', null, 'SCT'],
    ['GB', 'GL50 1AA', null, 'ENG'],
    ['ES', '08001', 'Barcelona', 'CT'],
    ['FR', '67000', 'Grand Est', '67'],
    ['DE', '80331', 'Bayern', 'BY'],
    ['DE', '80331', 'Bavaria', 'BY'],
    ['DE', '20095', 'Hamburg', 'HH'],
    ['DE', '01067', 'SN', 'SN'],
    ['CH', '8001', 'Zürich', 'ZH'],
    ['CH', '1201', 'Geneva', 'GE'],
    ['US', '94103', 'CA', 'CA'],
    ['US', '94103', 'California', 'CA'],
    ['US', '94103', 'US-CA', 'CA'],
    ['CA', 'H2Y 1C6', 'Québec', 'QC'],
    ['AU', '2000', 'NSW', 'NSW'],
  ])('%s %s %s is %s', (country, postalCode, area, region) => {
    expect(at(country, postalCode, area)).toEqual({ country, region, isWhole: true });
  });

  it('is that of the whole country where there is no other, and else not known, so that only its days are shown', () => {
    expect(at('IE', 'D02 X285', 'Dublin')).toEqual({ country: 'IE', region: null, isWhole: true });
    expect(at('FR', '75001', 'Île-de-France')).toEqual({ country: 'FR', region: null, isWhole: true });
    expect(at('FR', '97400')).toEqual({ country: 'RE', region: null, isWhole: true });
    expect(at('DE', '80331')).toEqual({ country: 'DE', region: null, isWhole: false });
    expect(at('GB', null)).toEqual({ country: 'GB', region: null, isWhole: false });
    expect(at('XX', null)).toEqual({ country: 'XX', region: null, isWhole: false });
  });
});
