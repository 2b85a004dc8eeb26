import type { World } from 'gbp-simulator';
import type { SpecialPeriodDto } from '../../../dist/server/listings/location-hours.dto.js';

/** What Google has of a location. */
export type Fields = ReturnType<World['location']>['fields'];
type SpecialHours = NonNullable<Fields['specialHours']>;
type SpecialHourPeriod = SpecialHours['specialHourPeriods'][number];

const DAY_MS = 86_400_000;
/** The first of the two dates is so many days ahead, whatever the zone of a location. */
const AHEAD_DAYS = 30;

/** The dates that change, `YYYY-MM-DD`. */
export const DATES = [dateIn(AHEAD_DAYS), dateIn(AHEAD_DAYS + 1)] as const;

/** What the dates get: closed, then open from 10 to 14. */
export const WANTED: SpecialPeriodDto[] = [
  { date: DATES[0], isClosed: true, openTime: null, closeTime: null, closeDate: null },
  { date: DATES[1], isClosed: false, openTime: '10:00', closeTime: '14:00', closeDate: DATES[1] },
];

/** Special hours of an owner: on the first of the dates, and on others, one of them past midnight. */
export function ownSpecialHours(): SpecialHours {
  const [before, past, next] = [AHEAD_DAYS - 4, AHEAD_DAYS + 5, AHEAD_DAYS + 6].map((days) =>
    toDate(dateIn(days)),
  );
  return {
    specialHourPeriods: [
      { startDate: before!, closed: true },
      {
        startDate: toDate(DATES[0]),
        openTime: { hours: 12 },
        endDate: toDate(DATES[0]),
        closeTime: { hours: 15 },
      },
      { startDate: past!, openTime: { hours: 18, minutes: 30 }, endDate: next!, closeTime: { hours: 2 } },
    ],
  };
}

/** The periods of the dates that change, and those of all others, each as Google has them. */
export function partsOf({ specialHours }: Fields): {
  changing: SpecialHourPeriod[];
  others: SpecialHourPeriod[];
} {
  const periods = specialHours?.specialHourPeriods ?? [];
  const isChanging = ({ startDate }: SpecialHourPeriod) => DATES.some((date) => date === textOf(startDate));
  return { changing: periods.filter(isChanging), others: periods.filter((period) => !isChanging(period)) };
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

function toDate(date: string): SpecialHourPeriod['startDate'] {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}

function textOf({ year = 0, month = 0, day = 0 }: SpecialHourPeriod['startDate']): string {
  return [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
}
