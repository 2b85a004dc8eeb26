import type { LocationChange, OpeningPeriod } from '../business-profile-provider.js';
import type { GoogleLocation, GoogleOpeningPeriod, GoogleTimeOfDay } from './google-types.js';

/** What a PATCH sends: the new values, and the paths that they replace. A path without a value is emptied. */
export interface LocationPatch {
  body: Omit<GoogleLocation, 'name'>;
  mask: string[];
}

/**
 * The given fields in Google's shape and nothing else, so that two changes at once keep both. The address never goes
 * along: a line of text cannot be turned back into its parts.
 */
export function toPatch(change: LocationChange): LocationPatch {
  const { name, phoneNumber, websiteUri, categoryIds, regularHours } = change;
  const body: LocationPatch['body'] = {};
  const mask: string[] = [];
  if (name !== undefined) {
    body.title = name;
    mask.push('title');
  }
  if (phoneNumber !== undefined) {
    if (phoneNumber !== null) body.phoneNumbers = { primaryPhone: phoneNumber };
    // Google takes no group of numbers without a primary one: without any, the whole group goes.
    mask.push(phoneNumber === null ? 'phoneNumbers' : 'phoneNumbers.primaryPhone');
  }
  if (websiteUri !== undefined) {
    if (websiteUri !== null) body.websiteUri = websiteUri;
    mask.push('websiteUri');
  }
  if (categoryIds !== undefined) {
    const [primaryCategory, ...additionalCategories] = categoryIds.map((id) => ({
      name: `categories/${id}`,
    }));
    // Google replaces both parts together, and takes neither alone.
    body.categories = { primaryCategory, additionalCategories };
    mask.push('categories');
  }
  if (regularHours !== undefined) {
    if (regularHours?.periods.length)
      body.regularHours = { periods: regularHours.periods.map(toGooglePeriod) };
    mask.push('regularHours');
  }
  return { body, mask };
}

function toGooglePeriod({ openDay, openTime, closeDay, closeTime }: OpeningPeriod): GoogleOpeningPeriod {
  return { openDay, openTime: toTimeOfDay(openTime), closeDay, closeTime: toTimeOfDay(closeTime) };
}

/** Google leaves out parts that are 0, and so do we. */
function toTimeOfDay(time: string): GoogleTimeOfDay {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return { ...(hours > 0 && { hours }), ...(minutes > 0 && { minutes }) };
}
