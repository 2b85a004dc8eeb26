import { eq } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  changeLines,
  changeSets,
  type ChangeSetRow,
} from '../../database/changes.schema.js';
import { noteEvents } from '../../notices/events/outbox.js';
import { type ChangeClaim, type LineOutcome, SetStopped } from './change-claim.js';
import { FAILED_STATES, failedEvent } from './location-events.js';

/** Notes what became of a line, and the notice of it, unless a person sees its outcome, or the notice is about the whole set. */
export async function noteOutcome(
  tx: Orm,
  { set, isAwaited }: ChangeClaim,
  line: ChangeLineRow,
  outcome: LineOutcome,
  at: Date,
): Promise<void> {
  const { state, error } = outcome;
  await tx.update(changeLines).set(outcome).where(eq(changeLines.id, line.id));
  const failed = FAILED_STATES.find((each) => each === state);
  const isOneOfMany = (set.locationsTotal ?? 1) > 1;
  // A lock looks again at what has changed, and says then what it needs.
  const isOfLock = set.kind === 'lock';
  const isNews = isOfLock ? failed === 'refused' : !isOneOfMany;
  if (failed && !isAwaited && isNews)
    await noteEvents(tx, [failedEvent(line, { state: failed, error: error ?? '' }, at)]);
}

/** Errors: `SetStopped`. A set that is being stopped waits until the intent is committed, and then it was sent before. */
export async function requireWanted(tx: Orm, { id }: ChangeSetRow): Promise<void> {
  const { stoppedAt } = changeSets;
  const [set] = await tx.select({ stoppedAt }).from(changeSets).where(eq(changeSets.id, id)).for('share');
  if (set?.stoppedAt) throw new SetStopped('the set was stopped');
}
