import type { Schemas } from '../api/client';
import {
  countCharacters,
  type FieldErrors,
  faultsOf,
  faultsOfDraft,
} from '../listings/details/location-faults';
import { type Week, toHours, toWeek } from '../listings/details/hours-model';
import type { LocationChange, LocationDraft, MoreHoursDraft } from '../listings/details/location-draft';
import { type SpecialDraft, toSpecialDraft, toSpecialHours } from '../listings/details/special-hours-model';
import { withValues } from '../campaigns/campaign-words';
import { DAYS } from '../listings/opening-hours';
import { isBlank } from '../lib/visible-text';
import { MAX_NAME } from '../campaigns/own-name';
import type { BulkChange } from './bulk-types';

/** The fields that can be changed in many locations at once, in the order of the screen. */
export const BULK_FIELDS = Object.freeze([
  'specialHours',
  'websiteUri',
  'description',
  'regularHours',
  'moreHours',
  'phoneNumber',
  'openStatus',
  'labels',
] as const);

export type BulkField = (typeof BULK_FIELDS)[number];

/** Fields that can also be emptied. */
export const REMOVABLE = Object.freeze([
  'websiteUri',
  'description',
  'regularHours',
  'moreHours',
  'phoneNumber',
] as const satisfies BulkField[]);

export type RemovableField = (typeof REMOVABLE)[number];

export function isRemovable(field: BulkField): field is RemovableField {
  return (REMOVABLE as readonly BulkField[]).includes(field);
}

/** What changes, while it is being edited. What was typed for a field stays when the field is not chosen any longer. */
export interface BulkForm {
  /** What the edit is called, for the change log. */
  name: string;
  fields: readonly BulkField[];
  /** Fields that are emptied instead of getting a value. */
  removes: readonly RemovableField[];
  /** Whether special hours replace all that are there, or only those of their dates. */
  mode: 'merge' | 'replace';
  special: SpecialDraft;
  /** Dates, `yyyy-mm-dd`, whose special hours go. */
  clear: readonly string[];
  week: Week;
  moreHours: MoreHoursDraft[];
  websiteUri: string;
  description: string;
  phoneNumber: string;
  openStatus: LocationDraft['openStatus'];
  /** Labels as they were typed, with commas between them. */
  addLabels: string;
  removeLabels: string;
}

/** The business hours of the locations differ, so a special day that is opened begins with a short day. */
export const SHORT_DAYS: Week = toWeek({
  periods: DAYS.map((day) => ({ openDay: day, openTime: '10:00', closeDay: day, closeTime: '14:00' })),
});

/** A form in which nothing is said yet. */
export function emptyForm(): BulkForm {
  return {
    name: '',
    fields: ['specialHours'],
    removes: [],
    mode: 'merge',
    special: toSpecialDraft(null),
    clear: [],
    week: toWeek(null),
    moreHours: [],
    websiteUri: '',
    description: '',
    phoneNumber: '',
    openStatus: 'OPEN',
    addLabels: '',
    removeLabels: '',
  };
}

/** The form for a change that was kept. */
export function formOf(change: BulkChange, name: string | null): BulkForm {
  const { specialHours, regularHours, moreHours, labels } = change;
  return {
    name: name ?? '',
    fields: BULK_FIELDS.filter((field) => change[field] !== undefined),
    removes: REMOVABLE.filter(
      (field) => change[field] === null || (field === 'moreHours' && moreHours?.length === 0),
    ),
    mode: specialHours?.mode ?? 'merge',
    special: toSpecialDraft(specialHours ? { periods: specialHours.periods } : null),
    clear: specialHours?.clear ?? [],
    week: toWeek(regularHours ?? null),
    moreHours: (moreHours ?? []).map(({ hoursTypeId, periods }) => ({
      hoursTypeId,
      name: kindWords(hoursTypeId),
      week: toWeek({ periods }),
    })),
    websiteUri: change.websiteUri ?? '',
    description: change.description ?? '',
    phoneNumber: change.phoneNumber ?? '',
    openStatus: change.openStatus ?? 'OPEN',
    addLabels: labels?.add.join(', ') ?? '',
    removeLabels: labels?.remove.join(', ') ?? '',
  };
}

/** What a kind of hours is called, by its id at Google: `Senior hours`. */
function kindWords(id: string): string {
  const words = id.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The labels in a text, each once. */
export function labelsIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,\n;]/)
        .map((label) => label.trim())
        .filter((label) => label !== ''),
    ),
  ];
}

/** The change that a form stands for. */
export function changeOf(form: BulkForm): BulkChange {
  const whole: Required<{ [Field in BulkField]: BulkChange[Field] }> = {
    specialHours: {
      mode: form.mode,
      periods: toSpecialHours(form.special)?.periods ?? [],
      ...(form.mode === 'merge' && form.clear.length > 0 && { clear: [...form.clear] }),
    },
    websiteUri: form.websiteUri.trim(),
    description: form.description.trim(),
    regularHours: toHours(form.week),
    moreHours: moreHoursOf(form),
    phoneNumber: form.phoneNumber.trim(),
    openStatus: form.openStatus,
    labels: { add: labelsIn(form.addLabels), remove: labelsIn(form.removeLabels) },
  };
  const chosen = BULK_FIELDS.filter((field) => form.fields.includes(field));
  return Object.fromEntries(
    chosen.map((field) => {
      const isRemoved = isRemovable(field) && form.removes.includes(field);
      return [field, isRemoved ? (field === 'moreHours' ? [] : null) : whole[field]];
    }),
  );
}

function moreHoursOf({ moreHours }: BulkForm): Schemas['ChangedMoreHoursDto'][] {
  return moreHours.map(({ hoursTypeId, week }) => ({
    hoursTypeId,
    periods: toHours(week)?.periods ?? [],
  }));
}

/** What stands for the values of a location while an address with variables is checked. */
const SAMPLE = Object.freeze({
  name: 'x',
  city: 'x',
  street: 'x',
  storeCode: 'x',
  website: 'https://www.example.com/',
});

const EMPTY: Readonly<Record<Exclude<BulkField, 'specialHours' | 'openStatus' | 'labels'>, string>> =
  Object.freeze({
    websiteUri: 'Enter an address, or choose to remove it.',
    description: 'Write a description, or choose to remove it.',
    regularHours: 'Open at least one day, or choose to remove the hours.',
    moreHours: 'Add a kind of hours, or choose to remove them all.',
    phoneNumber: 'Enter a phone number, or choose to remove it.',
  });

/** The errors of a form by the API's path. `fields` is that of an edit that changes nothing. */
export function faultsOfForm(form: BulkForm): FieldErrors {
  const change = changeOf(form);
  const faults: Record<string, string> = {};
  if (form.fields.length === 0) faults['fields'] = 'Choose at least one thing to change.';
  if (countCharacters(form.name.trim()) > MAX_NAME)
    faults['name'] = `Name must be at most ${MAX_NAME} characters`;
  for (const field of REMOVABLE) {
    const value = change[field];
    if (value === '' || (form.fields.includes(field) && !form.removes.includes(field) && isNone(value)))
      faults[field] = EMPTY[field];
  }
  if (change.labels && change.labels.add.length + change.labels.remove.length === 0)
    faults['labels.add'] = 'Enter a label to add or to remove.';
  return { ...faults, ...faultsOfValues(change), ...faultsOfSpecial(form, change) };
}

function isNone(value: BulkChange[RemovableField]): boolean {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0);
}

/** The rules that a single location has too, except those that need its own values. */
function faultsOfValues(change: BulkChange): FieldErrors {
  const { websiteUri, description, phoneNumber, regularHours, moreHours } = change;
  const single: LocationChange = {
    ...(websiteUri && { websiteUri: withValues(websiteUri, SAMPLE) }),
    ...(description && !isBlank(description) && { description }),
    ...(phoneNumber && { phoneNumber }),
    ...(regularHours && { regularHours }),
    ...(moreHours && { moreHours }),
  };
  // Dates are checked with the special hours.
  return {
    ...faultsOf(single),
    ...faultsOfDraft(single, { special: toSpecialDraft(null), week: SHORT_DAYS }),
  };
}

function faultsOfSpecial(form: BulkForm, { specialHours }: BulkChange): FieldErrors {
  if (!specialHours) return {};
  // Each location has business hours of its own.
  const found = faultsOfDraft({ specialHours }, { special: form.special, week: SHORT_DAYS });
  if (Object.keys(found).length > 0) return found;
  const saysNothing = specialHours.periods.length === 0 && !specialHours.clear?.length;
  return specialHours.mode === 'merge' && saysNothing ? { specialHours: 'Add at least one day.' } : {};
}
