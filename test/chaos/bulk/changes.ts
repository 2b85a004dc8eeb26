import type { FieldChanges } from 'gbp-simulator';
import type { BulkChangeDto } from '../../../dist/server/bulk-edits/bulk-change.dto.js';
import type { SpecialPeriodDto } from '../../../dist/server/listings/location-hours.dto.js';
import type { Below } from '../changes/values.ts';

const DAY_MS = 86_400_000;
const WEEKDAYS = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY'] as const;
/** Edits are about few dates, so that they meet on the same ones. */
const DATES = 6;
const FIRST_DAY = 20;

/** What an edit gives a field, and what its owner, or Google, gives it elsewhere. */
interface Field {
  ours: (below: Below, number: number) => BulkChangeDto;
  theirs: (below: Below, number: number) => FieldChanges;
}

/** All fields that many locations can get at once. */
const FIELDS: Record<string, Field> = {
  specialHours: {
    ours: (below) => {
      const mode = below(5) === 0 ? 'replace' : 'merge';
      const periods = specialDays(below);
      const clear = dateIn(FIRST_DAY + DATES + below(3));
      return {
        specialHours: { mode, periods, ...(mode === 'merge' && below(3) === 0 && { clear: [clear] }) },
      };
    },
    theirs: (below, number) => ({
      specialHours: {
        specialHourPeriods: [
          {
            startDate: toDate(dateIn(FIRST_DAY + below(DATES))),
            openTime: { hours: 9, minutes: number % 60 },
            endDate: undefined,
            closeTime: { hours: 12 + below(8) },
          },
        ],
      },
    }),
  },
  holidays: {
    ours: (below) => ({
      holidays: [
        { answer: 'closed', dates: [dateIn(FIRST_DAY + below(DATES))], isFill: below(2) === 0 },
        {
          answer: 'hours',
          hours: [{ openTime: '10:00', closeTime: `1${3 + below(6)}:00` }],
          dates: [dateIn(FIRST_DAY + DATES + below(DATES))],
          isFill: false,
        },
      ],
    }),
    theirs: () => ({ specialHours: null }),
  },
  regularHours: {
    ours: (below, number) => ({
      regularHours: {
        periods: weekdays(below).map((day) => ({
          openDay: day,
          openTime: `0${7 + below(2)}:${twoDigits(number % 60)}`,
          closeDay: day,
          closeTime: '17:30',
        })),
      },
    }),
    theirs: (below, number) => ({ regularHours: { periods: googleWeek(below, number) } }),
  },
  moreHours: {
    ours: (below, number) => ({
      moreHours: [
        {
          hoursTypeId: 'PICKUP',
          periods: weekdays(below).map((day) => ({
            openDay: day,
            openTime: `09:${twoDigits(number % 60)}`,
            closeDay: day,
            closeTime: '16:00',
          })),
        },
      ],
    }),
    theirs: (below, number) => ({
      moreHours: [{ hoursTypeId: 'PICKUP', periods: googleWeek(below, number) }],
    }),
  },
  openStatus: {
    ours: (below) => ({ openStatus: below(3) ? 'CLOSED_TEMPORARILY' : 'OPEN' }),
    theirs: (below) => ({ openInfo: { status: below(3) ? 'OPEN' : 'CLOSED_TEMPORARILY' } }),
  },
  phoneNumber: {
    ours: (_below, number) => ({ phoneNumber: phone(number) }),
    theirs: (_below, number) => ({ phoneNumbers: { primaryPhone: phone(number + 500) } }),
  },
  websiteUri: {
    ours: (below, number) => ({
      websiteUri: below(2)
        ? `https://www.example.com/here/${number}?store={storeCode}`
        : `{website}?at=${number}`,
    }),
    theirs: (_below, number) => ({ websiteUri: `https://www.example.com/elsewhere/${number}` }),
  },
  description: {
    ours: (_below, number) => ({ description: `{name} in {city}. Ask for offer ${number}.` }),
    theirs: (_below, number) => ({ profile: { description: `Café and counter. Elsewhere ${number}.` } }),
  },
  labels: {
    ours: (below, number) => ({
      labels: { add: [`edit ${number}`], remove: below(2) ? ['parcels'] : [`edit ${number - 3}`] },
    }),
    theirs: (_below, number) => ({ labels: ['parcels', `elsewhere ${number}`] }),
  },
};

/** A change of one to three fields, chosen at random. @param number makes its values different from all others */
export function randomChange(below: Below, number: number): { fields: string[]; change: BulkChangeDto } {
  const fields = distinct(below, Object.keys(FIELDS), 1 + below(3)).filter(
    // Answers for holidays are special hours.
    (field, _index, all) => field !== 'holidays' || !all.includes('specialHours'),
  );
  const change = Object.assign(
    {},
    ...fields.map((field) => FIELDS[field]!.ours(below, number)),
  ) as BulkChangeDto;
  return { fields, change };
}

/** A value that somebody elsewhere gives a field. */
export function valueElsewhere(field: string, below: Below, number: number): FieldChanges {
  return FIELDS[field]!.theirs(below, number);
}

/** So many different ones of a list, in any order. */
export function distinct<Item>(below: Below, list: readonly Item[], count: number): Item[] {
  const left = [...list];
  return Array.from({ length: Math.min(count, list.length) }, () => left.splice(below(left.length), 1)[0]!);
}

function specialDays(below: Below): SpecialPeriodDto[] {
  const days = distinct(below, [...Array(DATES).keys()], 1 + below(3));
  return days.map((day) => {
    const date = dateIn(FIRST_DAY + day);
    return below(2)
      ? { date, isClosed: true, openTime: null, closeTime: null, closeDate: null }
      : { date, isClosed: false, openTime: '10:00', closeTime: `1${2 + below(8)}:00`, closeDate: date };
  });
}

function weekdays(below: Below) {
  return WEEKDAYS.slice(0, 3 + below(3));
}

function googleWeek(below: Below, number: number) {
  return weekdays(below).map((openDay) => ({
    openDay,
    openTime: { hours: 10, minutes: number % 60 },
    closeDay: openDay,
    closeTime: { hours: 18 },
  }));
}

function phone(number: number): string {
  return `+44 1632 960${String(number % 1000).padStart(3, '0')}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}

function dateIn(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
}

function toDate(date: string) {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  return { year, month, day };
}
