import type { SpecialPeriod } from '../business-profile/port/location.js';
import { toSpecialPeriods } from '../business-profile/translation/google-hours.js';
import type { GoogleLocation } from '../business-profile/translation/google-types.js';
import { idOf, toRegularHours } from '../business-profile/translation/mapping.js';
import { dayAfter } from '../config/days.js';
import { usualHours } from '../holidays/usual-hours.js';
import type { BulkChange, BulkSpecialHours, HolidayRun } from './bulk-change.js';
import { hoursOn } from './special-hours-merge.js';

/** How many answers a draft can have in all. */
export const MOST_RUNS = 2000;

/** A change as it is for one location: the answers for holidays become the special hours that they stand for there. */
export function changeAt(change: BulkChange, google: GoogleLocation): BulkChange {
  const { holidays, ...rest } = change;
  return holidays === undefined ? change : { ...rest, specialHours: hoursAt(holidays, google) };
}

/** The dates for which a location is answered, in their order. */
export function holidayDatesAt({ holidays = [] }: BulkChange, locationId: string): string[] {
  return [...new Set(runsAt(holidays, locationId).flatMap(({ dates }) => dates))].sort();
}

/** The answers for a location, in their order. */
function runsAt(runs: readonly HolidayRun[], locationId: string): HolidayRun[] {
  let index = indexes.get(runs);
  if (!index) indexes.set(runs, (index = indexOf(runs)));
  return [...index.ofAll, ...(index.byLocation.get(locationId) ?? [])]
    .sort((one, other) => one - other)
    .map((place) => runs[place]!);
}

/** Where in a list the answers of all locations stand, and those that name a location. */
interface RunIndex {
  ofAll: number[];
  byLocation: Map<string, number[]>;
}

/** Thousands of answers are looked up for thousands of locations. */
const indexes = new WeakMap<readonly HolidayRun[], RunIndex>();

function indexOf(runs: readonly HolidayRun[]): RunIndex {
  const index: RunIndex = { ofAll: [], byLocation: new Map() };
  for (const [place, { locationIds }] of runs.entries()) {
    if (!locationIds) index.ofAll.push(place);
    for (const id of new Set(locationIds)) {
      const places = index.byLocation.get(id);
      if (places) places.push(place);
      else index.byLocation.set(id, [place]);
    }
  }
  return index;
}

/** A change with more answers for holidays, which count before those that it has. */
export function withAnswers(change: BulkChange, added: readonly HolidayRun[]): BulkChange {
  return { ...change, holidays: [...(change.holidays ?? []), ...added] };
}

/** Of several answers for a date the last one counts. */
function hoursAt(runs: readonly HolidayRun[], google: GoogleLocation): BulkSpecialHours {
  const present = toSpecialPeriods(google.specialHours?.specialHourPeriods ?? []);
  const answers = new Map<string, SpecialPeriod[]>();
  for (const run of runsAt(runs, idOf(google)))
    for (const date of run.dates)
      if (!run.isFill || hoursOn(present, date) === null) answers.set(date, periodsOf(run, google, date));
  return { mode: 'merge', periods: [...answers.values()].flat() };
}

function periodsOf(
  { answer, hours = [] }: HolidayRun,
  google: GoogleLocation,
  date: string,
): SpecialPeriod[] {
  const closed = { date, isClosed: true, openTime: null, closeTime: null, closeDate: null };
  // Without regular hours Google takes no special ones, so that the location is left out whatever stands here.
  if (answer === 'as_usual') return usualHours(toRegularHours(google), date) ?? [closed];
  if (answer === 'closed') return [closed];
  return hours.map(({ openTime, closeTime }) => ({
    ...{ date, isClosed: false, openTime, closeTime },
    closeDate: closeTime > openTime ? date : dayAfter(date),
  }));
}
