import type { Schemas } from '../api/client';
import { isSameHours, toHours, toWeek, type Week } from './hours-model';

type LocationDto = Schemas['LocationDto'];

/** The field by which the API, in its errors too, knows each part of the draft. */
export const API_FIELD = Object.freeze({
  name: 'name',
  address: 'address',
  phoneNumber: 'phoneNumber',
  websiteUri: 'websiteUri',
  categories: 'categoryIds',
  week: 'regularHours',
} as const satisfies Record<keyof LocationDraft, keyof Schemas['UpdateLocationDto']>);

/** A location while it is being edited. */
export interface LocationDraft {
  name: string;
  address: string;
  phoneNumber: string;
  websiteUri: string;
  /** The first is the primary category. */
  categories: Schemas['CategoryDto'][];
  week: Week;
}

/** What the form starts with. */
export function toDraft(location: LocationDto): LocationDraft {
  return {
    name: location.name,
    address: location.address,
    phoneNumber: location.phoneNumber ?? '',
    websiteUri: location.websiteUri ?? '',
    categories: location.categories,
    week: toWeek(location.regularHours),
  };
}

/** The fields in which the draft differs from the location, as the API takes them. */
export function changesOf(location: LocationDto, draft: LocationDraft): Schemas['UpdateLocationDto'] {
  const name = draft.name.trim();
  const address = draft.address.trim();
  const phoneNumber = draft.phoneNumber.trim() || null;
  const websiteUri = draft.websiteUri.trim() || null;
  const categoryIds = draft.categories.map(({ id }) => id);
  const regularHours = toHours(draft.week);
  return {
    ...(name !== location.name && { name }),
    ...(address !== location.address && { address }),
    ...(phoneNumber !== location.phoneNumber && { phoneNumber }),
    ...(websiteUri !== location.websiteUri && { websiteUri }),
    ...(categoryIds.join() !== location.categories.map(({ id }) => id).join() && { categoryIds }),
    ...(!isSameHours(regularHours, location.regularHours) && { regularHours }),
  };
}
