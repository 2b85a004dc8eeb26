import { countOf, figure } from '../lib/count-of';
import { durationWords } from '../lib/duration-words';
import { FIELD_NAMES } from '../listings/field-values';
import { type BulkField, changeOf, type BulkForm, BULK_FIELDS } from './bulk-form';
import type { BulkChange, BulkEdit } from './bulk-types';

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

/** How long an edit takes, as the beginning of a sentence: 'About 5 minutes'. */
export function planWords({ seconds, days }: BulkEdit['plan']): string {
  return `About ${days === null ? durationWords(seconds) : countOf(days, 'day')}`;
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
