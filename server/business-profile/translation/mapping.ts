import { cleanName } from '../../security/clean-json.js';
import { webLink } from '../../security/web-address.js';
import {
  ACCOUNT_TYPES,
  type AccountCounts,
  type BusinessAccount,
} from '../port/business-profile-provider.js';
import {
  type Category,
  type Location,
  LOCATION_FIELDS,
  type LocationChange,
  type LocationDetails,
  type LocationField,
  OPEN_STATUSES,
  type OpenStatus,
  type PlaceOnMap,
  type PostingLocation,
  type Service,
  SERVICE_AREA_KINDS,
  type ServiceArea,
  type VerificationState,
} from '../port/location.js';
import { fieldsAt } from './profile-fields.js';
import type {
  GoogleAccount,
  GoogleCategory,
  GoogleLocation,
  GooglePostalAddress,
  GoogleServiceItem,
  GoogleVoiceOfMerchant,
} from './google-types.js';
import {
  toGoogleDate,
  toGooglePeriod,
  toGoogleSpecialPeriod,
  toMoreHours,
  toOpeningDate,
  toPeriods,
  toSpecialPeriods,
  toWords,
} from './google-hours.js';

/** Google's own editor for all places. Google documents no address for the editor of a single place. */
export const EDITOR_URL = 'https://business.google.com/locations';

/** The fields of a `LocationChange` at a path of Google's field mask, which may be above or below them. */
export function locationFieldsAt(path: string): LocationField[] {
  const found = fieldsAt(path.trim());
  return LOCATION_FIELDS.filter((field) => found.includes(field));
}

/** The last part of a Google name: `123` of `locations/123`. */
export function idOf({ name }: { name: string }): string {
  return name.slice(name.lastIndexOf('/') + 1);
}

/** A business account. Google gives neither counts of its locations nor a picture. */
export function toAccount(google: GoogleAccount): Omit<BusinessAccount, keyof AccountCounts> {
  return {
    id: idOf(google),
    name: google.accountName ?? '',
    type: ACCOUNT_TYPES.find((type) => type === google.type) ?? null,
    state: google.verificationState === 'VERIFIED' ? 'VERIFIED' : 'UNVERIFIED',
    profilePhotoUrl: null,
  };
}

/** The parts of a place on which its posts depend, besides when it is open. */
export function toPostingLocation(
  google: GoogleLocation,
  accountId: string,
  state: VerificationState,
): PostingLocation {
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
  };
}

/** The regular hours of a place; null: not set. */
export function toRegularHours(google: Pick<GoogleLocation, 'regularHours'>): Location['regularHours'] {
  const { periods } = toPeriods(google);
  return periods.length > 0 ? { periods } : null;
}

/** A place as one of its accounts shows it. */
export function toLocation(google: GoogleLocation, accountId: string, state: VerificationState): Location {
  return {
    ...toPostingLocation(google, accountId, state),
    photos: [],
    regularHours: toRegularHours(google),
    pendingFields: toPendingFields(google),
    isAddressEditable: false,
    editUrl: EDITOR_URL,
    mapsUrl: webLink(google.metadata?.mapsUri),
  };
}

/** A place with all that Google has of it. */
export function toLocationDetails(
  google: GoogleLocation,
  accountId: string,
  state: VerificationState,
): Omit<LocationDetails, 'basis' | 'readAt'> {
  const { openInfo, latlng, metadata, serviceArea } = google;
  const specialPeriods = toSpecialPeriods(google.specialHours?.specialHourPeriods ?? []);
  return {
    ...toLocation(google, accountId, state),
    description: google.profile?.description ?? null,
    specialHours: specialPeriods.length > 0 ? { periods: specialPeriods } : null,
    moreHours: toMoreHours(google.moreHours ?? []),
    canReopen: openInfo ? (openInfo.canReopen ?? false) : null,
    openingDate: toOpeningDate(openInfo?.openingDate) ?? null,
    additionalPhones: google.phoneNumbers?.additionalPhones ?? [],
    labels: google.labels ?? [],
    languageCode: google.languageCode ?? null,
    coordinates: toCoordinates(latlng),
    serviceArea: serviceArea ? toServiceArea(serviceArea) : null,
    services: (google.serviceItems ?? []).flatMap((item) => toService(item) ?? []),
    canEditServices: metadata?.canModifyServiceList ?? false,
    newReviewUrl: webLink(metadata?.newReviewUri),
    isDuplicate: Boolean(metadata?.duplicateLocation),
  };
}

/** Google leaves out parts that are 0. */
function toCoordinates(latlng: GoogleLocation['latlng']): LocationDetails['coordinates'] {
  return latlng ? { latitude: latlng.latitude ?? 0, longitude: latlng.longitude ?? 0 } : null;
}

function toServiceArea(google: NonNullable<GoogleLocation['serviceArea']>): ServiceArea {
  const { businessType, regionCode, places } = google;
  return {
    businessType: SERVICE_AREA_KINDS.find((kind) => kind === businessType) ?? null,
    regionCode: regionCode ?? null,
    places: (places?.placeInfos ?? []).flatMap(({ placeName }) => placeName ?? []),
  };
}

/** A service; Google gives its own ones, `job_type_id:unclog_drain`, without a name. */
function toService({
  structuredServiceItem,
  freeFormServiceItem,
  price,
}: GoogleServiceItem): Service | undefined {
  const { displayName, description = structuredServiceItem?.description } = freeFormServiceItem?.label ?? {};
  const [, own] = structuredServiceItem?.serviceTypeId?.split(':') ?? [];
  const name = displayName ?? (own && toWords(own));
  return name ? { name, description: description ?? null, price: toPrice(price) } : undefined;
}

function toPrice({ currencyCode, units = '0', nanos = 0 }: GoogleServiceItem['price'] = {}): string | null {
  if (!currencyCode || !/^[A-Z]{3}$/.test(currencyCode)) return null;
  const amount = Number(units) + nanos / 1e9;
  return new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode }).format(amount);
}

/** `gcid:bakery`, Bakery. */
export function toCategory(google: GoogleCategory): Category {
  return { id: idOf(google), name: cleanName(google.displayName ?? '') };
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

/** The city and the street of an address, where it has them. */
export function toCityAndStreet({
  storefrontAddress: { locality, addressLines } = {},
}: GoogleLocation): Record<'city' | 'street', string | null> {
  return { city: locality || null, street: addressLines?.[0] || null };
}

/** Where a place is, or the country that its business serves. */
export function toPlaceOnMap({
  storefrontAddress: address,
  serviceArea,
  latlng,
}: Pick<GoogleLocation, 'storefrontAddress' | 'serviceArea' | 'latlng'>): PlaceOnMap {
  return {
    regionCode: address?.regionCode ?? serviceArea?.regionCode ?? null,
    administrativeArea: address?.administrativeArea ?? null,
    postalCode: address?.postalCode ?? null,
    coordinates: toCoordinates(latlng),
    timeZone: null,
  };
}

function toPendingFields({ pendingMask = '', metadata }: GoogleLocation): LocationField[] {
  if (!metadata?.hasPendingEdits) return [];
  return [...new Set(pendingMask.split(',').flatMap(locationFieldsAt))];
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
  const { name, phoneNumber, websiteUri, categoryIds, regularHours, specialHours, moreHours } = change;
  const { description, openStatus, openingDate } = change;
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
  if (specialHours !== undefined) {
    if (specialHours?.periods.length)
      body.specialHours = { specialHourPeriods: specialHours.periods.map(toGoogleSpecialPeriod) };
    mask.push('specialHours');
  }
  if (moreHours !== undefined) {
    body.moreHours = moreHours
      .filter(({ periods }) => periods.length > 0)
      .map(({ hoursTypeId, periods }) => ({ hoursTypeId, periods: periods.map(toGooglePeriod) }));
    mask.push('moreHours');
  }
  if (description !== undefined) {
    if (description !== null) body.profile = { description };
    mask.push('profile.description');
  }
  if (openStatus !== undefined) {
    body.openInfo = { status: openStatus };
    mask.push('openInfo.status');
  }
  if (openingDate !== undefined) {
    if (openingDate !== null) body.openInfo = { ...body.openInfo, openingDate: toGoogleDate(openingDate) };
    mask.push('openInfo.openingDate');
  }
  return { body, mask };
}
