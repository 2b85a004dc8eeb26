import { and, eq, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { isAnyOf } from '../../database/any-of.js';
import { changeLines, googleEdits } from '../../database/changes.schema.js';
import { NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { lockedFields, type LockedFieldRow, lockEvents } from '../../database/locks.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import { hashOf, NOWHERE, type ProfileField } from '../translation/profile-fields.js';

/** How often a lock puts a field of a location back at most within so many days: against one value, and in all. */
export const LOCK_LIMITS = Object.freeze({ value: 2, field: 5, days: 30 });

/** A field of a location. */
export interface PlaceField {
  locationId: string;
  field: string;
}

/** That a value of Google's was put back, with the hashes of both values. */
export interface PutBack extends PlaceField {
  id: string;
  publicHash: string | null;
  keptHash: string | null;
  at: Date;
  /** Whether Google accepted it. */
  isAccepted: boolean;
}

/** Whether a locked field is the one that a row of another table is about. */
export function isLockOf(
  table: typeof changeLines | typeof lockEvents | typeof googleEdits,
): SQL | undefined {
  const { workspaceId, subject, locationId, field } = lockedFields;
  return and(
    eq(workspaceId, table.workspaceId),
    eq(subject, table.subject),
    eq(locationId, table.locationId),
    eq(field, table.field),
  );
}

/** Whether a row of locked fields is one of these. */
export function isOneOf(owner: GoogleOwner, fields: readonly PlaceField[]): SQL | undefined {
  const { locationId, field } = lockedFields;
  const given = JSON.stringify(fields.map((each) => ({ location_id: each.locationId, field: each.field })));
  const pairs = sql`(select location_id, field from jsonb_to_recordset(${given}::jsonb) as given(location_id text, field text))`;
  return and(ownedBy(owner, lockedFields), sql`(${locationId}, ${field}) in ${pairs}`);
}

/** Those of some fields that are locked. */
export function findLocked(
  tx: Orm,
  owner: GoogleOwner,
  fields: readonly PlaceField[],
): Promise<LockedFieldRow[]> {
  if (fields.length === 0) return Promise.resolve([]);
  return tx.select().from(lockedFields).where(isOneOf(owner, fields));
}

/** The fields of some locations that are locked, by location. */
export async function lockedFieldsOf(
  tx: Orm,
  owner: GoogleOwner,
  locationIds: readonly string[],
): Promise<Map<string, Set<string>>> {
  const { locationId, field } = lockedFields;
  const rows = await tx
    .select({ locationId, field })
    .from(lockedFields)
    .where(and(ownedBy(owner, lockedFields), isAnyOf(locationId, locationIds)));
  const byLocation = Map.groupBy(rows, (row) => row.locationId);
  return new Map([...byLocation].map(([id, own]) => [id, new Set(own.map((row) => row.field))]));
}

/** Makes those of some fields due that are locked: the lock looks at them at once. @returns which */
export async function makeLocksDue(
  tx: Orm,
  owner: GoogleOwner,
  fields: readonly PlaceField[],
): Promise<PlaceField[]> {
  if (fields.length === 0) return [];
  const { locationId, field } = lockedFields;
  return tx
    .update(lockedFields)
    .set({ nextStepAt: NOW })
    .where(isOneOf(owner, fields))
    .returning({ locationId, field });
}

/** What locks have put back of these locations within the days that count. */
export async function putBacksOf(
  tx: Orm,
  owner: GoogleOwner,
  locationIds: readonly string[],
): Promise<PutBack[]> {
  const { id, locationId, field, publicHash, keptHash, at, kind, changeId } = lockEvents;
  const rows = await tx
    .select({ id, locationId, field, publicHash, keptHash, at, state: changeLines.state })
    .from(lockEvents)
    .leftJoin(changeLines, eq(changeLines.id, changeId))
    .where(
      and(
        ownedBy(owner, lockEvents),
        isNotNull(locationId),
        inArray(locationId, [...locationIds]),
        eq(kind, 'put_back'),
        gt(at, COUNTED_SINCE),
      ),
    )
    .orderBy(at);
  return rows.map(({ state, ...row }) => ({
    ...row,
    locationId: row.locationId!,
    isAccepted: state === 'in_review' || state === 'public',
  }));
}

/** Since when what locks have put back counts. */
export const COUNTED_SINCE = sql`${NOW} - ${`${LOCK_LIMITS.days} days`}::interval`;

/** Which limit is reached, so that a person decides; undefined: the lock may put it back. */
export function limitReached(
  putBacks: readonly PutBack[],
  of: PlaceField & { publicHash: string; keptHash: string },
): 'value' | 'field' | undefined {
  const ofField = putBacks.filter(
    ({ locationId, field }) => locationId === of.locationId && field === of.field,
  );
  const ofValue = ofField.filter(
    ({ publicHash, keptHash }) => publicHash === of.publicHash && keptHash === of.keptHash,
  );
  if (ofValue.length >= LOCK_LIMITS.value) return 'value';
  return ofField.length >= LOCK_LIMITS.field ? 'field' : undefined;
}

/** The hashes of the public value and of the kept one. */
export function hashesOf(
  field: string,
  values: { publicValue: unknown; kept: unknown },
): { publicHash: string; keptHash: string } {
  const hash = (value: unknown) => hashOf(field as ProfileField, value, NOWHERE);
  return { publicHash: hash(values.publicValue), keptHash: hash(values.kept) };
}

/** Those of some locations' fields whose own value Google still reviews. */
export async function fieldsUnderReview(
  tx: Orm,
  owner: GoogleOwner,
  locationIds: readonly string[],
): Promise<PlaceField[]> {
  const { locationId, field, view, state } = changeLines;
  return tx
    .select({ locationId, field })
    .from(changeLines)
    .where(
      and(
        ownedBy(owner, changeLines),
        inArray(locationId, [...locationIds]),
        eq(state, 'in_review'),
        eq(view, 'owner'),
      ),
    );
}
