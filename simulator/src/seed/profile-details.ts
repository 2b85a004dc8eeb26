import type {
  Attribute,
  Location,
  LocationFields,
  OpeningDate,
  ServiceItem,
  SpecialHourPeriod,
  TimePeriod,
} from '../model.js';
import { serviceTypesOf, type ServiceType } from './category-details.js';
import { timeOf } from './hours.js';

/** What a location has besides the first facts of `place`, in few words. */
export interface Profile {
  description?: string;
  /** `2011-09` or `2011-09-24` */
  opened?: string;
  labels?: string[];
  morePhones?: string[];
  /** `2026-12-24 09:00-13:00`, or a date alone for a closed day. */
  special?: readonly string[];
  moreHours?: Record<string, TimePeriod[]>;
  /** Names of services that Google knows for the location's categories, with a price in pounds or null. */
  services?: Record<string, number | null>;
  /** Services in the owner's own words, under the primary category. */
  ownServices?: Record<string, string>;
  /** Regions where it visits customers, besides serving them at its address. */
  visits?: string[];
  latlng?: [latitude: number, longitude: number];
  attributes?: Record<string, boolean | string | string[]>;
}

/** A location with the rest of its profile. @throws Error for a service that its categories do not have. */
export function withDetails(location: Location, profile: Profile): Location {
  const { fields } = location;
  const { description, opened, labels, morePhones, special, latlng, visits, attributes } = profile;
  const regionCode = fields.storefrontAddress?.regionCode ?? 'GB';
  const moreHours = Object.entries(profile.moreHours ?? {}).map(([hoursTypeId, periods]) => ({
    hoursTypeId,
    periods,
  }));
  const serviceItems = servicesOf(fields, profile);
  return {
    ...location,
    fields: {
      ...fields,
      ...(description && { profile: { description } }),
      ...(labels && { labels }),
      ...(morePhones && { phoneNumbers: { ...fields.phoneNumbers, additionalPhones: morePhones } }),
      ...(special &&
        fields.regularHours && { specialHours: { specialHourPeriods: special.map(specialPeriod) } }),
      ...(moreHours.length > 0 && { moreHours }),
      ...(serviceItems.length > 0 && { serviceItems }),
      ...(opened && { openInfo: { ...fields.openInfo, openingDate: dateOf(opened) } }),
      ...(visits && {
        serviceArea: {
          businessType: 'CUSTOMER_AND_BUSINESS_LOCATION',
          regionCode,
          places: {
            placeInfos: visits.map((placeName) => ({
              placeName,
              placeId: `sim-area-${placeName.toLowerCase()}`,
            })),
          },
        },
      }),
      ...(latlng && { latlng: { latitude: latlng[0], longitude: latlng[1] } }),
    },
    ...(attributes && { attributes: Object.entries(attributes).map(attributeOf) }),
  };
}

/** The services that Google knows for a location's categories. */
function typesFor({ categories }: LocationFields): ServiceType[] {
  const all = [categories.primaryCategory, ...(categories.additionalCategories ?? [])];
  return serviceTypesOf(all.map(({ name }) => name.replace('categories/gcid:', '')));
}

function servicesOf(fields: LocationFields, { services = {}, ownServices = {} }: Profile): ServiceItem[] {
  const types = typesFor(fields);
  const known = Object.entries(services).map(([name, pounds]): ServiceItem => {
    const type = types.find(({ displayName }) => displayName === name);
    if (!type) throw new Error(`${fields.title} cannot have the service ${name}.`);
    return {
      structuredServiceItem: { serviceTypeId: type.serviceTypeId },
      ...(pounds !== null && { price: { currencyCode: 'GBP', units: String(pounds) } }),
    };
  });
  const category = fields.categories.primaryCategory.name;
  const own = Object.entries(ownServices).map(([displayName, description]): ServiceItem => ({
    freeFormServiceItem: { category, label: { displayName, description, languageCode: 'en' } },
  }));
  return [...known, ...own];
}

/** Hours that end before they begin end on the next day. */
function specialPeriod(words: string): SpecialHourPeriod {
  const [day = '', span] = words.split(' ');
  const startDate = fullDate(day);
  if (!span) return { startDate, closed: true };
  const [from = '', to = ''] = span.split('-');
  const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
  return {
    startDate,
    openTime: timeOf(from),
    endDate: fullDate(to > from ? day : next),
    closeTime: timeOf(to),
  };
}

function dateOf(text: string): OpeningDate {
  const [year = 0, month = 0, day] = text.split('-').map(Number);
  return { year, month, ...(day !== undefined && { day }) };
}

function fullDate(text: string) {
  return { day: 1, ...dateOf(text) };
}

function attributeOf([id, value]: [string, boolean | string | string[]]): Attribute {
  const name = `attributes/${id}`;
  if (Array.isArray(value))
    return { name, valueType: 'REPEATED_ENUM', repeatedEnumValue: { setValues: value } };
  if (typeof value === 'boolean') return { name, valueType: 'BOOL', values: [value] };
  if (id.startsWith('url_')) return { name, valueType: 'URL', uriValues: [{ uri: value }] };
  return { name, valueType: 'ENUM', values: [value] };
}
