import { afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { figure } from '../../../client/lib/count-of.js';
import { readersLanguage, writeFor } from '../../../client/lib/language.js';
import {
  clockWords,
  dateTimeWords,
  dayHeading,
  dayNumber,
  dayWords,
  daysWords,
  longDayWords,
  monthWords,
  offsetName,
  periodWords,
  relativeWords,
  weekdayWords,
  zoneName,
  zoneNameBetween,
} from '../../../client/lib/time-words.js';

/** Replaces thin spaces with normal ones. */
const plain = (text: string | undefined) => text?.replaceAll(/[\u2009\u202f]/g, ' ');

const NOW = new Date('2026-11-21T10:00:00Z');

beforeAll(() => writeFor({ language: 'en-GB' }));

describe('A time zone', () => {
  it.each([
    ['Europe/Berlin', '2026-11-21T10:00:00Z', 'Europe/Berlin, GMT+1'],
    ['Europe/Berlin', '2026-07-21T10:00:00Z', 'Europe/Berlin, GMT+2'],
    ['Asia/Kolkata', '2026-11-21T10:00:00Z', 'Asia/Kolkata, GMT+5:30'],
    ['America/New_York', '2026-11-21T10:00:00Z', 'America/New York, GMT-5'],
  ])('is named with its offset at the time: %s at %s', (timeZone, instant, words) => {
    expect(zoneName(new Date(instant), timeZone)).toBe(words);
  });

  it('is named with both offsets for a period in which the clocks change', () => {
    const [october, november, december] = ['2026-10-01', '2026-11-01', '2026-12-01'].map(
      (day) => new Date(day),
    );
    expect(zoneNameBetween(october!, november!, 'Europe/Berlin')).toBe('Europe/Berlin, GMT+2, then GMT+1');
    expect(zoneNameBetween(november!, december!, 'Europe/Berlin')).toBe('Europe/Berlin, GMT+1');
  });

  it('has two offsets in the hour that comes twice', () => {
    const both = ['2027-10-31T00:30:00Z', '2027-10-31T01:30:00Z'].map((instant) => new Date(instant));
    expect(both.map((instant) => offsetName(instant, 'Europe/Berlin'))).toEqual(['GMT+2', 'GMT+1']);
  });
});

describe('The reader’s language', () => {
  afterEach(() => writeFor({ language: 'en-GB' }));

  const instant = new Date('2026-11-21T14:55:00Z');
  const period = {
    start: { date: '2026-11-21', time: '18:00' },
    end: { date: '2026-11-21', time: '20:00' },
  };

  it.each([
    ['en-GB', 'Sat 21 Nov 2026, 14:55', '23 to 29 November 2026', '21 Nov 2026, 18:00–20:00', '10,000'],
    [
      'en-US',
      'Sat, Nov 21, 2026, 2:55 PM',
      'November 23 to 29, 2026',
      'Nov 21, 2026, 6:00 – 8:00 PM',
      '10,000',
    ],
    [
      'de-DE',
      'Sa., 21. Nov. 2026, 14:55',
      '23. to 29. November 2026',
      '21. Nov. 2026, 18:00–20:00 Uhr',
      '10.000',
    ],
    [
      'th-TH',
      'เสาร์ 21 พ.ย. 2026, 14:55',
      '23 to 29 พฤศจิกายน 2026',
      '21 พ.ย. 2026 18:00 น. – 20:00 น.',
      '10,000',
    ],
  ])('has one rule for all, by our calendar: %s', (language, moment, days, times, number) => {
    writeFor({ language });
    expect(plain(dateTimeWords(instant, 'UTC'))).toBe(moment);
    expect(plain(daysWords('2026-11-23', '2026-11-29'))).toBe(days);
    expect(plain(periodWords(period, { withTimes: true }))).toBe(times);
    expect(figure(10_000)).toBe(number);
  });

  it.each([
    [['de-DE', 'en'], 'de-DE'],
    [['EN-gb'], 'en-GB'],
    // System names that some browsers report, which are no valid tags.
    [['en-US@posix'], 'en-US'],
    [['C'], 'en-US'],
    [['tlh'], 'en-US'],
    [[], 'en-US'],
  ])('is that of the browser for a person without one: %j is %s', (languages, language) => {
    const browser = jest.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
    writeFor({ language: null });
    expect(readersLanguage()).toBe(language);
    browser.mockRestore();
  });
});

describe('A time of day', () => {
  afterEach(() => writeFor({ language: 'en-GB' }));

  it.each([
    ['en-GB', '07:05', '07:05'],
    ['de-DE', '17:30', '17:30'],
    ['en-US', '07:05', '7:05 AM'],
    ['en-US', '17:30', '5:30 PM'],
    ['fi-FI', '24:00', '24.00'],
    ['en-GB', '24:00', '24:00'],
    ['en-US', '24:00', '12:00 AM'],
  ])('is written as the reader’s language does: %s, %s', (language, time, words) => {
    writeFor({ language });
    expect(plain(clockWords(time))).toBe(words);
  });
});

describe('An instant', () => {
  it('is shown in the zone', () => {
    const instant = new Date('2026-11-21T23:05:00Z');
    expect(dateTimeWords(instant, 'Asia/Kolkata')).toBe('Sun 22 Nov 2026, 04:35');
    expect(dateTimeWords(instant, 'America/New_York')).toBe('Sat 21 Nov 2026, 18:05');
    expect(dayWords(instant, 'Asia/Kolkata')).toBe('22 Nov 2026');
  });

  it.each([
    [0, 'now'],
    [29, 'now'],
    [31, 'in 1 min'],
    [-31, '1 min ago'],
    [59 * 60 + 31, 'in 1 h'],
    [3 * 3600, 'in 3 h'],
    [3600 + 20 * 60, 'in 1 h 20 min'],
    [86_400 + 5 * 3600 + 20 * 60, 'in 1 d 5 h'],
    [12 * 86_400 + 5 * 3600, 'in 12 d'],
    [-2 * 86_400, '2 d ago'],
  ])('that is %d s away: %s', (seconds, words) => {
    expect(relativeWords(new Date(NOW.getTime() + seconds * 1000), NOW)).toBe(words);
  });
});

describe('A day of the calendar', () => {
  it('is shown in full, as a number, and by its weekday', () => {
    expect(longDayWords('2026-11-21')).toBe('Saturday 21 November 2026');
    expect(dayHeading('2026-11-21', '2026-11-21')).toBe('Today, Saturday 21 November');
    expect(dayHeading('2026-11-21', '2026-11-20')).toBe('Tomorrow, Saturday 21 November');
    expect(dayHeading('2026-11-21', '2026-11-22')).toBe('Yesterday, Saturday 21 November');
    expect(dayHeading('2026-11-21', '2026-11-23')).toBe('Saturday 21 November');
    expect(dayHeading('2027-01-01', '2026-12-31')).toBe('Tomorrow, Friday 1 January 2027');
    expect(dayNumber('2026-11-21')).toBe('21');
    expect(dayNumber('2026-12-01')).toBe('1 Dec');
    expect(weekdayWords('2026-11-21')).toEqual({ short: 'Sat', long: 'Saturday' });
    expect(monthWords('2026-11')).toBe('November 2026');
  });
});

describe('The period of an event', () => {
  const start = { date: '2026-11-21', time: '18:00' };

  it.each([
    ['within a day', { date: '2026-11-21', time: '20:30' }, '21 Nov 2026, 18:00–20:30'],
    ['over days', { date: '2026-11-23', time: '09:00' }, '21 Nov 2026, 18:00 – 23 Nov 2026, 09:00'],
    ['without an end yet', { date: '', time: '' }, '21 Nov 2026, 18:00'],
    ['with an end before its start', { date: '2026-11-20', time: '09:00' }, '21 Nov 2026, 18:00'],
  ])('%s', (_, end, words) => {
    expect(plain(periodWords({ start, end }, { withTimes: true }))).toBe(words);
  });

  it('of an offer has only days', () => {
    const end = { date: '2026-11-28', time: '23:59' };
    expect(plain(periodWords({ start, end }, { withTimes: false }))).toBe('21 – 28 Nov 2026');
  });

  it('is undefined without a start', () => {
    const unset = { date: '', time: '' };
    expect(periodWords({ start: unset, end: unset }, { withTimes: true })).toBeUndefined();
  });
});
