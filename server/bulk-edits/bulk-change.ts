import type { LocationChange, SpecialPeriod } from '../business-profile/port/location.js';

export const SPECIAL_HOURS_MODES = Object.freeze(['merge', 'replace'] as const);

/** Special hours for many locations. `merge`: only the dates that are named change. `replace`: all others go. */
export interface BulkSpecialHours {
  mode: (typeof SPECIAL_HOURS_MODES)[number];
  periods: SpecialPeriod[];
  /** Dates whose special hours go. */
  clear?: string[];
}

export const FILLED_ANSWERS = Object.freeze(['closed', 'hours', 'as_usual'] as const);

/** One answer for dates at locations, as it is filled into the table of holidays. */
export interface HolidayRun {
  /** `as_usual`: the regular hours of that day, as special hours. */
  answer: (typeof FILLED_ANSWERS)[number];
  /** With `hours` alone. `HH:mm`; a period that closes before it opens closes on the next day. */
  hours?: { openTime: string; closeTime: string }[];
  dates: string[];
  /** Undefined: all locations. */
  locationIds?: string[];
  /** Whether dates that have special hours already stay as they are. */
  isFill: boolean;
}

/** What changes at each of many locations. The description and the website may have variables. */
export interface BulkChange extends Pick<
  LocationChange,
  'regularHours' | 'moreHours' | 'description' | 'websiteUri' | 'phoneNumber' | 'openStatus'
> {
  specialHours?: BulkSpecialHours;
  /** Answers for holidays, in place of `specialHours`; for the same date the last one counts. */
  holidays?: HolidayRun[];
  labels?: { add: string[]; remove: string[] };
}

/** The fields that a bulk edit can change, in the order in which they are shown. */
export const BULK_FIELDS = Object.freeze([
  'specialHours',
  'regularHours',
  'moreHours',
  'openStatus',
  'phoneNumber',
  'websiteUri',
  'description',
  'labels',
] as const satisfies (keyof BulkChange)[]);
export type BulkField = (typeof BULK_FIELDS)[number];

/** The fields of a change. */
export function fieldsOf(change: BulkChange): BulkField[] {
  return BULK_FIELDS.filter(
    (field) => change[field] !== undefined || (field === 'specialHours' && change.holidays !== undefined),
  );
}

/** The dates that a change of special hours is about, in their order. */
export function datesOf({ periods, clear = [] }: BulkSpecialHours): string[] {
  return [...new Set([...periods.map(({ date }) => date), ...clear])].sort();
}
