import type { EditedPart } from '../listings/details/location-draft';
import { viewUrl } from '../lib/views';
import { FORM_PARTS } from '../changes/form-parts';
import type { Cure } from './use-tasks';

/** The address of a task among those that are to be done. */
export function taskUrl(key: string): string {
  return `${viewUrl('tasks')}&${new URLSearchParams({ task: key })}`;
}

/** The part of a location's form where a cure is made; undefined: none has its field. */
export function partOfCure({ field }: Pick<Cure, 'field'>): EditedPart | undefined {
  return field === null ? undefined : FORM_PARTS[field];
}

/** The address of a location’s details, with the form open at the field of a cure. */
export function cureUrl({ field }: Pick<Cure, 'field'>, location: string): string {
  const edit = partOfCure({ field });
  const url = viewUrl('location-details', { location, edit });
  return edit && field ? `${url}&${new URLSearchParams({ field })}` : url;
}

/** The address of the table of holidays for the locations of a selection, with a date marked. */
export function holidaysUrl(selection: string, date: string | undefined): string {
  const query = new URLSearchParams({ selection, ...(date && { mark: date }) });
  return `${viewUrl('locations', { tab: 'holidays' })}&${query}`;
}
