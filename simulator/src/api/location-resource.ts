import type { Location, LocationFields } from '../model.js';
import { CATEGORIES } from '../seed/categories.js';
import type { State } from '../state.js';

/** A location as Google answers it: as its owner wrote it, with what Google knows about it. */
export function toResource(state: State, origin: string, location: Location): Record<string, unknown> {
  return resourceOf(location.fields, location, metadataOf(state, origin, location));
}

/** The same as the public sees it. */
export function toPublicResource(state: State, origin: string, location: Location): Record<string, unknown> {
  return resourceOf(publicFields(location), location, metadataOf(state, origin, location));
}

/** What the public sees: the owner's fields, save those where Google shows something else. */
export function publicFields({ fields, differences }: Location): LocationFields {
  const shown: Record<string, unknown> = { ...fields };
  for (const [name, { value }] of Object.entries(differences)) {
    if (value === undefined) delete shown[name];
    else shown[name] = value;
  }
  return shown as unknown as LocationFields;
}

/** The fields where the public sees something else, by who edited them. */
export function editedFields({ differences }: Location, editedBy: 'owner' | 'google'): string[] {
  return Object.entries(differences)
    .filter(([, difference]) => difference.editedBy === editedBy)
    .map(([name]) => name);
}

/** Whether the place speaks for its business on Google (Voice of Merchant). */
export const hasVoice = ({ verification }: Location): boolean => verification === 'VERIFIED';

function resourceOf(fields: LocationFields, { id }: Location, metadata: object): Record<string, unknown> {
  const { primaryCategory, additionalCategories } = fields.categories;
  return {
    name: `locations/${id}`,
    ...fields,
    categories: {
      primaryCategory: withName(primaryCategory),
      ...(additionalCategories && { additionalCategories: additionalCategories.map(withName) }),
    },
    metadata,
  };
}

function withName({ name }: { name: string }): object {
  return { name, displayName: CATEGORIES[name] };
}

/** As everywhere in Google's JSON, false is left out. */
function metadataOf(state: State, origin: string, location: Location): object {
  const isPublic = location.verification !== 'SUSPENDED' && location.verification !== 'DISABLED';
  const hasPosts = [...state.posts.values()].some(({ locationId }) => locationId === location.id);
  return {
    ...(hasVoice(location) && { hasVoiceOfMerchant: true }),
    ...(editedFields(location, 'owner').length > 0 && { hasPendingEdits: true }),
    ...(editedFields(location, 'google').length > 0 && { hasGoogleUpdated: true }),
    ...(!hasPosts && { canDelete: true }),
    canModifyServiceList: true,
    ...(isPublic && {
      placeId: `ChIJ${location.id}`,
      mapsUri: `${origin}/place/${location.id}`,
      newReviewUri: `${origin}/place/${location.id}#reviews`,
    }),
  };
}
