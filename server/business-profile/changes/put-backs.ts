import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { ChangeLineRow } from '../../database/changes.schema.js';
import type { Orm } from '../../database/database.js';
import { lockedFields, lockEvents } from '../../database/locks.schema.js';
import { ownedBy } from '../port/google-owner.js';
import { answeredLines } from './answered-edits.js';
import { type ChangeClaim, LockOver } from './change-claim.js';
import { NO_LONGER_DUE, UNLOCKED } from './change-failures.js';
import { fieldsUnderReview, hashesOf, isOneOf, limitReached, putBacksOf } from './locked-fields.js';

/**
 * Asks once more, in the transaction of the intent, whether a lock may put a value back, and counts it. It holds the row
 * of the field, so that no two processes pass the limits together. Errors: `LockOver`.
 */
export async function notePutBack(
  tx: Orm,
  { owner, change, lines, set }: Pick<ChangeClaim, 'owner' | 'change' | 'lines' | 'set'>,
  timesSent: number,
  at: Date,
): Promise<void> {
  const { locationId } = change;
  const held = await tx.select().from(lockedFields).where(isOneOf(owner, lines)).for('update');
  const locks = new Map(held.map((row) => [row.field, row]));
  if (lines.some(({ field }) => !locks.has(field))) throw new LockOver(UNLOCKED);
  const underReview = await fieldsUnderReview(tx, owner, [locationId]);
  const putBacks = await putBacksOf(tx, owner, [locationId]);
  const isDue = ({ field, before, after }: ChangeLineRow) =>
    !underReview.some((each) => each.field === field) &&
    !limitReached(putBacks, { locationId, field, ...hashesOf(field, { publicValue: before, kept: after }) });
  const answered = await answeredLines(tx, { set, lines });
  if (!lines.every(isDue) || answered.length > 0) throw new LockOver(NO_LONGER_DUE);
  await tx.insert(lockEvents).values(
    lines.map(({ id: changeId, field, locationName, storeCode, before, after }) => ({
      id: randomUUID(),
      ...owner,
      lockId: locks.get(field)!.lockId,
      field,
      locationId,
      locationName,
      storeCode,
      kind: 'put_back' as const,
      cause: causeOf(change.id, timesSent),
      ...hashesOf(field, { publicValue: before, kept: after }),
      value: after,
      changeId,
      at,
    })),
  );
}

/** Takes back what was counted of a sending for lines of which Google certainly has nothing. */
export async function forgetPutBack(
  tx: Orm,
  { owner, change, set, lines }: Pick<ChangeClaim, 'owner' | 'change' | 'set' | 'lines'>,
): Promise<void> {
  if (set.kind !== 'lock') return;
  const { locationId, field, kind, cause } = lockEvents;
  const fields = lines.map((line) => line.field);
  await tx
    .delete(lockEvents)
    .where(
      and(
        ownedBy(owner, lockEvents),
        eq(locationId, change.locationId),
        inArray(field, fields),
        eq(kind, 'put_back'),
        eq(cause, causeOf(change.id, change.timesSent)),
      ),
    );
}

/** Each sending counts by itself, since each may arrive. */
function causeOf(changeId: string, timesSent: number): string {
  return `${changeId} ${timesSent}`;
}
