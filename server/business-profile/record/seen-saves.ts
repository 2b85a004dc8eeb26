import { and, inArray, isNull } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { profileChanges, profileSaves } from '../../database/record.schema.js';
import { NOW } from '../../jobs/claims.js';
import type { GoogleOwner } from '../business-profile-provider.js';
import { ownedBy } from '../google-owner.js';
import type { GoogleLocation } from '../google/google-types.js';
import { idOf } from '../google/mapping.js';
import { isSame, type ProfileField, valueIn } from './profile-fields.js';

/** The saves of locations of which something may be on its way, by the location's id. */
export async function savesUnderWay(
  tx: Orm,
  owner: GoogleOwner,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: profileSaves.id, locationId: profileSaves.locationId })
    .from(profileSaves)
    .where(
      and(
        ownedBy(owner, profileSaves),
        inArray(profileSaves.locationId, [...ids]),
        inArray(profileSaves.state, ['sending', 'unconfirmed']),
      ),
    );
  return new Map(rows.map(({ id, locationId }) => [locationId, id]));
}

/**
 * Notes of saves whose outcome is open that Google has taken them, where a reading shows all their values. What is back at its
 * former value later was put back, and is not sent again.
 */
export async function noteSeen(
  tx: Orm,
  underWay: ReadonlyMap<string, string>,
  shown: readonly GoogleLocation[],
): Promise<void> {
  const locations = new Map(
    shown.flatMap((google) => {
      const save = underWay.get(idOf(google));
      return save === undefined ? [] : [[save, google] as const];
    }),
  );
  if (locations.size === 0) return;
  const lines = await tx
    .select()
    .from(profileChanges)
    .where(inArray(profileChanges.saveId, [...locations.keys()]));
  const seen = [...Map.groupBy(lines, ({ saveId }) => saveId)].flatMap(([save, ofSave]) => {
    const google = save === null ? undefined : locations.get(save);
    const isThere =
      google &&
      ofSave.every(({ field, view, after }) => {
        const name = field as ProfileField;
        return view === 'owner' && isSame(name, valueIn(google, name), after, google);
      });
    return isThere && save !== null ? [save] : [];
  });
  if (seen.length === 0) return;
  // A save whose outcome is being noted at this moment holds its row, and waits for the rows that this transaction holds.
  const free = tx
    .select({ id: profileSaves.id })
    .from(profileSaves)
    .where(and(inArray(profileSaves.id, seen), isNull(profileSaves.seenAt)))
    .for('update', { skipLocked: true });
  await tx.update(profileSaves).set({ seenAt: NOW }).where(inArray(profileSaves.id, free));
}
