import { describe, expect, it } from '@jest/globals';
import {
  toAppError,
  toFailure,
  toRefusal,
} from '../../../../dist/server/business-profile/calls/google-errors.js';
import { REFUSALS } from '../../../../dist/server/business-profile/translation/refusals.js';
import type { LocationChange } from '../../../../dist/server/business-profile/port/location.js';

/** The names that Google documents for refused changes of a location, its services, attributes and links. */
const DOCUMENTED = `
  INVALID_ATTRIBUTE_NAME ASSOCIATE_OPERATION_ON_VERIFIED_LOCATION ASSOCIATE_LOCATION_INVALID_PLACE_ID
  LAT_LNG_UPDATES_NOT_PERMITTED PO_BOX_IN_ADDRESS_NOT_ALLOWED BLOCKED_REGION MISSING_BOTH_PHONE_AND_WEBSITE
  MISSING_STOREFRONT_ADDRESS_OR_SAB LAT_LNG_TOO_FAR_FROM_ADDRESS LAT_LNG_REQUIRED PIN_DROP_REQUIRED INVALID_LATLNG
  INVALID_CHARACTERS FORBIDDEN_WORDS INVALID_INTERCHANGE_CHARACTERS FIELDS_REQUIRED_FOR_CATEGORY
  STOREFRONT_REQUIRED_FOR_CATEGORY ADDRESS_MISSING_REGION_CODE ADDRESS_EDIT_CHANGES_COUNTRY UNVERIFIED_LOCATION
  INVALID_LOCATION_CATEGORY INVALID_URL URL_PROVIDER_NOT_ALLOWED TOO_MANY_VALUES TOO_MANY_ENTRIES
  SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS INVALID_TIME_SCHEDULE INVALID_HOURS_VALUE OVERLAPPED_SPECIAL_HOURS
  INCOMPATIBLE_MORE_HOURS_TYPE_FOR_CATEGORY DUPLICATE_CHILDREN_LOCATIONS RELATION_ENDPOINTS_TOO_FAR
  RELATION_CANNOT_BE_THE_LOCATION_ITSELF PARENT_CHAIN_CANNOT_BE_THE_LOCATION_ITSELF
  MULTIPLE_ORGANIZATIONALLY_PART_OF_RELATION INVALID_PHONE_NUMBER INVALID_PHONE_NUMBER_FOR_REGION
  MISSING_PRIMARY_PHONE_NUMBER PHONE_NUMBER_EDITS_NOT_ALLOWED THROTTLED INVALID_CATEGORY CANNOT_REOPEN
  PROFILE_DESCRIPTION_CONTAINS_URL LODGING_CANNOT_EDIT_PROFILE_DESCRIPTION INVALID_ADDRESS MISSING_ADDRESS_COMPONENTS
  READ_ONLY_ADDRESS_COMPONENTS ADDRESS_REMOVAL_NOT_ALLOWED AMBIGUOUS_TITLE STRING_TOO_LONG STRING_TOO_SHORT
  REQUIRED_FIELD_MISSING_VALUE STALE_DATA
  OPENING_DATE_TOO_FAR_IN_THE_FUTURE OPENING_DATE_MISSING_YEAR_OR_MONTH OPENING_DATE_BEFORE_1AD
  INVALID_BUSINESS_OPENING_DATE
  ATTRIBUTE_NOT_AVAILABLE ATTRIBUTE_INVALID_ENUM_VALUE ATTRIBUTE_CANNOT_BE_REPEATED
  ATTRIBUTE_TYPE_NOT_COMPATIBLE_FOR_CATEGORY ATTRIBUTE_PROVIDER_URL_NOT_ALLOWED
  INVALID_SERVICE_AREA_PLACE_ID INVALID_AREA_TYPE_FOR_SERVICE_AREA UNSUPPORTED_POINT_RADIUS_SERVICE_AREA
  INCOMPATIBLE_SERVICE_AREA_AND_CATEGORY INVALID_CATEGORY_FOR_SAB
  INVALID_SERVICE_ITEM SERVICE_ITEM_LABEL_NO_DISPLAY_NAME SERVICE_ITEM_LABEL_DUPLICATE_DISPLAY_NAME
  SERVICE_ITEM_LABEL_INVALID_UTF8 FREE_FORM_SERVICE_ITEM_WITH_NO_CATEGORY_ID FREE_FORM_SERVICE_ITEM_WITH_NO_LABEL
  SERVICE_ITEM_WITH_NO_SERVICE_TYPE_ID SERVICE_TYPE_ID_DUPLICATE PRICE_CURRENCY_MISSING PRICE_CURRENCY_INVALID
  INVALID_LANGUAGE
  LINK_ALREADY_EXISTS LINK_DOES_NOT_EXIST DELETED_LINK`
  .trim()
  .split(/\s+/);

/** What a person sees of a change that Google refuses for a reason. */
function seen(change: LocationChange, reason: string, metadata: Record<string, string> = {}) {
  const content = { error: { details: [{ reason, metadata }] } };
  const error = toAppError(toFailure(400, content, new Headers()), 'PATCH');
  const { code, message, errors } = toRefusal(error, change) as Record<
    'code' | 'message' | 'errors',
    unknown
  >;
  return errors ?? `${String(code)}: ${String(message)}`;
}

const HOURS = { periods: [] };

describe('what Google refuses', () => {
  it('has words for every name that is documented, and for no other', () => {
    expect(Object.keys(REFUSALS).sort()).toEqual([...DOCUMENTED].sort());
  });

  it.each(DOCUMENTED)('is said in words for %s, which never show Google’s own name', (reason) => {
    const shown = JSON.stringify(seen({ name: 'Finch', websiteUri: null }, reason, { field_mask: 'title' }));
    expect(shown).toMatch(/[a-z]{3,} /);
    expect(shown).not.toMatch(/[A-Z]{2,}_|undefined/);
  });

  it.each<[string, LocationChange, string]>([
    ['UNVERIFIED_LOCATION', { name: 'Finch' }, 'google/unverified: '],
    ['STALE_DATA', { name: 'Finch' }, 'google/changed: '],
    ['THROTTLED', { name: 'Finch', websiteUri: null }, 'google/throttled: '],
    ['INVALID_SERVICE_ITEM', { name: 'Finch' }, 'google/refused: Google doesn’t accept one of the services.'],
    ['DELETED_LINK', { name: 'Finch' }, 'google/refused: Google has refused this change.'],
  ])('is about the location as a whole for %s', (reason, change, words) => {
    expect(seen(change, reason)).toContain(words);
  });

  it('names the days of special hours that overlap, of which a closed one counts from midnight to midnight', () => {
    const night = { date: '2026-12-31', isClosed: false, openTime: '20:00', closeTime: '03:00' };
    const closed = { date: '2027-01-01', isClosed: true, openTime: null, closeTime: null, closeDate: null };
    const periods = [closed, { ...night, closeDate: '2027-01-01' }];
    const change = { specialHours: { periods } };
    expect(seen(change, 'OVERLAPPED_SPECIAL_HOURS', { field_mask: 'special_hours' })).toEqual([
      {
        field: 'specialHours',
        message: 'Special hours on December 31, 2026 go on into January 1, 2027, which is closed',
      },
    ]);
    expect(seen({ specialHours: { periods: [closed] } }, 'OVERLAPPED_SPECIAL_HOURS')).toEqual([
      { field: 'specialHours', message: 'Some of these special hours overlap' },
    ]);
  });

  it.each<[string, string, LocationChange, Record<string, string>]>([
    [
      'INVALID_HOURS_VALUE',
      'moreHours',
      { moreHours: [], regularHours: HOURS },
      { field_mask: 'more_hours[0].periods' },
    ],
    ['INVALID_HOURS_VALUE', 'specialHours', { specialHours: HOURS }, {}],
    [
      'SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS',
      'regularHours',
      { regularHours: null },
      { field_mask: 'specialHours' },
    ],
    ['SPECIAL_HOURS_SET_WITHOUT_REGULAR_HOURS', 'specialHours', { specialHours: HOURS }, {}],
    ['MISSING_BOTH_PHONE_AND_WEBSITE', 'websiteUri', { websiteUri: null }, {}],
    ['CANNOT_REOPEN', 'openStatus', { openStatus: 'OPEN', openingDate: null }, { field_mask: 'openInfo' }],
    [
      'STRING_TOO_LONG',
      'description',
      { name: 'F', description: 'F' },
      { field_mask: 'profile.description' },
    ],
    [
      'STRING_TOO_LONG',
      'openingDate',
      { openStatus: 'OPEN', openingDate: 'F' },
      { field_mask: 'openInfo.openingDate.year' },
    ],
    [
      'INVALID_PHONE_NUMBER',
      'phoneNumber',
      { phoneNumber: '1' },
      { field_mask: 'phoneNumbers.additionalPhones[0]' },
    ],
    ['FORBIDDEN_WORDS', 'name', { name: 'Finch' }, {}],
    ['THROTTLED', 'name', { name: 'Finch' }, {}],
  ])('for %s stands at %s', (reason, field, change, metadata) => {
    expect(seen(change, reason, metadata)).toEqual([{ field, message: expect.any(String) }]);
  });

  it('is about nothing in particular where Google does not say which of several fields it means', () => {
    const words = 'google/refused: This contains words that Google doesn’t allow';
    expect(seen({ name: 'Finch', description: 'Finch' }, 'FORBIDDEN_WORDS')).toBe(words);
  });

  it('names the limit and the characters that Google names', () => {
    const messageOf = (reason: string, metadata: Record<string, string>) =>
      (seen({ name: 'F' }, reason, metadata) as [{ message: string }])[0].message;
    expect(messageOf('STRING_TOO_LONG', { max_length: '100' })).toBe('Google allows at most 100 characters');
    expect(messageOf('INVALID_CHARACTERS', { invalid_characters: '<>' })).toBe(
      'Google doesn’t allow these characters here: <>',
    );
    expect(messageOf('INVALID_CHARACTERS', { invalid_characters: ' ' })).toBe(
      'This contains characters that Google doesn’t allow',
    );
  });
});
