import type { ApiExchange } from '../routes.js';
import { invalidArgument, type FieldViolation } from '../errors.js';
import type { Location, LocationFields } from '../model.js';
import type { State } from '../state.js';
import { isSame } from '../profile/canonical.js';
import { editedByOwner } from '../profile/edits.js';
import { fieldsCovered, put, valueAt, valuesOf, type FieldPath } from '../profile/fields.js';
import { fault } from './location-faults.js';
import { faultsOfFields } from './location-rules.js';
import { canBeWritten, LOCATION_SCHEMA } from './location-schema.js';
import { readPayload, withoutUnset } from './payload.js';
import { readMask, type JsonObject } from './request-format.js';
import { shownAt } from './readings.js';
import { lostWith, tidy, withFitAttributes } from './stored-location.js';

/**
 * Edits the masked fields of a location; masked fields that the body lacks are cleared.
 * @returns the edited location, or undefined when it was only to be validated.
 * @throws GoogleError 400 that names every fault.
 */
export function patchLocation(state: State, location: Location, exchange: ApiExchange): Location | undefined {
  const mask = readMask(exchange.query.get('updateMask'));
  if (mask.length === 0) throw invalid([{ field: 'update_mask', description: 'Field is required' }]);
  if (!mask.every(canBeWritten))
    throw invalid([{ field: 'update_mask', description: 'Invalid field mask provided' }]);
  const body = readBody(exchange.body);
  const fields = structuredClone(location.fields) as LocationFields & JsonObject;
  for (const path of mask) put(fields, path, valueAt(body, path));
  const names = [...new Set(mask.map((path) => path.split('.')[0] ?? path))] as (keyof LocationFields)[];
  const now = state.clock.now().getTime();
  const { closedDaysOverlap } = state.settings;
  const faults = [
    ...(state.settings.requiredInBody ? faultsOfGroups(body, mask) : []),
    ...faultsOfFields(names, { before: location, after: fields, now, closedDaysOverlap }),
    ...faultsOfStoreCode(state, location, fields),
  ];
  if (faults.length > 0) throw invalid(faults);
  if (exchange.query.get('validateOnly') === 'true') return undefined;
  const paths = [...new Set(mask.flatMap(fieldsCovered))];
  const edited = behindBy(state.settings.readingsBehindMs, {
    before: location,
    edited: edit(state, location, { fields: tidy(fields, location.fields), paths, at: now }),
    now,
  });
  state.editLocation(edited, { at: now, author: 'api', call: exchange.call });
  return loseWhatIsUnfit(state, edited, now);
}

/** The edited location, which readings show as before for a while. */
function behindBy(
  ms: number,
  { before, edited, now }: { before: Location; edited: Location; now: number },
): Location {
  const { behind: _, ...current } = edited;
  return ms === 0 ? current : { ...current, behind: { until: now + ms, shown: shownAt(now, before) } };
}

/** After a change of categories Google itself takes away what does not fit any longer. */
function loseWhatIsUnfit(state: State, edited: Location, at: number): Location {
  const values = valuesOf(lostWith(edited.fields));
  const location = withFitAttributes(edited);
  if (values.length === 0 && location === edited) return edited;
  const fields = { ...location.fields };
  for (const [path, value] of values) put(fields, path, value);
  const left = editedByOwner(location, { fields, paths: values.map(([path]) => path), at });
  state.editLocation(left, { at, author: 'google' });
  return left;
}

function edit(
  { settings }: State,
  location: Location,
  { fields, paths, at }: { fields: LocationFields; paths: FieldPath[]; at: number },
): Location {
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

/** The location in a body, without what Google does not read: output-only fields. */
function readBody(text: string): JsonObject {
  return withoutUnset(readPayload(text, LOCATION_SCHEMA, 'location')) as JsonObject;
}

/** What is required of a group is looked for in the body, whatever the mask names of that group. */
function faultsOfGroups(body: JsonObject, mask: string[]): FieldViolation[] {
  const isTouched = (group: string) => mask.some((path) => path.startsWith(`${group}.`));
  return REQUIRED_IN_GROUPS.filter(
    ({ group, part }) => isTouched(group) && valueAt(body, `${group}.${part}`) === undefined,
  ).map(({ group, part, reason }) => fault(`${group}.${part}`, reason));
}

const REQUIRED_IN_GROUPS = Object.freeze([
  Object.freeze({ group: 'openInfo', part: 'status', reason: 'REQUIRED_FIELD_MISSING_VALUE' }),
  Object.freeze({ group: 'phoneNumbers', part: 'primaryPhone', reason: 'MISSING_PRIMARY_PHONE_NUMBER' }),
]);

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

function invalid(violations: FieldViolation[]): Error {
  return invalidArgument('information', violations);
}
