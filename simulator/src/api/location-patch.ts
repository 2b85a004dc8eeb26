import type { ApiExchange } from '../routes.js';
import { invalidArgument, type FieldViolation } from '../errors.js';
import type { Location, LocationFields, TimePeriod } from '../model.js';
import type { State } from '../state.js';
import { isSame } from '../profile/canonical.js';
import { editedByOwner } from '../profile/edits.js';
import { fieldsCovered, put, valueAt, type FieldPath } from '../profile/fields.js';
import { readMask, readObject, unknownNames, type JsonObject, withoutZeros } from './request-format.js';
import { faultsOfFields } from './location-rules.js';

/** The paths of a field mask of locations, and whether they can be written. */
const PATHS: Record<string, 'written' | 'fixed' | 'read'> = {
  name: 'read',
  languageCode: 'fixed',
  storeCode: 'written',
  title: 'written',
  labels: 'written',
  phoneNumbers: 'written',
  'phoneNumbers.primaryPhone': 'written',
  'phoneNumbers.additionalPhones': 'written',
  categories: 'written',
  storefrontAddress: 'written',
  websiteUri: 'written',
  regularHours: 'written',
  specialHours: 'written',
  moreHours: 'written',
  serviceArea: 'written',
  serviceItems: 'written',
  adWordsLocationExtensions: 'written',
  relationshipData: 'written',
  openInfo: 'written',
  'openInfo.status': 'written',
  'openInfo.openingDate': 'written',
  profile: 'written',
  'profile.description': 'written',
  latlng: 'fixed',
  metadata: 'read',
};

/** The top-level fields of a location. */
const LOCATION_FIELDS = Object.keys(PATHS).filter((path) => !path.includes('.'));

export const canBeRead = (path: string): boolean => Object.hasOwn(PATHS, path);

const canBeWritten = (path: string): boolean => Object.hasOwn(PATHS, path) && PATHS[path] === 'written';

/**
 * Edits the masked fields of a location; masked fields that the body lacks are cleared.
 * @returns the edited location, or undefined when it was only to be validated.
 * @throws GoogleError 400 that names every fault.
 */
export function patchLocation(state: State, location: Location, exchange: ApiExchange): Location | undefined {
  const mask = readMask(exchange.query.get('updateMask'));
  if (mask.length === 0 || !mask.every(canBeWritten))
    throw invalid([{ field: 'update_mask', description: 'Invalid field mask provided' }]);
  const body = readBody(exchange.body);
  const fields = structuredClone(location.fields) as LocationFields & JsonObject;
  for (const path of mask) put(fields, path, valueAt(body, path));
  const names = [...new Set(mask.map((path) => path.split('.')[0] ?? path))] as (keyof LocationFields)[];
  const faults = [...faultsOfFields(names, location, fields), ...faultsOfStoreCode(state, location, fields)];
  if (faults.length > 0) throw invalid(faults);
  if (exchange.query.get('validateOnly') === 'true') return undefined;
  const paths = [...new Set(mask.flatMap(fieldsCovered))];
  const edited = edit(state, location, { fields: tidy(fields), paths });
  const at = state.clock.now().getTime();
  state.editLocation(edited, { at, author: 'api', call: exchange.call });
  return edited;
}

function edit(
  { clock, settings }: State,
  location: Location,
  { fields, paths }: { fields: LocationFields; paths: FieldPath[] },
): Location {
  const at = clock.now().getTime();
  const { pendingFields, editReviewMs } = settings;
  const isReviewed = (path: FieldPath) => pendingFields === '*' || pendingFields.includes(path);
  const reviewedAt = editReviewMs > 0 ? at + editReviewMs : undefined;
  const edited = editedByOwner(location, { fields, paths, at, isReviewed, reviewedAt });
  // A location that has moved has to be verified again.
  const hasMoved = !isSame(location.fields, fields, 'storefrontAddress');
  return hasMoved && location.verification === 'VERIFIED'
    ? { ...edited, verification: 'UNVERIFIED' }
    : edited;
}

function readBody(text: string): JsonObject {
  const body = readObject(text);
  if (!body) throw invalid([{ field: 'location', description: 'Invalid JSON payload received.' }]);
  const unknown = unknownNames(body, LOCATION_FIELDS);
  if (unknown.length > 0)
    throw invalid(
      unknown.map((name) => ({
        field: 'location',
        description: `Invalid JSON payload received. Unknown name "${name}" at 'location': Cannot find field.`,
      })),
    );
  return body;
}

/** A store code is unique within its account. */
function faultsOfStoreCode(
  state: State,
  location: Location,
  { storeCode }: LocationFields,
): FieldViolation[] {
  const isTaken =
    storeCode !== undefined &&
    [...state.locations.values()].some(
      ({ id, isRemoved, accountIds, fields }) =>
        id !== location.id &&
        !isRemoved &&
        fields.storeCode === storeCode &&
        accountIds[0] === location.accountIds[0],
    );
  return isTaken ? [{ field: 'location.storeCode', description: 'The store code is used already.' }] : [];
}

/** The fields as Google stores them: times without zeros, categories without display names, a trimmed title. */
function tidy({ regularHours, ...fields }: LocationFields): LocationFields {
  const { primaryCategory, additionalCategories = [] } = fields.categories;
  const onlyName = ({ name }: { name: string }) => ({ name });
  const periods = (regularHours?.periods ?? []).map(tidyPeriod);
  return {
    ...fields,
    title: fields.title.trim(),
    categories: {
      primaryCategory: onlyName(primaryCategory),
      ...(additionalCategories.length > 0 && { additionalCategories: additionalCategories.map(onlyName) }),
    },
    ...(periods.length > 0 && { regularHours: { periods } }),
  };
}

function tidyPeriod({ openDay, openTime, closeDay, closeTime }: TimePeriod): TimePeriod {
  return { openDay, openTime: withoutZeros(openTime), closeDay, closeTime: withoutZeros(closeTime) };
}

function invalid(violations: FieldViolation[]): Error {
  return invalidArgument('information', violations);
}
