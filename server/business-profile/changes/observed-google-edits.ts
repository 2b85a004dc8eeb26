import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { Orm } from '../../database/database.js';
import { type GoogleEditRow, googleEdits, changeLines } from '../../database/changes.schema.js';
import { noteEvents, type NoticeEvent } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import { idOf } from '../translation/mapping.js';
import { type Line, type Observation, placeOf, toLine } from './change-lines.js';
import { changedEvent } from './location-events.js';
import { makeLocksDue, type PlaceField } from './locked-fields.js';
import {
  fieldsOfMask,
  hashOf,
  isSame,
  type ProfileField,
  type RawValue,
  valueIn,
} from '../translation/profile-fields.js';

/** Writes down the edits of Google and the public that readings show, and adds notices of them for the owner. */
export async function noteGoogleEdits(
  tx: Orm,
  owner: GoogleOwner,
  observed: readonly Observation[],
): Promise<void> {
  const ids = observed.map(({ now }) => idOf(now));
  if (ids.length === 0) return;
  const edits = Map.groupBy(
    await tx
      .select()
      .from(googleEdits)
      .where(and(ownedBy(owner, googleEdits), inArray(googleEdits.locationId, ids))),
    ({ locationId }) => locationId,
  );
  const lines: Line[] = [];
  const noticed: Line[] = [];
  const opened: PlaceField[] = [];
  for (const observation of observed) {
    const known = edits.get(idOf(observation.now)) ?? [];
    const seen = await publicLines(tx, owner, observation, known, opened);
    lines.push(...seen);
    if (observation.before) noticed.push(...seen);
  }
  if (lines.length > 0) await tx.insert(changeLines).values(lines);
  const locked = new Set((await makeLocksDue(tx, owner, opened)).map(keyOf));
  // A lock says itself what becomes of it, but for a location that shows as closed.
  const events = noticed.map((line) => ({ line, event: changedEvent(line) }));
  const isOfLock = (line: Line, { kind }: NoticeEvent) =>
    kind === 'profile_changed' && locked.has(keyOf(line));
  await noteEvents(
    tx,
    events.filter(({ line, event }) => !isOfLock(line, event)).map(({ event }) => event),
  );
}

function keyOf({ locationId, field }: PlaceField): string {
  return `${locationId} ${field}`;
}

/**
 * Changes of what only the public sees: edits that Google or the public made, changed or took back.
 * @param opened gets the fields whose edits have opened
 */
async function publicLines(
  tx: Orm,
  owner: GoogleOwner,
  observation: Observation,
  known: GoogleEditRow[],
  opened: PlaceField[],
): Promise<Line[]> {
  const { before, now, at } = observation;
  const differences = differencesIn(observation);
  if (!differences) return [];
  const lines: Line[] = [];
  const line = (field: ProfileField, from: RawValue, to: RawValue) =>
    lines.push(
      toLine(owner, observation, {
        field,
        view: 'public',
        before: from,
        after: to,
        origin: 'google',
        state: 'public',
        publicAt: at,
      }),
    );
  for (const [field, publicValue] of differences) {
    const own = valueIn(now, field);
    const valueHash = hashOf(field, publicValue, now);
    const same = known.find((edit) => edit.field === field && edit.valueHash === valueHash);
    const open = known.find((edit) => edit.field === field && edit.state === 'OPEN');
    const seen = { ownerValue: own, publicValue, lastSeenAt: at };
    // A decided edit may stay visible for a while. It is back only once it was seen to be gone.
    const lingers = same && same.state !== 'GONE' && same.clearedAt === null;
    if (same && lingers) {
      await tx.update(googleEdits).set(seen).where(eq(googleEdits.id, same.id));
      continue;
    }
    const fresh = { ...seen, state: 'OPEN', decidedAt: null, decidedBy: null, clearedAt: null } as const;
    if (same)
      await tx
        .update(googleEdits)
        .set({ ...fresh, times: same.times + 1 })
        .where(eq(googleEdits.id, same.id));
    else
      await tx.insert(googleEdits).values({
        id: randomUUID(),
        ...placeOf(owner, observation),
        field,
        valueHash,
        firstSeenAt: at,
        ...fresh,
      });
    opened.push({ locationId: idOf(now), field });
    if (before) line(field, open ? open.publicValue : own, publicValue);
  }
  for (const edit of known) {
    const field = edit.field as ProfileField;
    const isThere = differences.has(field) && hashOf(field, differences.get(field), now) === edit.valueHash;
    if (isThere || edit.clearedAt !== null) continue;
    const isOpen = edit.state === 'OPEN';
    await tx
      .update(googleEdits)
      .set({ clearedAt: at, ...(isOpen && { state: 'GONE' }) })
      .where(eq(googleEdits.id, edit.id));
    const own = valueIn(now, field);
    // A new value of the owner's ended it, and that change has a line.
    const isOwnNew = before && !isSame(field, valueIn(before, field), own, now);
    if (isOpen && !differences.has(field) && !isOwnNew && !isSame(field, own, edit.publicValue, now))
      line(field, edit.publicValue, own);
  }
  return lines;
}

/** What the public sees instead of the owner's values; undefined when that is not known. */
export function differencesIn({ now, updated }: Observation): Map<ProfileField, RawValue> | undefined {
  if (!now.metadata?.hasGoogleUpdated) return new Map();
  if (!updated) return undefined;
  const { location = {}, diffMask } = updated;
  return new Map(
    [...fieldsOfMask(diffMask)]
      .map((field) => [field, valueIn(location, field)] as const)
      .filter(([field, value]) => !isSame(field, value, valueIn(now, field), now)),
  );
}
