import { and, eq, gt, inArray, isNull, notInArray, type SQL } from 'drizzle-orm';
import { inMs, NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { type ChangeLineRow, changeLines, locationChanges } from '../../database/changes.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import type { Observation } from './change-lines.js';
import { differencesIn, noteGoogleEdits } from './observed-google-edits.js';
import { isSame, type ProfileField, type RawValue, valueIn } from '../translation/profile-fields.js';

/** For how long Google may show a location without a change that it has accepted. */
export const READINGS_BEHIND_MS = 30_000;

/** The states of what was sent and is not over. */
const ON_ITS_WAY = Object.freeze(['sending', 'unconfirmed'] as const);

/** A change that may be on its way, or that readings may not show yet. */
export interface ChangeUnderWay {
  id: string;
  /** Whether a reading has shown that Google has it. */
  isSeen: boolean;
  lines: ChangeLineRow[];
}

/** The changes of locations that may be on their way, by the location's id. */
export async function changesUnderWay(
  tx: Orm,
  owner: GoogleOwner,
  ids: readonly string[],
): Promise<Map<string, ChangeUnderWay>> {
  if (ids.length === 0) return new Map();
  const rows = await selectLines(
    tx,
    and(
      ownedBy(owner, locationChanges),
      inArray(locationChanges.locationId, [...ids]),
      inArray(locationChanges.state, ON_ITS_WAY),
      // Of several fields some may have been refused by name, or left out.
      inArray(changeLines.state, ON_ITS_WAY),
    ),
  );
  const changes = Map.groupBy(rows, ({ change }) => change.locationId);
  return new Map(
    [...changes].map(([locationId, of]) => {
      const { id, seenAt } = of[0]!.change;
      return [locationId, { id, isSeen: seenAt !== null, lines: of.map(({ line }) => line) }];
    }),
  );
}

/** The changes of locations that Google has just accepted, and that no reading has shown yet, by the location's id. */
export async function changesJustAccepted(
  tx: Orm,
  owner: GoogleOwner,
  ids: readonly string[],
): Promise<Map<string, ChangeUnderWay>> {
  if (ids.length === 0) return new Map();
  const rows = await selectLines(
    tx,
    and(
      ownedBy(owner, changeLines),
      inArray(changeLines.locationId, [...ids]),
      eq(changeLines.state, 'in_review'),
      // Other fields of the location may wait.
      notInArray(locationChanges.state, [...ON_ITS_WAY]),
      isNull(locationChanges.seenAt),
      gt(locationChanges.sentAt, inMs(-READINGS_BEHIND_MS)),
    ),
  );
  const changes = [...Map.groupBy(rows, ({ change }) => change.id)].map(([id, of]) => ({
    id,
    isSeen: false,
    lines: of.map(({ line }) => line),
  }));
  // After an answer Google may show its edit for a while longer, and the owner's value does not say whether it still does.
  const ofOwner = changes.filter(({ lines }) => lines.every(({ view }) => view === 'owner'));
  return new Map(ofOwner.map((change) => [change.lines[0]!.locationId, change]));
}

/** Some lines, each with its change. */
function selectLines(tx: Orm, which: SQL | undefined) {
  return tx
    .select({ change: locationChanges, line: changeLines })
    .from(locationChanges)
    .innerJoin(changeLines, eq(changeLines.locationChangeId, locationChanges.id))
    .where(which);
}

/**
 * Notes that Google has accepted changes, if a reading shows all their values. If a field has its former value later, it was
 * changed back, and the change is not sent again.
 */
export async function noteSeen(
  tx: Orm,
  underWay: ReadonlyMap<string, ChangeUnderWay>,
  shown: readonly GoogleLocation[],
): Promise<void> {
  const seen = shown.flatMap((google) => {
    const change = underWay.get(idOf(google));
    const isThere = change?.lines.every(
      (line) => line.view === 'owner' && isOwnValue(google, line, line.after),
    );
    return change && isThere ? [change.id] : [];
  });
  await markSeen(tx, seen);
}

/** Notes that a reading has shown changes. */
export async function markSeen(tx: Orm, ids: readonly string[]): Promise<void> {
  const free = await lockFree(tx, ids);
  if (free.size === 0) return;
  await tx
    .update(locationChanges)
    .set({ seenAt: NOW })
    .where(and(inArray(locationChanges.id, [...free]), isNull(locationChanges.seenAt)));
}

/** Writes down the edits of Google that readings show before changes arrive. @param observed by the id of the change */
export async function noteBefore(
  tx: Orm,
  owner: GoogleOwner,
  observed: ReadonlyMap<string, Observation>,
): Promise<void> {
  const free = await lockFree(tx, [...observed.keys()]);
  const ofFree = [...observed].filter(([id]) => free.has(id)).map(([, observation]) => observation);
  await noteGoogleEdits(tx, owner, ofFree);
}

/**
 * Locks changes, and leaves out those whose outcome is being noted at this moment: that transaction holds the row of the
 * change, and waits for rows that this one holds.
 */
async function lockFree(tx: Orm, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: locationChanges.id })
    .from(locationChanges)
    .where(inArray(locationChanges.id, [...ids]))
    .for('update', { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether a reading shows a location as it was before a change that is under way. Then Google's edits in it are older than
 * the change, which may end them when it arrives.
 */
export function isBefore({ isSeen, lines }: ChangeUnderWay, observation: Observation): boolean {
  const { now } = observation;
  const googles = differencesIn(observation);
  return (
    !isSeen &&
    lines.every((line) =>
      line.view === 'owner'
        ? isOwnValue(now, line, line.before)
        : // The owner's value stays, and Google's is there until the change arrives.
          isOwnValue(now, line, line.after) && googles?.has(line.field as ProfileField),
    )
  );
}

function isOwnValue(google: GoogleLocation, { field }: ChangeLineRow, value: RawValue): boolean {
  return isSame(field as ProfileField, valueIn(google, field as ProfileField), value, google);
}
