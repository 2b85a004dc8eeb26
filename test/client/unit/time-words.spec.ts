import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  clockWords,
  dateTimeWords,
  dayHeading,
  dayNumber,
  dayWords,
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

/** Sets the language of the browser. */
const speak = (language: string): void => {
  Object.defineProperty(navigator, 'language', { value: language, configurable: true });
};

beforeAll(() => speak('en-GB'));

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

describe('A time of day', () => {
  afterEach(() => speak('en-GB'));

  it.each([
    ['en-GB', '07:05', '07:05'],
    ['de-DE', '17:30', '17:30'],
    ['en-US', '07:05', '7:05 am'],
    ['en-US', '17:30', '5:30 pm'],
    ['en-GB', '24:00', '24:00'],
    ['en-US', '24:00', '12:00 am'],
    // System names that some browsers report, which are no valid locales.
    ['en-US@posix', '17:30', '17:30'],
    ['C', '17:30', '17:30'],
  ])('is written as the language of the browser does: %s, %s', (language, time, words) => {
    speak(language);
    expect(plain(clockWords(time))).toBe(words);
    if (time === '17:30') {
      const instant = new Date('2026-11-21T17:30:00Z');
      expect(plain(dateTimeWords(instant, 'UTC'))).toBe(`Sat 21 Nov 2026, ${words}`);
    }
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
