import type { Location, LocationFields } from '../model.js';
import { fieldsOfGoogle, pendingFields, publicFields } from '../profile/edits.js';
import { kindOf } from '../seed/category-details.js';
import { CATEGORIES } from '../seed/categories.js';
import { categoryKeys } from './location-faults.js';
import type { State } from '../state.js';

/** A location as Google answers it: as its owner wrote it, with what Google knows about it. */
export function toResource(state: State, origin: string, location: Location): Record<string, unknown> {
  return resourceOf(location.fields, location, metadataOf(state, origin, location));
}

/** The same as the public sees it. */
export function toPublicResource(state: State, origin: string, location: Location): Record<string, unknown> {
  return resourceOf(publicFields(location), location, metadataOf(state, origin, location));
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

/**
 * What Google says of a location. As everywhere in Google's JSON, false is left out. `canOperateLocalPost` is always
 * missing: it is documented as deprecated and no longer filled.
 */
function metadataOf(state: State, origin: string, location: Location): object {
  const isPublic = location.verification !== 'SUSPENDED' && location.verification !== 'DISABLED';
  const hasPosts = [...state.posts.values()].some(({ locationId }) => locationId === location.id);
  const isPending = state.settings.alwaysPendingEdits || pendingFields(location).length > 0;
  const [primary = ''] = categoryKeys(location.fields);
  const kind = kindOf(primary);
  return {
    ...(hasVoice(location) && { hasVoiceOfMerchant: true }),
    ...(isPending && { hasPendingEdits: true }),
    ...(fieldsOfGoogle(location).length > 0 && { hasGoogleUpdated: true }),
    ...(!hasPosts && { canDelete: true }),
    ...(kind !== 'lodging' && { canModifyServiceList: true }),
    ...(kind === 'food' && { canHaveFoodMenus: true }),
    ...(kind === 'health' && { canOperateHealthData: true }),
    ...(kind === 'lodging' && { canOperateLodgingData: true }),
    ...(location.fields.storefrontAddress?.regionCode === 'US' && { canHaveBusinessCalls: true }),
    ...(location.duplicateOf && { duplicateLocation: `locations/${location.duplicateOf}` }),
    ...(isPublic && {
      placeId: `ChIJ${location.id}`,
      mapsUri: `${origin}/place/${location.id}`,
      newReviewUri: `${origin}/place/${location.id}#reviews`,
    }),
  };
}

/** The masks of what the public sees differently: where Google made an edit, and where one of the owner's is pending. */
export function masksOf(
  { settings }: State,
  location: Location,
): { diffMask?: string; pendingMask?: string } {
  const more = settings.metadataInMasks ? ['metadata'] : [];
  const diffMask = [...fieldsOfGoogle(location), ...more].join(',');
  const pendingMask = [...pendingFields(location), ...more].join(',');
  return { ...(diffMask && { diffMask }), ...(pendingMask && { pendingMask }) };
}
