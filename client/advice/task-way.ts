import type { BulkChange } from '../bulk-edits/bulk-types';
import type { BulkField } from '../bulk-edits/bulk-form';
import { countOf } from '../lib/count-of';
import type { ProfileField } from '../listings/field-values';
import { viewUrl } from '../lib/views';
import { cureUrl, partOfCure } from './task-addresses';
import type { Cure, Task } from './use-tasks';

/**
 * How a task is done: on Google’s own page, behind a link, in the table of holidays, by an edit of all its locations that is
 * written already (`preview`) or still has to be (`write`), or at each of its locations (`each`).
 */
export type TaskWay =
  | { kind: 'google'; url: string; label: string }
  | { kind: 'link'; to: string; label: string; proposed?: Cure | undefined }
  | { kind: 'holidays'; date: string | undefined; label: string }
  | { kind: 'preview'; change: BulkChange; label: string }
  | { kind: 'write'; field: BulkField; label: string }
  | { kind: 'each'; label: string };

/** Fields that several locations can have alike. */
const ALIKE: readonly ProfileField[] = [
  'websiteUri',
  'description',
  'regularHours',
  'specialHours',
  'moreHours',
  'openStatus',
];

/** What the button says that opens a field. */
const OPENS: Readonly<Partial<Record<ProfileField, string>>> = Object.freeze({
  name: 'Edit the name',
  phoneNumber: 'Enter the number',
  websiteUri: 'Enter the website',
  description: 'Write it',
  categoryIds: 'Choose categories',
  regularHours: 'Set the hours',
  specialHours: 'Set the hours',
  moreHours: 'Set the hours',
});

/** @param canChangeMany whether this server lets many locations be changed at once */
export function wayOf({ cure, locations, first }: Task, canChangeMany: boolean): TaskWay {
  const only = locations === 1 ? first[0]?.locationId : undefined;
  const isOne = only !== undefined;
  switch (cure.kind) {
    case 'google':
      return { kind: 'google', url: cure.url ?? '', label: 'Open on Google' };
    case 'google-edits':
    case 'locks': {
      const [one, many] = cure.kind === 'locks' ? ['lock', 'locks'] : ['edit', 'edits'];
      const to = viewUrl('change-log', { location: only, tab: cure.kind });
      return { kind: 'link', to, label: `Open the ${isOne ? one : many}` };
    }
    case 'holidays':
      return { kind: 'holidays', date: cure.dates[0], label: 'Open in Holidays' };
    case 'change':
    case 'field': {
      const change = canChangeMany ? changeOf(cure) : undefined;
      if (change) return { kind: 'preview', change, label: `Preview ${countOf(locations, 'change')}` };
      if (isOne) return { kind: 'link', to: cureUrl(cure, only), label: opens(cure), proposed: cure };
      const field = ALIKE.find((each) => each === cure.field) as BulkField | undefined;
      if (cure.kind === 'field' && field && canChangeMany)
        return { kind: 'write', field, label: opens(cure) };
      return { kind: 'each', label: `Show ${countOf(locations, 'location')}` };
    }
  }
}

/** What the link to the field of a cure says. */
export function opens({ field }: Pick<Cure, 'field'>): string {
  if (partOfCure({ field }) === undefined || field === null) return 'Open location';
  return OPENS[field] ?? 'Edit it';
}

/** The edit of many locations that gives all of them the value of a cure; undefined: their values differ, or it can’t say it. */
function changeOf({ kind, field, after }: Cure): BulkChange | undefined {
  if (kind !== 'change' || !after) return undefined;
  const { text, hours } = after;
  if (field === 'regularHours') return hours ? { regularHours: { periods: hours } } : undefined;
  if (field === 'openStatus')
    return text ? { openStatus: text as NonNullable<BulkChange['openStatus']> } : undefined;
  const isText = field === 'websiteUri' || field === 'description' || field === 'phoneNumber';
  return isText ? { [field]: text } : undefined;
}
