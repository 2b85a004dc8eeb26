import { figure } from '../../config/figure.js';
import { frozen } from '../../config/frozen.js';
import { type ErrorCode, ERRORS } from '../../errors/app-error.js';
import type { LocationChange, LocationField } from '../port/location.js';
import { overlapInWords } from '../port/special-hours.js';

/** The details that Google adds to a reason, such as `max_length`. */
export type Metadata = Partial<Record<string, unknown>>;

type Words = string | ((metadata: Metadata, change: LocationChange) => string);

/**
 * What a reason of Google's means: an error about the location as a whole, or words. The words are shown at the first of the
 * `fields` that was changed, with `named` at the field that Google names, and else for the location as a whole.
 */
export type Refusal = { code: ErrorCode } | { fields: readonly LocationField[] | 'named'; words: Words };

/** For things that this product never sends. */
const GENERAL = ERRORS['google/refused'][1];
const MAP_POINT = 'Google needs another point on the map for this address. Set it on Google.';
const HOURS = 'Google doesn’t accept these hours';
const NO_SERVICE_NAME = 'Google needs a name for every service.';

/** Every reason for which Google is documented to refuse a change of a location. */
export const REFUSALS: Readonly<Partial<Record<string, Refusal>>> = frozen({
  UNVERIFIED_LOCATION: { code: 'google/unverified' },
  STALE_DATA: { code: 'google/changed' },
  ...at(['phoneNumber'], {
    INVALID_PHONE_NUMBER: 'Google doesn’t recognise this as a phone number',
    INVALID_PHONE_NUMBER_FOR_REGION: 'This phone number doesn’t match the location’s country',
    MISSING_PRIMARY_PHONE_NUMBER: 'Google needs a primary phone number before any others',
    PHONE_NUMBER_EDITS_NOT_ALLOWED: 'Google doesn’t allow changes to this location’s phone number',
  }),
  ...at(['websiteUri'], {
    INVALID_URL: 'Google doesn’t accept this web address',
    URL_PROVIDER_NOT_ALLOWED: 'Google doesn’t allow links to this website',
  }),
  ...at(['phoneNumber', 'websiteUri'], {
    MISSING_BOTH_PHONE_AND_WEBSITE: 'Google needs a phone number or a website for this location',
  }),
  ...at(['name'], {
    AMBIGUOUS_TITLE: 'Google can’t tell which of the location’s names this replaces. Change it on Google.',
  }),
  ...at(['categoryIds'], {
    INVALID_CATEGORY: 'One of these categories isn’t available for this location',
    FIELDS_REQUIRED_FOR_CATEGORY: 'These categories need details that this location doesn’t have yet',
    STOREFRONT_REQUIRED_FOR_CATEGORY: 'These categories need an address that customers can visit',
    INVALID_CATEGORY_FOR_SAB: 'These categories aren’t available for a business without a public address',
    INCOMPATIBLE_SERVICE_AREA_AND_CATEGORY: 'These categories aren’t available with a service area',
  }),
  ...at(['address'], {
    INVALID_ADDRESS: 'Google doesn’t recognise this address',
    MISSING_ADDRESS_COMPONENTS: 'This address isn’t complete',
    READ_ONLY_ADDRESS_COMPONENTS: 'Parts of this address can’t be changed',
    ADDRESS_MISSING_REGION_CODE: 'This address needs a country',
    ADDRESS_EDIT_CHANGES_COUNTRY: 'Google doesn’t allow a location to move to another country',
    ADDRESS_REMOVAL_NOT_ALLOWED: 'Google doesn’t allow this location’s address to be removed',
    MISSING_STOREFRONT_ADDRESS_OR_SAB: 'Google needs an address or a service area for this location',
    PO_BOX_IN_ADDRESS_NOT_ALLOWED: 'Google doesn’t allow a PO box as an address',
    BLOCKED_REGION: 'Google doesn’t offer Business Profiles in this country',
    PIN_DROP_REQUIRED: MAP_POINT,
    INVALID_LATLNG: MAP_POINT,
    LAT_LNG_REQUIRED: MAP_POINT,
    LAT_LNG_TOO_FAR_FROM_ADDRESS: MAP_POINT,
    LAT_LNG_UPDATES_NOT_PERMITTED: MAP_POINT,
  }),
  ...at(['regularHours', 'specialHours', 'moreHours'], {
    INVALID_HOURS_VALUE: HOURS,
    INVALID_TIME_SCHEDULE: HOURS,
  }),
  ...at(['specialHours', 'regularHours'], {
    SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS: 'Google needs regular hours while special hours are set',
  }),
  ...at(['specialHours'], {
    OVERLAPPED_SPECIAL_HOURS: (_metadata, { specialHours }) =>
      overlapInWords(specialHours?.periods ?? []) ?? 'Some of these special hours overlap',
  }),
  ...at(['moreHours'], {
    INCOMPATIBLE_MORE_HOURS_TYPE_FOR_CATEGORY: 'This location’s category can’t have hours of this type',
  }),
  ...at(['openStatus'], { CANNOT_REOPEN: 'Google doesn’t let this location reopen' }),
  ...at(['openingDate'], {
    OPENING_DATE_TOO_FAR_IN_THE_FUTURE: 'The opening date can be at most a year ahead',
    OPENING_DATE_MISSING_YEAR_OR_MONTH: 'The opening date needs a year and a month',
    OPENING_DATE_BEFORE_1AD: 'The opening date is too long ago',
    INVALID_BUSINESS_OPENING_DATE: 'Google doesn’t accept this opening date',
  }),
  ...at(['description'], {
    PROFILE_DESCRIPTION_CONTAINS_URL: 'Google doesn’t allow web addresses in the description',
    LODGING_CANNOT_EDIT_PROFILE_DESCRIPTION:
      'Google doesn’t allow changes to the description of hotels and other lodging',
  }),
  ...at('named', {
    THROTTLED: 'Google isn’t accepting changes to this right now. Please try again in a few hours.',
    STRING_TOO_LONG: ({ max_length: max }) =>
      isNumber(max) ? `Google allows at most ${characters(max)}` : 'Google doesn’t allow a text this long',
    STRING_TOO_SHORT: ({ min_length: min }) =>
      isNumber(min)
        ? `Google requires at least ${characters(min)}`
        : 'Google doesn’t allow a text this short',
    FORBIDDEN_WORDS: 'This contains words that Google doesn’t allow',
    INVALID_CHARACTERS: ({ invalid_characters: characters }) =>
      isShort(characters)
        ? `Google doesn’t allow these characters here: ${characters}`
        : 'This contains characters that Google doesn’t allow',
    INVALID_INTERCHANGE_CHARACTERS: 'This contains invisible characters that Google doesn’t allow',
    REQUIRED_FIELD_MISSING_VALUE: 'Google needs a value here',
    TOO_MANY_VALUES: 'Google doesn’t allow that many here',
    TOO_MANY_ENTRIES: 'Google doesn’t allow that many here',
    INVALID_LOCATION_CATEGORY: 'Google doesn’t offer this for the location’s category',
    INVALID_LANGUAGE: 'Google doesn’t know the language of this text',
  }),
  // Services, the service area and attributes have no field to type in here, but an old state of them can be restored.
  ...at([], {
    INVALID_SERVICE_ITEM: 'Google doesn’t accept one of the services.',
    SERVICE_ITEM_LABEL_NO_DISPLAY_NAME: NO_SERVICE_NAME,
    SERVICE_ITEM_LABEL_DUPLICATE_DISPLAY_NAME: 'Two of the services have the same name.',
    SERVICE_ITEM_LABEL_INVALID_UTF8: 'The name of a service contains characters that Google doesn’t allow.',
    FREE_FORM_SERVICE_ITEM_WITH_NO_CATEGORY_ID: 'Google needs a category for every service.',
    FREE_FORM_SERVICE_ITEM_WITH_NO_LABEL: NO_SERVICE_NAME,
    SERVICE_ITEM_WITH_NO_SERVICE_TYPE_ID: 'Google no longer offers one of the services.',
    SERVICE_TYPE_ID_DUPLICATE: 'The same service is listed twice.',
    PRICE_CURRENCY_MISSING: 'The price of a service has no currency.',
    PRICE_CURRENCY_INVALID: 'Google doesn’t know the currency of a price.',
    INVALID_SERVICE_AREA_PLACE_ID: 'Google doesn’t know one of the regions of the service area.',
    INVALID_AREA_TYPE_FOR_SERVICE_AREA: 'A service area can only contain towns, postcodes and regions.',
    UNSUPPORTED_POINT_RADIUS_SERVICE_AREA: 'Google no longer accepts a circle on the map as a service area.',
    INVALID_ATTRIBUTE_NAME: 'Google doesn’t know one of the attributes.',
    ATTRIBUTE_NOT_AVAILABLE: 'One of the attributes isn’t available for this location.',
    ATTRIBUTE_INVALID_ENUM_VALUE: 'Google doesn’t accept the value of an attribute.',
    ATTRIBUTE_CANNOT_BE_REPEATED: 'One of the attributes can have only one value.',
    ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY: 'The location’s category can’t have one of the attributes.',
    ATTRIBUTE_PROVIDER_URL_NOT_ALLOWED: 'Google doesn’t allow the link of an attribute.',
    // By decision the general sentence: how locations belong together, claims of another place, and links to actions.
    DUPLICATE_CHILDREN_LOCATIONS: GENERAL,
    RELATION_ENDPOINTS_TOO_FAR: GENERAL,
    RELATION_CANNOT_BE_THE_LOCATION_ITSELF: GENERAL,
    PARENT_CHAIN_CANNOT_BE_THE_LOCATION_ITSELF: GENERAL,
    MULTIPLE_ORGANIZATIONALLY_PART_OF_RELATION: GENERAL,
    ASSOCIATE_OPERATION_ON_VERIFIED_LOCATION: GENERAL,
    ASSOCIATE_LOCATION_INVALID_PLACE_ID: GENERAL,
    LINK_ALREADY_EXISTS: GENERAL,
    LINK_DOES_NOT_EXIST: GENERAL,
    DELETED_LINK: GENERAL,
  }),
});

/** The words of a refusal, as exact as what Google adds to it, and as what was refused. */
export function wordsOf(words: Words, metadata: Metadata, change: LocationChange = {}): string {
  return typeof words === 'string' ? words : words(metadata, change);
}

function at(
  fields: readonly LocationField[] | 'named',
  reasons: Record<string, Words>,
): Record<string, Refusal> {
  return Object.fromEntries(Object.entries(reasons).map(([reason, words]) => [reason, { fields, words }]));
}

function isNumber(limit: unknown): limit is string {
  return typeof limit === 'string' && /^\d+$/.test(limit);
}

function characters(limit: string): string {
  return `${figure(Number(limit))} characters`;
}

function isShort(characters: unknown): characters is string {
  return typeof characters === 'string' && characters.trim() !== '' && characters.length <= 50;
}
