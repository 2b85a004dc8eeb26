import { describe, expect, it } from '@jest/globals';
import { instantsAt, startOfDay, toWallTime } from '../../../client/lib/wall-time.js';

const at = (date: string, time: string, timeZone: string) =>
  instantsAt({ date, time }, timeZone).map((instant) => instant.toISOString());

describe('The instant of a local time', () => {
  it.each([
    ['America/New_York', '2026-03-08', '01:59', '2026-03-08T06:59:00.000Z'],
    ['America/New_York', '2026-03-08', '03:00', '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01', '00:59', '2026-11-01T04:59:00.000Z'],
    ['America/New_York', '2026-11-01', '02:00', '2026-11-01T07:00:00.000Z'],
    ['Europe/Berlin', '2026-11-21', '14:55', '2026-11-21T13:55:00.000Z'],
    ['Asia/Kolkata', '2026-11-21', '14:55', '2026-11-21T09:25:00.000Z'],
    ['Asia/Kathmandu', '2026-12-01', '00:00', '2026-11-30T18:15:00.000Z'],
    ['Pacific/Kiritimati', '2027-01-01', '00:00', '2026-12-31T10:00:00.000Z'],
    ['Pacific/Pago_Pago', '2026-12-31', '23:59', '2027-01-01T10:59:00.000Z'],
    ['UTC', '2028-02-29', '12:00', '2028-02-29T12:00:00.000Z'],
  ])('is usually one: %s %s %s', (timeZone, date, time, instant) => {
    expect(at(date, time, timeZone)).toEqual([instant]);
  });

  it.each([
    ['America/New_York', '2026-03-08', '02:30'],
    ['Europe/Berlin', '2027-03-28', '02:00'],
    ['Europe/Berlin', '2027-03-28', '02:30'],
    ['Europe/Berlin', '2027-03-28', '02:59'],
    // Half an hour is skipped there.
    ['Australia/Lord_Howe', '2026-10-04', '02:15'],
    // A whole day was skipped.
    ['Pacific/Apia', '2011-12-30', '10:00'],
  ])('does not exist if the clocks skip it: %s %s %s', (timeZone, date, time) => {
    expect(at(date, time, timeZone)).toEqual([]);
  });

  it.each([
    ['America/New_York', '2026-11-01', '01:30', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['Europe/Berlin', '2027-10-31', '02:30', '2027-10-31T00:30:00.000Z', '2027-10-31T01:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-04-04', '01:45', '2027-04-03T14:45:00.000Z', '2027-04-03T15:15:00.000Z'],
  ])('are two if the clocks show it twice: %s %s %s', (timeZone, date, time, first, second) => {
    expect(at(date, time, timeZone)).toEqual([first, second]);
  });

  it('does not exist on Lord Howe Island for half an hour only', () => {
    expect(at('2026-10-04', '02:30', 'Australia/Lord_Howe')).toEqual(['2026-10-03T15:30:00.000Z']);
  });

  it.each([
    ['', '10:00'],
    ['2026-11-21', ''],
    ['12345-01-01', '10:00'],
  ])('does not exist for empty fields: %j %j', (date, time) => {
    expect(at(date, time, 'Europe/Berlin')).toEqual([]);
  });
});

describe('The start of a day', () => {
  it.each([
    ['Europe/Berlin', '2026-11-21', '2026-11-20T23:00:00.000Z'],
    // The day on which the clocks go forward, and the next one.
    ['Europe/Berlin', '2027-03-28', '2027-03-27T23:00:00.000Z'],
    ['Europe/Berlin', '2027-03-29', '2027-03-28T22:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-21', '2026-11-20T18:15:00.000Z'],
    // Midnight is skipped in Cairo, and comes twice in Havana.
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00.000Z'],
    // A skipped day begins with the next one.
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z'],
  ])('%s %s', (timeZone, day, instant) => {
    expect(startOfDay(day, timeZone).toISOString()).toBe(instant);
  });
});

describe('The local time of an instant', () => {
  it.each([
    ['2026-11-21T23:15:00Z', 'Europe/Berlin', '2026-11-22', '00:15'],
    ['2026-11-21T23:15:00Z', 'America/New_York', '2026-11-21', '18:15'],
    ['2026-11-21T23:15:59Z', 'Asia/Kathmandu', '2026-11-22', '05:00'],
    ['2026-11-21T00:00:00Z', 'UTC', '2026-11-21', '00:00'],
    // Before and after the clocks go forward on one day.
    ['2027-03-28T00:59:00Z', 'Europe/Berlin', '2027-03-28', '01:59'],
    ['2027-03-28T01:00:00Z', 'Europe/Berlin', '2027-03-28', '03:00'],
    ['2011-12-30T09:59:00Z', 'Pacific/Apia', '2011-12-29', '23:59'],
    ['2011-12-30T10:00:00Z', 'Pacific/Apia', '2011-12-31', '00:00'],
  ])('%s in %s', (instant, timeZone, date, time) => {
    expect(toWallTime(new Date(instant), timeZone)).toEqual({ date, time });
  });
});
