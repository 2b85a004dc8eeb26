import { describe, expect, it } from '@jest/globals';
import { rulesOfTarget } from '../../../../dist/server/campaigns/plan/campaign-rules.js';
import {
  type CampaignTime,
  faultsOfTime,
  timeAt,
} from '../../../../dist/server/campaigns/plan/campaign-times.js';
import { isOpenOn, nextOpenDay } from '../../../../dist/server/campaigns/plan/open-days.js';
import { type DueCounts, PlanSummary, quotaOf } from '../../../../dist/server/campaigns/plan/plan-summary.js';

const ALWAYS = { weekdays: null, specialDays: [] };
const WEEKDAYS = {
  weekdays: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const,
  specialDays: [],
};
const time = (given: Partial<CampaignTime>): CampaignTime => ({
  wallTime: null,
  publishAt: null,
  timeZone: 'Europe/London',
  spreadMinutes: 0,
  closedDays: 'publish',
  ...given,
});
const at = (given: Partial<CampaignTime>, timeZone: string | null, minutes = 0, hours = ALWAYS as never) =>
  timeAt(time(given), { timeZone, hours }, minutes);

describe('a time of day at each location', () => {
  it.each<[zone: string, wallTime: string, publishAt: string, warnings: string[]]>([
    ['Europe/Berlin', '2027-03-01T09:00', '2027-03-01T08:00:00Z', []],
    ['Asia/Kathmandu', '2027-03-01T09:00', '2027-03-01T03:15:00Z', []],
    // Clocks go forward: as much later.
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00Z', ['skipped-hour']],
    ['Europe/Berlin', '2027-03-28T03:00', '2027-03-28T01:00:00Z', []],
    ['Europe/Berlin', '2027-03-27T02:30', '2027-03-27T01:30:00Z', []],
    // Clocks go back: the first of the two.
    ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00Z', ['doubled-hour']],
    ['Europe/Berlin', '2027-10-31T02:00', '2027-10-31T00:00:00Z', ['doubled-hour']],
    ['Europe/Berlin', '2027-10-31T03:00', '2027-10-31T02:00:00Z', []],
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00Z', ['skipped-hour']],
    ['America/New_York', '2027-11-07T01:30', '2027-11-07T05:30:00Z', ['doubled-hour']],
    ['Australia/Lord_Howe', '2027-04-04T01:45', '2027-04-03T14:45:00Z', ['doubled-hour']],
  ])('in %s, %s', (zone, wallTime, publishAt, warnings) => {
    const found = at({ wallTime }, zone);
    expect(found).toEqual({
      wallTime,
      publishAt: new Date(publishAt),
      startsAt: new Date(publishAt),
      leftOut: undefined,
      warnings,
    });
  });

  it('is not guessed where the zone is not known', () => {
    expect(at({ wallTime: '2027-03-01T09:00' }, null)).toMatchObject({
      publishAt: null,
      leftOut: 'zone-unknown',
    });
  });

  it('is its own minute in a spread', () => {
    expect(at({ wallTime: '2027-03-01T23:50' }, 'Europe/Berlin', 30)).toMatchObject({
      wallTime: '2027-03-02T00:20',
      publishAt: new Date('2027-03-01T23:20:00Z'),
      startsAt: new Date('2027-03-01T22:50:00Z'),
    });
  });
});

describe('an instant for all', () => {
  const publishAt = new Date('2027-10-31T00:30:00Z');

  it('stays one whatever the clocks do, and needs no zone', () => {
    expect(at({ publishAt }, 'Europe/Berlin')).toMatchObject({
      publishAt,
      wallTime: '2027-10-31T02:30',
      warnings: [],
    });
    expect(at({ publishAt }, null, 15)).toMatchObject({
      publishAt: new Date('2027-10-31T00:45:00Z'),
      startsAt: publishAt,
      wallTime: null,
    });
  });

  it('moves to the same time of day at the location on its next open day', () => {
    const sunday = at({ publishAt, closedDays: 'move' }, 'Europe/Berlin', 0, WEEKDAYS as never);
    expect(sunday).toMatchObject({ publishAt: new Date('2027-11-01T01:30:00Z'), warnings: ['moved'] });
  });
});

describe('a closed day', () => {
  const saturday = { wallTime: '2027-03-06T09:00' };

  it('leaves the location out, or moves its post, or changes nothing, as the campaign says', () => {
    const found = (closedDays: CampaignTime['closedDays']) =>
      at({ ...saturday, closedDays }, 'Europe/London', 0, WEEKDAYS as never);
    expect(found('publish')).toMatchObject({ leftOut: undefined, warnings: [] });
    expect(found('skip')).toMatchObject({ leftOut: 'closed-that-day' });
    const moved = found('move');
    expect(moved).toMatchObject({ wallTime: '2027-03-08T09:00', leftOut: undefined, warnings: ['moved'] });
    const target = { leftOut: null, warnings: moved.warnings, wallTime: moved.wallTime };
    const reasons = ['en-US', 'de-DE'].map((language) => rulesOfTarget(target, language)[0]?.reason);
    expect(reasons).toEqual([
      'This location is closed that day, so its post goes out on Monday, March 8.',
      'This location is closed that day, so its post goes out on Montag, 8. März.',
    ]);
  });

  it('is one by special hours first, then by regular ones; without hours there is none', () => {
    const [friday, saturdayDate] = [5, 6].map((day) => ({ year: 2027, month: 3, day }));
    const special = (date: string, isClosed: boolean) => ({
      ...WEEKDAYS,
      specialDays: [{ date, isClosed }],
    });
    expect(isOpenOn(WEEKDAYS, friday!)).toBe(true);
    expect(isOpenOn(WEEKDAYS, saturdayDate!)).toBe(false);
    expect(isOpenOn(special('2027-03-05', true), friday!)).toBe(false);
    expect(isOpenOn(special('2027-03-06', false), saturdayDate!)).toBe(true);
    expect(isOpenOn(ALWAYS, saturdayDate!)).toBe(true);
    expect(nextOpenDay({ weekdays: [], specialDays: [] }, friday!)).toBeUndefined();
    expect(nextOpenDay(special('2027-03-08', true), saturdayDate!)).toEqual({ year: 2027, month: 3, day: 9 });
  });
});

describe('the time of a campaign', () => {
  const now = new Date('2027-03-01T12:00:00Z');
  const faults = (given: Partial<CampaignTime>) =>
    faultsOfTime(time(given), now).map(({ field, message }) => `${field}: ${message}`);

  it('has passed only when it has passed everywhere', () => {
    expect(faults({ wallTime: '2027-03-01T00:01' })).toEqual([]);
    expect(faults({ wallTime: '2027-03-01T00:00' })).toEqual([
      'time.wallTime: Publish time must be in the future',
    ]);
    expect(faults({ publishAt: now })).toEqual(['time.publishAt: Publish time must be in the future']);
  });

  it.each(['2027-02-31T09:00', '2027-02-29T09:00', '2027-04-31T09:00'])(
    'is on a day that exists: %s',
    (wallTime) => expect(faults({ wallTime })).toEqual(['time.wallTime: This day doesn’t exist']),
  );
});

it('A plan names its first and its last post, also where all are due at once', () => {
  const summary = new PlanSummary({ timeZone: 'Europe/London' });
  const publishAt = new Date('2027-03-01T09:00:00Z');
  for (const locationName of ['Ahornallee', 'Market Square', 'Old Wharf'])
    summary.add({ publishAt, timeZone: null, locationName }, 'Two loaves');
  expect(summary.result(new Map(), { capacity: 50, perMinute: 240 })).toMatchObject({
    first: { locationName: 'Ahornallee' },
    last: { locationName: 'Old Wharf' },
  });
});

describe('the rush of a plan', () => {
  const NINE = Date.parse('2027-03-01T09:00:00Z');
  const minute = (number: number) => NINE + number * 60_000;
  const text = (at_: number) => new Date(at_).toISOString();
  const rushOf = (own: DueCounts, others: DueCounts) =>
    quotaOf(own, others, { capacity: 50, perMinute: 240 });

  it('is the minute in which most is due, and is over when the quota has let it out', () => {
    const own = new Map([
      [minute(0), 290],
      [minute(10), 20],
    ]);
    expect(rushOf(own, new Map())).toEqual({
      perMinute: 240,
      busiestAt: text(minute(0)),
      busiestCount: 290,
      doneAt: text(minute(1)),
    });
    expect(rushOf(own, new Map([[minute(10), 500]]))).toMatchObject({
      busiestAt: text(minute(10)),
      busiestCount: 520,
    });
    expect(rushOf(new Map([[minute(3), 2]]), new Map())).toMatchObject({ doneAt: text(minute(3)) });
    expect(rushOf(new Map(), new Map([[minute(0), 9]]))).toMatchObject({ busiestAt: null, doneAt: null });
  });

  it('waits for what is still on its way from before', () => {
    // 50 at once, 240 in this minute, and 240 in the next one.
    const { doneAt } = rushOf(new Map([[minute(1), 240]]), new Map([[minute(0), 290]]));
    expect(doneAt).toBe(text(minute(2)));
  });

  it('is let out in at most 290 posts in any minute', () => {
    const { doneAt } = rushOf(new Map([[minute(0), 10_000]]), new Map());
    expect((Date.parse(doneAt ?? '') - NINE) / 60_000).toBeCloseTo((10_000 - 50) / 240);
  });
});
