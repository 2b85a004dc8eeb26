import type { Schemas } from '../api/client';
import { longDayWords, monthWords } from '../lib/time-words';
import { STATUS, type Status } from '../ui/basics/labels';
import { formatSpecialHours } from './special-days';
import { formatRuns } from './opening-hours';

/** What a line of the change log is about: a field of a location, or whether Google lists it. */
export type ChangeField = Schemas['ChangeDto']['field'];

/** A field of a location whose changes are logged. */
export type ProfileField = Exclude<ChangeField, 'presence'>;

/** What the fields of a location are called on the screen. */
export const FIELD_NAMES: Readonly<Record<ChangeField, string>> = Object.freeze({
  name: 'Business name',
  storeCode: 'Store code',
  address: 'Address',
  serviceArea: 'Service area',
  phoneNumber: 'Phone number',
  additionalPhones: 'Additional phone numbers',
  websiteUri: 'Website',
  categoryIds: 'Categories',
  openStatus: 'Open or closed',
  openingDate: 'Opening date',
  regularHours: 'Business hours',
  specialHours: 'Special hours',
  moreHours: 'More hours',
  description: 'Description',
  services: 'Services',
  labels: 'Labels',
  presence: 'Listing',
});

/** A field in the middle of a sentence: 'the phone number'. */
export function fieldInSentence(field: ChangeField): string {
  if (field === 'moreHours') return 'more hours';
  return field === 'openStatus' ? 'the opening state' : `the ${FIELD_NAMES[field].toLowerCase()}`;
}

/** A value of a field, as the change log has it; all members are null if it is empty. */
type FieldValue = Schemas['ChangeValueDto'];

/** A text as people read it: states and dates in words. Empty without a text. */
export function textWords(field: string, text: string | null): string {
  if (!text) return '';
  if (field === 'presence') return text === 'LISTED' ? 'Listed by Google' : 'Not listed by Google';
  if (field === 'openStatus') return text === 'OPEN' ? 'Open' : STATUS[text as Status].label;
  if (field !== 'openingDate') return text;
  return text.length === 'yyyy-mm'.length ? monthWords(text) : longDayWords(text);
}

/** A value in words: one line, or several for hours. None if it is empty. */
export function valueLines(
  field: string,
  { text, items, hours, specialHours, moreHours }: FieldValue,
): string[] {
  if (text) return [textWords(field, text)];
  if (items?.length) return [items.join(', ')];
  if (hours) return weekLines(hours);
  if (specialHours)
    return formatSpecialHours(specialHours).map(({ day, lines }) => `${day}: ${lines.join(', ')}`);
  return (
    moreHours?.flatMap(({ name, periods }) => weekLines(periods).map((line) => `${name}, ${line}`)) ?? []
  );
}

const weekLines = (periods: Parameters<typeof formatRuns>[0]) =>
  formatRuns(periods).map(({ days, lines }) => `${days}: ${lines.join(', ')}`);
