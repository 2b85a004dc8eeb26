import type { EditedPart } from '../listings/details/location-draft';
import type { ChangeField } from '../listings/field-values';

/** The part of the location's form that edits a field; none for fields that are edited in Google's own editor. */
export const FORM_PARTS: Readonly<Partial<Record<ChangeField, EditedPart>>> = Object.freeze({
  name: 'details',
  phoneNumber: 'details',
  websiteUri: 'details',
  categoryIds: 'details',
  regularHours: 'hours',
  specialHours: 'special-hours',
  moreHours: 'more-hours',
  description: 'description',
  openStatus: 'status',
  openingDate: 'details',
});
