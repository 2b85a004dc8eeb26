import type { SpecialPeriod } from '../../business-profile/port/location.js';
import { toPeriods, toSpecialPeriods } from '../../business-profile/translation/google-hours.js';
import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { toOpenStatus } from '../../business-profile/translation/mapping.js';
import { dateWords } from '../../config/date-words.js';
import { dayAfter, lengthOf } from '../../config/days.js';
import { frozen } from '../../config/frozen.js';
import { USUAL_LANGUAGE } from '../../config/language.js';
import { usualHours } from '../../holidays/usual-hours.js';
import {
  type AdviceRule,
  type Cure,
  evidenceAt,
  type Fault,
  inLocations,
  SEVERITIES,
  titled,
} from './rule.js';

const SPECIAL_HOURS = 'specialHours';
const ROWS = 'specialHours.specialHourPeriods';
const STATUS = 'openInfo.status';
/** Closed for so many days in a row is closed temporarily, by Google. */
const MAX_CLOSED_DAYS = 6;

function specialOf({ specialHours }: GoogleLocation): SpecialPeriod[] {
  return toSpecialPeriods(specialHours?.specialHourPeriods ?? []);
}

function isOpen({ openInfo }: GoogleLocation): boolean {
  return toOpenStatus(openInfo?.status) === 'OPEN';
}

/** One finding for each date. */
export const holidayUnset = frozen({
  id: 'holiday-unset',
  severity: SEVERITIES.missing,
  field: 'specialHours',
  source: 'holiday-hours',
  title: 'Add hours for a holiday',
  why: 'Google asks to confirm the hours of public holidays, even if they stay the same.',
  task: (count, date = '') => `Add hours for ${dateWords(date, USUAL_LANGUAGE)}: ${inLocations(count)}`,
  judge({ google, holidays }) {
    // Google takes special hours only beside regular ones.
    if (!isOpen(google) || !google.regularHours?.periods?.length) return 'not_applicable';
    if (holidays === 'unknown') return 'unknown';
    const said = new Set(specialOf(google).map(({ date }) => date));
    const faults = holidays
      .filter(({ date }) => !said.has(date))
      .map(({ date, name }): Fault => ({
        evidence: [evidenceAt(google, SPECIAL_HOURS, `has no ${date} (${name})`)],
        cure: { kind: 'holidays', dates: [date] },
        group: date,
      }));
    return faults.length > 0 ? faults : 'met';
  },
} as const satisfies AdviceRule);

export const specialTooLong = frozen({
  id: 'special-too-long',
  severity: SEVERITIES.breaks,
  field: 'openStatus',
  source: 'holiday-hours',
  title: 'Mark it as temporarily closed',
  why: 'Google takes special hours for at most six closed days in a row, and “Temporarily closed” for more.',
  task: titled('Mark as temporarily closed'),
  judge({ google, today }) {
    const special = specialOf(google);
    if (!isOpen(google) || special.length === 0) return 'not_applicable';
    const run = closedRuns(google, special).find(({ to }) => to >= today);
    if (run === undefined) return 'met';
    const says = `is closed for ${lengthOf(run)} days in a row, from ${run.from} to ${run.to}`;
    // Before its first day it is still open.
    const cure: Cure =
      run.from <= today
        ? { kind: 'change', field: 'openStatus', value: 'CLOSED_TEMPORARILY' }
        : { kind: 'field', field: 'openStatus' };
    return { evidence: [evidenceAt(google, ROWS, says)], cure };
  },
} as const satisfies AdviceRule);

/** Where special hours close a location for more days in a row than Google takes, days of rest in between included. */
function closedRuns(
  google: GoogleLocation,
  special: readonly SpecialPeriod[],
): { from: string; to: string }[] {
  const { periods } = toPeriods(google);
  const closed = [...new Set(special.filter(({ isClosed }) => isClosed).map(({ date }) => date))].sort();
  const said = new Set(special.map(({ date }) => date));
  const isRest = (date: string) =>
    !said.has(date) &&
    usualHours(periods.length > 0 ? { periods } : null, date)?.every((day) => day.isClosed) === true;
  const runs: { from: string; to: string }[] = [];
  for (const date of closed) {
    const last = runs.at(-1);
    if (last && restsUntil(last.to, date, isRest)) last.to = date;
    else runs.push({ from: date, to: date });
  }
  return runs.filter((run) => lengthOf(run) > MAX_CLOSED_DAYS);
}

/** Whether all days between two dates are days of rest. */
function restsUntil(from: string, to: string, isRest: (date: string) => boolean): boolean {
  let day = dayAfter(from);
  while (day < to && isRest(day)) day = dayAfter(day);
  return day === to;
}

export const closedButBusy = frozen({
  id: 'closed-but-busy',
  severity: SEVERITIES.inconsistent,
  field: 'openStatus',
  source: 'closures',
  title: 'Check whether it is closed',
  why: 'The location is marked as closed, and has special hours in which it is open.',
  task: titled('Check whether it is closed'),
  judge({ google, today }) {
    if (isOpen(google)) return 'not_applicable';
    const open = specialOf(google).find(({ date, isClosed }) => !isClosed && date >= today);
    if (open === undefined) return 'met';
    return {
      evidence: [
        evidenceAt(google, STATUS, 'says that it is closed'),
        evidenceAt(google, ROWS, `has opening hours on ${open.date}`),
      ],
      cure: { kind: 'field', field: 'openStatus' },
    };
  },
} as const satisfies AdviceRule);
