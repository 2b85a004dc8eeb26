import { countOf, figure } from '../lib/count-of';
import { daysIn } from '../lib/formats';
import { FIELD_NAMES } from '../listings/field-values';
import { type BulkField, changeOf, type BulkForm, BULK_FIELDS } from './bulk-form';
import type { BulkChange, BulkEdit } from './bulk-types';

/** A day above its hours: 'Thu 24 Dec'. */
export const dayOfAnswer = daysIn({ weekday: 'short', day: 'numeric', month: 'short' });

/** The fields of a change: 'Special hours, Website'. */
export function fieldsWords(change: BulkChange): string {
  return BULK_FIELDS.filter((field) => change[field] !== undefined)
    .map((field) => FIELD_NAMES[field])
    .join(', ');
}

/** How many fields a form changes: '3 fields at 452 locations'. */
export function reachWords(form: BulkForm, chosen: number | undefined): string {
  const fields = countOf(Object.keys(changeOf(form)).length, 'field');
  return chosen === undefined ? fields : `${fields} at ${countOf(chosen, 'location')}`;
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How long an edit takes, as the beginning of a sentence: 'About 5 minutes'. */
export function durationWords({ seconds, days }: BulkEdit['plan']): string {
  if (days !== null) return `About ${countOf(days, 'day')}`;
  if (seconds < 1.5 * MINUTE) return 'About a minute';
  if (seconds < 1.5 * HOUR) return `About ${countOf(Math.round(seconds / MINUTE), 'minute')}`;
  return `About ${countOf(Math.round(seconds / HOUR), 'hour')}`;
}

/** What does not change, after the number that does: '31 are already so, 9 are left out'. Empty if all change. */
export function restWords({ same, leftOut }: BulkEdit['counts']): string {
  const is = (count: number) => (count === 1 ? 'is' : 'are');
  return [
    same > 0 && `${figure(same)} ${is(same)} already so`,
    leftOut > 0 && `${figure(leftOut)} ${is(leftOut)} left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** What fields without a choice say of what is there. */
export const REPLACES = 'Replaces what is there';

/** What a part of the form is called. */
export const partName = (field: BulkField): string => FIELD_NAMES[field];
