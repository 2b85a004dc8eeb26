import { DAYS, OPEN_STATUSES } from '../model.js';
import { frozen } from '../frozen.js';
import { schemaAt, type Schema } from './payload.js';

const PACKAGE = 'type.googleapis.com/google.mybusiness.businessinformation.v1';

const list = (schema: Schema) => ({ list: schema });
const message = (fields: Record<string, Schema>) => ({ fields });

const DATE = message({ year: 'integer', month: 'integer', day: 'integer' });
const TIME = message({ hours: 'integer', minutes: 'integer', seconds: 'integer', nanos: 'integer' });
const DAY: Schema = {
  enum: ['DAY_OF_WEEK_UNSPECIFIED', ...DAYS],
  type: 'type.googleapis.com/google.type.DayOfWeek',
};
const PERIODS = list(message({ openDay: DAY, openTime: TIME, closeDay: DAY, closeTime: TIME }));
const CATEGORY = message({
  name: 'string',
  displayName: 'string',
  serviceTypes: list(message({ serviceTypeId: 'string', displayName: 'string' })),
  moreHoursTypes: list(
    message({ hoursTypeId: 'string', displayName: 'string', localizedDisplayName: 'string' }),
  ),
});
const RELATED = message({ placeId: 'string', relationType: 'string' });
const BUSINESS_TYPES = ['CUSTOMER_LOCATION_ONLY', 'CUSTOMER_AND_BUSINESS_LOCATION'];

/** The resource Location of the discovery document of My Business Business Information, v1. */
export const LOCATION_SCHEMA = frozen<Schema>(
  message({
    name: 'string',
    languageCode: 'string',
    storeCode: 'string',
    title: 'string',
    labels: list('string'),
    phoneNumbers: message({ primaryPhone: 'string', additionalPhones: list('string') }),
    categories: message({ primaryCategory: CATEGORY, additionalCategories: list(CATEGORY) }),
    storefrontAddress: message({
      revision: 'integer',
      regionCode: 'string',
      languageCode: 'string',
      postalCode: 'string',
      sortingCode: 'string',
      administrativeArea: 'string',
      locality: 'string',
      sublocality: 'string',
      addressLines: list('string'),
      recipients: list('string'),
      organization: 'string',
    }),
    websiteUri: 'string',
    regularHours: message({ periods: PERIODS }),
    specialHours: message({
      specialHourPeriods: list(
        message({ startDate: DATE, openTime: TIME, endDate: DATE, closeTime: TIME, closed: 'boolean' }),
      ),
    }),
    moreHours: list(message({ hoursTypeId: 'string', periods: PERIODS })),
    serviceArea: message({
      businessType: {
        enum: ['BUSINESS_TYPE_UNSPECIFIED', ...BUSINESS_TYPES],
        type: `${PACKAGE}.ServiceAreaBusiness.BusinessType`,
      },
      regionCode: 'string',
      places: message({ placeInfos: list(message({ placeId: 'string', placeName: 'string' })) }),
    }),
    serviceItems: list(
      message({
        price: message({ currencyCode: 'string', units: 'int64', nanos: 'integer' }),
        structuredServiceItem: message({ serviceTypeId: 'string', description: 'string' }),
        freeFormServiceItem: message({
          category: 'string',
          label: message({ displayName: 'string', description: 'string', languageCode: 'string' }),
        }),
      }),
    ),
    adWordsLocationExtensions: message({ adPhone: 'string' }),
    relationshipData: message({
      parentLocation: RELATED,
      childrenLocations: list(RELATED),
      parentChain: 'string',
    }),
    openInfo: message({
      status: {
        enum: ['OPEN_FOR_BUSINESS_UNSPECIFIED', ...OPEN_STATUSES],
        type: `${PACKAGE}.OpenInfo.OpenForBusiness`,
      },
      canReopen: 'boolean',
      openingDate: DATE,
    }),
    profile: message({ description: 'string' }),
    latlng: message({ latitude: 'number', longitude: 'number' }),
    metadata: 'object',
  }),
);

/** Output-only and immutable: a body may have them and is read without them, but no update mask may name them. */
const UNWRITABLE = Object.freeze(['name', 'languageCode', 'metadata', 'openInfo.canReopen']);

/** Whether a read mask may name a path. Nothing within a list can be named. */
export function canBeRead(path: string): boolean {
  return schemaAt(LOCATION_SCHEMA, path) !== undefined || /^metadata\.[A-Za-z]+$/.test(path);
}

/** Whether an update mask may name a path. Categories go as a whole. */
export function canBeWritten(path: string): boolean {
  if (UNWRITABLE.includes(path) || path.startsWith('categories.')) return false;
  return schemaAt(LOCATION_SCHEMA, path) !== undefined;
}
