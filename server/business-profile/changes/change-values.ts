import { toWords } from '../translation/google-hours.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { toLocationDetails } from '../translation/mapping.js';
import type { LocationDetails, MoreHours, OpeningPeriod, SpecialPeriod } from '../port/location.js';
import {
  type ChangeField,
  NOWHERE,
  type ProfileField,
  type RawValue,
  withValues,
} from '../translation/profile-fields.js';

/** A value of a field as it is shown, in the one member that suits it; all are null where there is none. */
export interface ChangeValue {
  text: string | null;
  items: string[] | null;
  hours: OpeningPeriod[] | null;
  specialHours: SpecialPeriod[] | null;
  moreHours: MoreHours[] | null;
}

const NONE: ChangeValue = Object.freeze({
  text: null,
  items: null,
  hours: null,
  specialHours: null,
  moreHours: null,
});

/** Whether Google lists a location in one of the owner's accounts. */
export type Presence = 'LISTED' | 'NOT_LISTED';

/** @param google the location as last read; undefined if the mirror does not have it */
export function presenceOf(google: GoogleLocation | undefined): Presence {
  return google ? 'LISTED' : 'NOT_LISTED';
}

/** A value in Google's shape as it is shown. */
export function toChangeValue(field: ChangeField, value: RawValue): ChangeValue {
  if (value === null || value === undefined) return NONE;
  if (field === 'presence') return { ...NONE, text: value as Presence };
  const location = toLocationDetails(withValues(NOWHERE, new Map([[field, value]])), '', 'UNVERIFIED');
  return { ...NONE, ...shown(field, location) };
}

function shown(
  field: ProfileField,
  location: Omit<LocationDetails, 'basis' | 'readAt'>,
): Partial<ChangeValue> {
  switch (field) {
    case 'regularHours':
      return { hours: location.regularHours?.periods ?? null };
    case 'specialHours':
      return { specialHours: location.specialHours?.periods ?? null };
    case 'moreHours':
      return { moreHours: location.moreHours };
    case 'categoryIds':
      return { items: location.categories.map(({ id, name }) => name || toWords(id.replace(/^gcid:/, ''))) };
    case 'services':
      return {
        items: location.services.map(({ name, price }) => (price === null ? name : `${name} · ${price}`)),
      };
    case 'serviceArea':
      return { items: location.serviceArea?.places ?? null };
    case 'labels':
    case 'additionalPhones':
      return { items: location[field] };
    default:
      return { text: location[field] };
  }
}
