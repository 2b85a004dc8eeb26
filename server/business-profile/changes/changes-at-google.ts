import { and, eq, gt, inArray, isNull, type SQL } from 'drizzle-orm';
import { inMs, NOW } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { type ChangeRow, profileChanges, profileSaves } from '../../database/changes.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import type { Observation } from './change-lines.js';
import { differencesIn, recordGoogleEdits } from './observed-google-edits.js';
import { isSame, type ProfileField, type RawValue, valueIn } from '../translation/profile-fields.js';

/** By how much Google's readings may be behind what it has taken. */
export const READINGS_BEHIND_MS = 30_000;

/** A save of which something may be on its way, or that readings may not show yet. */
export interface SaveUnderWay {
  id: string;
  /** Whether a reading has shown that Google has it. */
  isSeen: boolean;
  lines: ChangeRow[];
}

/** The saves of locations of which something may be on its way, by the location's id. */
export async function savesUnderWay(
  tx: Orm,
  owner: GoogleOwner,
  ids: readonly string[],
): Promise<Map<string, SaveUnderWay>> {
  if (ids.length === 0) return new Map();
  const rows = await linesOfSaves(
    tx,
    and(
      ownedBy(owner, profileSaves),
      inArray(profileSaves.locationId, [...ids]),
      inArray(profileSaves.state, ['sending', 'unconfirmed']),
    ),
  );
  const saves = Map.groupBy(rows, ({ save }) => save.locationId);
  return new Map(
    [...saves].map(([locationId, of]) => {
      const { id, seenAt } = of[0]!.save;
      return [locationId, { id, isSeen: seenAt !== null, lines: of.map(({ line }) => line) }];
    }),
  );
}

/** The saves of locations that Google has just taken, and that no reading has shown yet, by the location's id. */
export async function savesJustTaken(
  tx: Orm,
  owner: GoogleOwner,
  ids: readonly string[],
): Promise<Map<string, SaveUnderWay>> {
  if (ids.length === 0) return new Map();
  const rows = await linesOfSaves(
    tx,
    and(
      ownedBy(owner, profileChanges),
      inArray(profileChanges.locationId, [...ids]),
      eq(profileChanges.state, 'in_review'),
      eq(profileSaves.state, 'saved'),
      isNull(profileSaves.seenAt),
      gt(profileSaves.sentAt, inMs(-READINGS_BEHIND_MS)),
    ),
  );
  const saves = [...Map.groupBy(rows, ({ save }) => save.id)].map(([id, of]) => ({
    id,
    isSeen: false,
    lines: of.map(({ line }) => line),
  }));
  // What an answer to Google's edit ends may be shown for a while longer, and the owner's value says nothing about it.
  const ofOwner = saves.filter(({ lines }) => lines.every(({ view }) => view === 'owner'));
  return new Map(ofOwner.map((save) => [save.lines[0]!.locationId, save]));
}

/** Some lines, each with its save. */
function linesOfSaves(tx: Orm, which: SQL | undefined) {
  return tx
    .select({ save: profileSaves, line: profileChanges })
    .from(profileSaves)
    .innerJoin(profileChanges, eq(profileChanges.saveId, profileSaves.id))
    .where(which);
}

/**
 * Notes of saves that Google has taken them, where a reading shows all their values. What is back at its former value later was
 * put back, and is not sent again.
 */
export async function noteSeen(
  tx: Orm,
  underWay: ReadonlyMap<string, SaveUnderWay>,
  shown: readonly GoogleLocation[],
): Promise<void> {
  const seen = shown.flatMap((google) => {
    const save = underWay.get(idOf(google));
    const isThere = save?.lines.every(
      (line) => line.view === 'owner' && isOwnValue(google, line, line.after),
    );
    return save && isThere ? [save.id] : [];
  });
  await noteSeenSaves(tx, seen);
}

/** Notes that a reading shows what was sent of saves. */
export async function noteSeenSaves(tx: Orm, ids: readonly string[]): Promise<void> {
  const free = await lockFree(tx, ids);
  if (free.size === 0) return;
  await tx
    .update(profileSaves)
    .set({ seenAt: NOW })
    .where(and(inArray(profileSaves.id, [...free]), isNull(profileSaves.seenAt)));
}

/** Writes down what readings show of Google's edits before saves that are under way, by the id of the save. */
export async function recordBefore(
  tx: Orm,
  owner: GoogleOwner,
  observed: ReadonlyMap<string, Observation>,
): Promise<void> {
  const free = await lockFree(tx, [...observed.keys()]);
  const ofFree = [...observed].filter(([id]) => free.has(id)).map(([, observation]) => observation);
  await recordGoogleEdits(tx, owner, ofFree);
}

/**
 * Locks saves, and leaves out those whose outcome is being noted at this moment: that transaction holds the save's row, and waits
 * for rows that this one holds.
 */
async function lockFree(tx: Orm, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await tx
    .select({ id: profileSaves.id })
    .from(profileSaves)
    .where(inArray(profileSaves.id, [...ids]))
    .for('update', { skipLocked: true });
  return new Set(rows.map(({ id }) => id));
}

/**
 * Whether a reading shows a location as it was before a save that is under way. Then what Google shows the public was
 * there before the save, which may end it when it arrives.
 */
export function isBefore({ isSeen, lines }: SaveUnderWay, observation: Observation): boolean {
  const { now } = observation;
  const googles = differencesIn(observation);
  return (
    !isSeen &&
    lines.every((line) =>
      line.view === 'owner'
        ? isOwnValue(now, line, line.before)
        : // The owner's value stays, and Google's is there as long as the save has not ended it.
          isOwnValue(now, line, line.after) && googles?.has(line.field as ProfileField),
    )
  );
}

function isOwnValue(google: GoogleLocation, { field }: ChangeRow, value: RawValue): boolean {
  return isSame(field as ProfileField, valueIn(google, field as ProfileField), value, google);
}
