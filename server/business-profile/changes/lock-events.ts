import { randomUUID } from 'node:crypto';
import type { ChangeLineRow, ChangeSetRow } from '../../database/changes.schema.js';
import { inMs } from '../../database/database-clock.js';
import type { Orm } from '../../database/database.js';
import { lockedFields, type LockEventRow, lockEvents } from '../../database/locks.schema.js';
import { noteEvents } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { ChangeClaim, LineOutcome } from './change-claim.js';
import type { Line } from './change-lines.js';
import { findLocked, isOneOf, makeLocksDue } from './locked-fields.js';

/** How long until a lock looks again at a field whose value it did not put back, because something had changed. */
const AGAIN_MS = 60_000;

/** An event of a lock, without what its lock says of it. */
export type NewLockEvent = Pick<LockEventRow, 'kind' | 'cause' | 'at'> &
  Partial<Pick<LockEventRow, 'value' | 'heldSeconds' | 'changeId' | 'reason'>>;

type EventLine = Pick<ChangeLineRow, 'id' | 'locationId' | 'field' | 'locationName' | 'storeCode'>;

/** Notes events of those of some fields that are locked, each event once. */
export async function noteLockEvents(
  tx: Orm,
  owner: GoogleOwner,
  events: readonly { of: Omit<EventLine, 'id'>; event: NewLockEvent }[],
): Promise<void> {
  const locks = new Map(
    (
      await findLocked(
        tx,
        owner,
        events.map(({ of }) => of),
      )
    ).map((row) => [`${row.locationId} ${row.field}`, row.lockId]),
  );
  const rows = events.flatMap(({ of: { locationId, field, locationName, storeCode }, event }) => {
    const lockId = locks.get(`${locationId} ${field}`);
    const { workspaceId, subject } = owner;
    const place = { locationId, field, locationName, storeCode };
    return lockId ? [{ id: randomUUID(), workspaceId, subject, lockId, ...place, ...event }] : [];
  });
  if (rows.length > 0) await tx.insert(lockEvents).values(rows).onConflictDoNothing();
}

/**
 * Notes what a change that Google accepted means for a lock of its field: another value is kept from now on, or a person has
 * kept it once more.
 */
export async function noteAnswer(
  tx: Orm,
  line: ChangeLineRow,
  set: Pick<ChangeSetRow, 'kind'>,
  at: Date,
): Promise<void> {
  if (set.kind === 'lock') return;
  const kind = line.view === 'owner' ? 'changed' : 'answered';
  await noteLockEvents(tx, line, [
    { of: line, event: { kind, cause: line.id, value: line.after, changeId: line.id, at } },
  ]);
}

/** Notes that the owner changed values elsewhere, which locks keep from now on. An open edit of Google is compared with them. */
export async function noteTakenOver(tx: Orm, owner: GoogleOwner, lines: readonly Line[]): Promise<void> {
  const own = lines.filter(({ view }) => view === 'owner');
  const seen = own.filter(({ origin }) => origin === 'elsewhere');
  await noteLockEvents(
    tx,
    owner,
    seen.map(({ id, locationId, field, locationName, storeCode = null, after, at }) => ({
      of: { locationId, field, locationName, storeCode },
      event: { kind: 'taken_over', cause: id, value: after, changeId: id, at },
    })),
  );
  await makeLocksDue(tx, owner, own);
}

/**
 * Notes what became of a change that a lock made: a notice that the value was put back, or why it was not. Where something had
 * changed, or the outcome is not known, the lock looks again soon.
 */
export async function noteLockOutcome(
  tx: Orm,
  { owner }: Pick<ChangeClaim, 'owner'>,
  outcomes: readonly (readonly [ChangeLineRow, LineOutcome])[],
  at: Date,
): Promise<void> {
  const putBack = outcomes.filter(([, { state }]) => state === 'in_review').map(([line]) => line);
  await noteEvents(
    tx,
    putBack.map(({ id, workspaceId, locationId, locationName, storeCode, field }) => ({
      workspaceId,
      kind: 'lock_put_back',
      key: `lock_put_back ${id}`,
      cause: 'put_back',
      subject: { locationId, locationName, storeCode, field },
      at,
    })),
  );
  const failed = outcomes.filter(([, { state }]) => state === 'refused');
  await noteLockEvents(
    tx,
    owner,
    failed.map(([line, { error: reason }]) => ({
      of: line,
      event: { kind: 'not_sent', cause: line.id, changeId: line.id, reason, at },
    })),
  );
  const unsettled: readonly string[] = ['conflict', 'not_sent', 'not_known'];
  const changed = outcomes.filter(([, { state }]) => unsettled.includes(state));
  if (changed.length === 0) return;
  const fields = changed.map(([line]) => line);
  await tx
    .update(lockedFields)
    .set({ nextStepAt: inMs(AGAIN_MS) })
    .where(isOneOf(owner, fields));
}
