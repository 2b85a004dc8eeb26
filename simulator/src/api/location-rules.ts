import type { FieldViolation } from '../errors.js';
import type { LocationFields, OpeningDate } from '../model.js';
import { CATEGORIES } from '../seed/categories.js';
import { kindOf } from '../seed/category-details.js';
import { faultsOfHours, faultsOfMoreHours, faultsOfSpecialHours } from './hours-rules.js';
import { categoryKeys, fault, isText, text, type EditContext, type Rule } from './location-faults.js';
import { isDate, isWebAddress } from './request-format.js';
import { faultsOfServiceArea, faultsOfServices } from './service-rules.js';

const LINK = /https?:\/\/|www\.|\b[\w-]+\.(com|org|net|co\.uk|shop)\b/i;
const MAX_CATEGORIES = 10;
const MAX_ADDITIONAL_PHONES = 2;

/** The rules of the fields that have one. What a rule is given has the types of the schema already. */
const RULES: Partial<Record<keyof LocationFields, Rule>> = {
  title: (value) => {
    if (value === undefined || value === '') return [fault('title', 'REQUIRED_FIELD_MISSING_VALUE')];
    return text('title', value, 1, 100);
  },
  storeCode: (value) => (value === undefined ? [] : text('storeCode', value, 1, 64)),
  labels: (value) => ((value ?? []) as string[]).flatMap((label, at) => text(`labels[${at}]`, label, 1, 255)),
  websiteUri: (value) =>
    value === undefined || isWebAddress(value) ? [] : [fault('websiteUri', 'INVALID_URL')],
  phoneNumbers: faultsOfPhones,
  categories: faultsOfCategories,
  storefrontAddress: faultsOfAddress,
  regularHours: faultsOfHours,
  specialHours: faultsOfSpecialHours,
  moreHours: faultsOfMoreHours,
  serviceArea: faultsOfServiceArea,
  serviceItems: faultsOfServices,
  openInfo: faultsOfOpenInfo,
  profile: faultsOfProfile,
  latlng: () => [fault('latlng', 'LAT_LNG_UPDATES_NOT_PERMITTED')],
};

/** What Google finds wrong with the edited fields of a location. */
export function faultsOfFields(
  edited: readonly (keyof LocationFields)[],
  context: EditContext,
): FieldViolation[] {
  const faults = edited.flatMap((name) => RULES[name]?.(context.after[name], context) ?? []);
  return faults.length > 0 ? faults : faultsOfReach(edited, context);
}

/** A business without an address that customers can visit has to have a phone number or a website. */
function faultsOfReach(
  edited: readonly (keyof LocationFields)[],
  { after: { storefrontAddress, phoneNumbers, websiteUri } }: EditContext,
): FieldViolation[] {
  const about = edited.find((name) => REACH.includes(name));
  if (!about || storefrontAddress || phoneNumbers?.primaryPhone || websiteUri) return [];
  return [fault(about, 'MISSING_BOTH_PHONE_AND_WEBSITE')];
}

const REACH: readonly (keyof LocationFields)[] = Object.freeze([
  'phoneNumbers',
  'websiteUri',
  'storefrontAddress',
]);

function faultsOfPhones(value: unknown, { after }: EditContext): FieldViolation[] {
  if (value === undefined) return [];
  const { primaryPhone, additionalPhones = [] } = value as NonNullable<LocationFields['phoneNumbers']>;
  if (!primaryPhone) return [fault('phoneNumbers.primaryPhone', 'MISSING_PRIMARY_PHONE_NUMBER')];
  if (additionalPhones.length > MAX_ADDITIONAL_PHONES)
    return [fault('phoneNumbers.additionalPhones', 'TOO_MANY_VALUES')];
  const region = after.storefrontAddress?.regionCode ?? after.serviceArea?.regionCode ?? 'GB';
  return [
    ...faultsOfPhone('phoneNumbers.primaryPhone', primaryPhone, region),
    ...additionalPhones.flatMap((phone, at) =>
      faultsOfPhone(`phoneNumbers.additionalPhones[${at}]`, phone, region),
    ),
  ];
}

/** National numbers are as long as their country has them; international ones 7 to 15 digits (E.164). */
function faultsOfPhone(field: string, value: string, region: string): FieldViolation[] {
  const digits = value.replace(/\D/g, '');
  if (!/^\+?[\d ().-]+$/.test(value) || digits.length < 7 || digits.length > 15)
    return [fault(field, 'INVALID_PHONE_NUMBER')];
  const national: Record<string, RegExp> = { GB: /^0\d{9,10}$/, US: /^1?\d{10}$/ };
  const fits = value.startsWith('+') || (national[region]?.test(digits) ?? true);
  return fits ? [] : [fault(field, 'INVALID_PHONE_NUMBER_FOR_REGION', { region_code: region })];
}

function faultsOfCategories(value: unknown): FieldViolation[] {
  const { primaryCategory, additionalCategories = [] } = (value ?? {}) as Partial<
    LocationFields['categories']
  >;
  if (!primaryCategory) return [fault('categories.primaryCategory', 'REQUIRED_FIELD_MISSING_VALUE')];
  const names = [primaryCategory, ...additionalCategories].map(({ name }) => name);
  const unknown = names.findIndex((name) => !Object.hasOwn(CATEGORIES, name));
  const field =
    unknown > 0 ? `categories.additionalCategories[${unknown - 1}]` : 'categories.primaryCategory';
  if (unknown >= 0) return [fault(field, 'INVALID_CATEGORY')];
  const isAcceptable = new Set(names).size === names.length && names.length <= MAX_CATEGORIES;
  return isAcceptable ? [] : [fault('categories.additionalCategories', 'INVALID_CATEGORY')];
}

function faultsOfAddress(value: unknown, { before, after }: EditContext): FieldViolation[] {
  if (value === undefined)
    return after.serviceArea ? [] : [fault('storefrontAddress', 'MISSING_STOREFRONT_ADDRESS_OR_SAB')];
  const {
    regionCode,
    locality,
    addressLines = [],
  } = value as NonNullable<LocationFields['storefrontAddress']>;
  if (addressLines.length > 5) return [fault('storefrontAddress.addressLines', 'INVALID_ADDRESS')];
  if (!isText(regionCode)) return [fault('storefrontAddress.regionCode', 'ADDRESS_MISSING_REGION_CODE')];
  if (!isText(locality) || addressLines.length === 0)
    return [fault('storefrontAddress', 'MISSING_ADDRESS_COMPONENTS')];
  const country = before.fields.storefrontAddress?.regionCode;
  const moves = country !== undefined && country !== regionCode;
  return moves ? [fault('storefrontAddress.regionCode', 'ADDRESS_EDIT_CHANGES_COUNTRY')] : [];
}

function faultsOfOpenInfo(value: unknown, { before, now }: EditContext): FieldViolation[] {
  const { status, openingDate } = (value ?? {}) as NonNullable<LocationFields['openInfo']>;
  if (!status || status === 'OPEN_FOR_BUSINESS_UNSPECIFIED')
    return [fault('openInfo.status', 'REQUIRED_FIELD_MISSING_VALUE')];
  const { status: known, canReopen = false } = before.fields.openInfo ?? {};
  if (known === 'CLOSED_PERMANENTLY' && status !== known && !canReopen)
    return [fault('openInfo.status', 'CANNOT_REOPEN')];
  return openingDate === undefined ? [] : faultsOfOpeningDate(openingDate, now);
}

/** Year and month are enough; the date lies in the past, or at most a year ahead. */
function faultsOfOpeningDate({ year, month, day }: Partial<OpeningDate>, now: number): FieldViolation[] {
  const refuse = (reason: string) => [fault('openInfo.openingDate', reason)];
  if (!year || !month) return refuse('OPENING_DATE_MISSING_YEAR_OR_MONTH');
  if (year < 1) return refuse('OPENING_DATE_BEFORE_1AD');
  const date = { year, month, day: day || 1 };
  if (!isDate(date)) return refuse('INVALID_BUSINESS_OPENING_DATE');
  const nextYear = new Date(now);
  nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1);
  const opens = new Date(0).setUTCFullYear(year, month - 1, date.day);
  return opens > nextYear.getTime() ? refuse('OPENING_DATE_TOO_FAR_IN_THE_FUTURE') : [];
}

function faultsOfProfile(value: unknown, { before }: EditContext): FieldViolation[] {
  const [primary = ''] = categoryKeys(before.fields);
  if (kindOf(primary) === 'lodging')
    return [fault('profile.description', 'LODGING_CANNOT_EDIT_PROFILE_DESCRIPTION')];
  const { description } = (value ?? {}) as NonNullable<LocationFields['profile']>;
  if (description === undefined) return [];
  if (LINK.test(description)) return [fault('profile.description', 'PROFILE_DESCRIPTION_CONTAINS_URL')];
  return text('profile.description', description, 0, 750);
}
