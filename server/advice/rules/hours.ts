import type { OpeningPeriod } from '../../business-profile/port/location.js';
import { DAYS } from '../../business-profile/port/location.js';
import { isLodging } from '../../business-profile/port/lodging.js';
import { toPeriods } from '../../business-profile/translation/google-hours.js';
import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { idOf, toOpenStatus } from '../../business-profile/translation/mapping.js';
import { DAY_MINUTES } from '../../config/durations.js';
import { frozen } from '../../config/frozen.js';
import { type AdviceRule, type Cure, type Evidence, evidenceAt, SEVERITIES, titled } from './rule.js';
import { isOftenAlwaysOpen } from './words/generic-categories.js';

const HOURS = 'regularHours';
const OPEN_FIELD: Cure = frozen({ kind: 'field', field: 'regularHours' });
const WEEK_MINUTES = DAYS.length * DAY_MINUTES;
const SHORT_MINUTES = 30;
const LONG_MINUTES = 20 * 60;

/** The ids of the categories: `gcid:gym`. */
function categoryIdsOf({ categories }: GoogleLocation): string[] {
  const all = [categories?.primaryCategory, ...(categories?.additionalCategories ?? [])];
  return all.flatMap((category) => (category ? [idOf(category)] : []));
}

export const hoursMissing = frozen({
  id: 'hours-missing',
  severity: SEVERITIES.missing,
  field: 'regularHours',
  source: 'local-ranking',
  title: 'Add opening hours',
  why: 'Customers need to know when this location is open.',
  task: titled('Add opening hours'),
  judge(facts) {
    const { google } = facts;
    const isVisiting = google.serviceArea?.businessType === 'CUSTOMER_LOCATION_ONLY';
    if (isVisiting || toOpenStatus(google.openInfo?.status) !== 'OPEN') return 'not_applicable';
    // Google has no regular hours for places to stay.
    if (isLodging(categoryIdsOf(google)[0])) return 'not_applicable';
    if (google.regularHours?.periods?.length) return 'met';
    const common = facts.siblings.commonHours(facts);
    const says = common
      ? `is empty, and ${common.count} of the ${common.others} others of the brand have the same hours`
      : 'is empty';
    const cure: Cure = common ? { kind: 'change', field: 'regularHours', value: common.hours } : OPEN_FIELD;
    return { evidence: [evidenceAt(google, HOURS, says)], cure };
  },
} as const satisfies AdviceRule);

export const hoursOdd = frozen({
  id: 'hours-odd',
  severity: SEVERITIES.inconsistent,
  field: 'regularHours',
  source: 'guidelines',
  title: 'Check the opening hours',
  why: 'These hours look like a slip: open at all hours of the week, hardly at all, or nearly around the clock on one day.',
  task: titled('Check the opening hours'),
  judge({ google }) {
    if (!google.regularHours?.periods?.length) return 'not_applicable';
    const { periods, unreadable } = toPeriods(google);
    // Their places in the payload are known only if none was left out.
    if (unreadable.length > 0) return 'unknown';
    const evidence = isAlwaysOpen(periods) ? alwaysOpen(google) : oddPeriods(google, periods);
    return evidence.length > 0 ? { evidence, cure: OPEN_FIELD } : 'met';
  },
} as const satisfies AdviceRule);

function isAlwaysOpen(periods: readonly OpeningPeriod[]): boolean {
  return periods.reduce((sum, period) => sum + lengthOf(period), 0) >= WEEK_MINUTES;
}

/** Being always open is odd only where neither the category nor the name says so. */
function alwaysOpen(google: GoogleLocation): Evidence[] {
  const ids = categoryIdsOf(google);
  const isUsual = ids.some((id) => isLodging(id) || isOftenAlwaysOpen(id)) || /24/.test(google.title ?? '');
  return isUsual ? [] : [evidenceAt(google, HOURS, 'is open at all hours of the week')];
}

function oddPeriods(google: GoogleLocation, periods: readonly OpeningPeriod[]): Evidence[] {
  const lengths = periods.map(lengthOf);
  const isLong = (minutes: number) => minutes > LONG_MINUTES && minutes % DAY_MINUTES !== 0;
  // What several days have is meant so.
  const isLongOnce = lengths.filter(isLong).length === 1;
  return lengths.flatMap((minutes, index) => {
    const isOdd = minutes < SHORT_MINUTES || (isLongOnce && isLong(minutes));
    return isOdd ? [evidenceAt(google, `${HOURS}.periods[${index}]`, `is ${inWords(minutes)} long`)] : [];
  });
}

/** How long a period is. One that closes when it opens lasts until the week after. */
function lengthOf({ openDay, openTime, closeDay, closeTime }: OpeningPeriod): number {
  const length = minuteOf(closeDay, closeTime) - minuteOf(openDay, openTime);
  return length > 0 ? length : length + WEEK_MINUTES;
}

function minuteOf(day: OpeningPeriod['openDay'], time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return DAYS.indexOf(day) * DAY_MINUTES + hours * 60 + minutes;
}

function inWords(minutes: number): string {
  if (minutes < 60) return `${minutes} minutes`;
  const rest = minutes % 60;
  return rest === 0 ? `${minutes / 60} hours` : `${Math.floor(minutes / 60)} hours ${rest} minutes`;
}
