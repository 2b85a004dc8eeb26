import {
  ACCOUNT_TYPES,
  type BusinessAccount,
  type Category,
  DAYS,
  type Location,
  type LocationField,
  OPEN_STATUSES,
  type OpeningPeriod,
  type OpenStatus,
  type VerificationState,
  type LocationChange,
} from '../business-profile-provider.js';
import type {
  GoogleAccount,
  GoogleCategory,
  GoogleLocation,
  GoogleOpeningPeriod,
  GooglePostalAddress,
  GoogleTimeOfDay,
  GoogleVoiceOfMerchant,
} from './google-types.js';

/** Google's own editor for all places. Google documents no address for the editor of a single place. */
const EDITOR_URL = 'https://business.google.com/locations';

/** Our editable fields, by the first part of their paths in Google's field masks. */
const FIELD_OF_GOOGLE: Partial<Record<string, LocationField>> = Object.freeze({
  title: 'name',
  storefrontAddress: 'address',
  phoneNumbers: 'phoneNumber',
  websiteUri: 'websiteUri',
  categories: 'categoryIds',
  regularHours: 'regularHours',
});

/** The top-level field of a path in a field mask: `phoneNumbers` of `phoneNumbers.primaryPhone`. */
export function topFieldOf(path: string): string {
  const [field = ''] = path.trim().split('.');
  return field;
}

/** Our name of the field at a path such as `phoneNumbers.primaryPhone`, if we have that field. */
export function fieldOf(path: string): LocationField | undefined {
  const field = topFieldOf(path);
  return Object.hasOwn(FIELD_OF_GOOGLE, field) ? FIELD_OF_GOOGLE[field] : undefined;
}

/** The last part of a Google name: `123` of `locations/123`. */
export function idOf({ name }: { name: string }): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** A business account. Google gives neither counts of its locations nor a picture. */
export function toAccount(google: GoogleAccount): Omit<BusinessAccount, 'locationCount' | 'attentionCount'> {
  return {
    id: idOf(google),
    name: google.accountName ?? '',
    type: ACCOUNT_TYPES.find((type) => type === google.type) ?? null,
    state: google.verificationState === 'VERIFIED' ? 'VERIFIED' : 'UNVERIFIED',
    profilePhotoUrl: null,
  };
}

/** A place as one of its accounts shows it. */
export function toLocation(google: GoogleLocation, accountId: string, state: VerificationState): Location {
  const { periods } = toPeriods(google);
  return {
    id: idOf(google),
    accountId,
    name: google.title ?? '',
    address: toAddress(google.storefrontAddress),
    phoneNumber: google.phoneNumbers?.primaryPhone ?? null,
    websiteUri: google.websiteUri ?? null,
    categories: [google.categories?.primaryCategory, ...(google.categories?.additionalCategories ?? [])]
      .filter((category) => category !== undefined)
      .map(toCategory),
    state,
    openStatus: toOpenStatus(google.openInfo?.status),
    storeCode: google.storeCode ?? null,
    photos: [],
    regularHours: periods.length > 0 ? { periods } : null,
    pendingFields: toPendingFields(google),
    isAddressEditable: false,
    editUrl: EDITOR_URL,
    mapsUrl: google.metadata?.mapsUri ?? null,
  };
}

/** `gcid:bakery`, Bakery. */
export function toCategory(google: GoogleCategory): Category {
  return { id: idOf(google), name: google.displayName ?? '' };
}

/** The state of a place that has voice of merchant; undefined when only `VoiceOfMerchantState` has the state. */
export function stateOf(google: GoogleLocation): VerificationState | undefined {
  return google.metadata?.hasVoiceOfMerchant ? 'VERIFIED' : undefined;
}

/** The state of a place. Suspended places are those that must comply with Google's guidelines first. */
export function toState(voice: GoogleVoiceOfMerchant): VerificationState {
  if (voice.hasVoiceOfMerchant) return 'VERIFIED';
  return voice.complyWithGuidelines ? 'SUSPENDED' : 'UNVERIFIED';
}

/** Whether a business is open, by Google's status. An unknown status counts as open. */
export function toOpenStatus(status: string | null | undefined): OpenStatus {
  return OPEN_STATUSES.find((known) => known === status) ?? 'OPEN';
}

/** One line; empty for a business that only visits its customers. */
function toAddress(address: GooglePostalAddress = {}): string {
  const { addressLines = [], sublocality, locality, administrativeArea, postalCode, regionCode } = address;
  const area = [administrativeArea, postalCode].filter(Boolean).join(' ');
  return [...addressLines, sublocality, locality, area, regionCode].filter(Boolean).join(', ');
}

/**
 * The opening hours of a place. A period with invalid days or times is left out and listed in `unreadable`, because any
 * replacement would be invented.
 */
export function toPeriods({ regularHours }: GoogleLocation): {
  periods: OpeningPeriod[];
  unreadable: GoogleOpeningPeriod[];
} {
  const all = (regularHours?.periods ?? []).map((google) => ({ google, period: toPeriod(google) }));
  return {
    periods: all.flatMap(({ period }) => period ?? []),
    unreadable: all.filter(({ period }) => period === undefined).map(({ google }) => google),
  };
}

function toPeriod(google: GoogleOpeningPeriod): OpeningPeriod | undefined {
  const openDay = DAYS.find((day) => day === google.openDay);
  const closeDay = DAYS.find((day) => day === google.closeDay);
  const openTime = toTime(google.openTime);
  const closeTime = toTime(google.closeTime);
  if (!openDay || !closeDay || !openTime || !closeTime) return undefined;
  return { openDay, openTime, closeDay, closeTime };
}

/** 00:00 is an empty object, 24:00 the end of a day. Undefined for anything that is not a time. */
function toTime(google: GoogleTimeOfDay | undefined): string | undefined {
  if (typeof google !== 'object' || google === null) return undefined;
  const { hours = 0, minutes = 0 } = google;
  const isTime = [hours, minutes].every((part) => Number.isInteger(part) && part >= 0) && minutes < 60;
  if (!isTime || hours * 60 + minutes > 24 * 60) return undefined;
  return [hours, minutes].map((part) => String(part).padStart(2, '0')).join(':');
}

function toPendingFields({ pendingMask = '', metadata }: GoogleLocation): LocationField[] {
  if (!metadata?.hasPendingEdits) return [];
  return [...new Set(pendingMask.split(',').flatMap((path) => fieldOf(path) ?? []))];
}

/** The content of a PATCH: the new values, and the paths that they replace. A path without a value is emptied. */
interface LocationPatch {
  body: Omit<GoogleLocation, 'name'>;
  mask: string[];
}

/**
 * Only the given fields, in Google's shape, so that concurrent changes of different fields are both kept. The
 * address is never sent: a line of text cannot be split into its parts again.
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
    // Google accepts no group of numbers without a primary one, so without any the whole group is removed.
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
    // Google replaces both parts together and accepts neither alone.
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
