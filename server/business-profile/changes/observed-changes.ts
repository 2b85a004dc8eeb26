import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  changeSets,
  googleEdits,
  changeLines,
  locationChanges,
} from '../../database/changes.schema.js';
import { noteEvents } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { worstOf } from './change-claim.js';
import { NOT_ACCEPTED } from './change-failures.js';
import { noteAccepted } from './answered-edits.js';
import { type Line, type Observation, toLine } from './change-lines.js';
import { failedEvent } from './location-events.js';
import { noteTakenOver } from './lock-events.js';
import { makeLocksDue } from './locked-fields.js';
import { differencesIn, noteGoogleEdits } from './observed-google-edits.js';
import { noteBack } from './presence.js';
import {
  fieldsOfMask,
  isSame,
  PROFILE_FIELDS,
  type ProfileField,
  type RawValue,
  valueIn,
} from '../translation/profile-fields.js';
import { markSeen } from './changes-at-google.js';

/** For how long after it was sent a value that appears counts as a change of ours that was given up. */
const LATE = sql`interval '2 minutes'`;

/**
 * Writes down what readings show: lines for fields whose values have changed without us, what became of changes that
 * Google reviewed, and the edits of Google and the public. It runs in the transaction that replaces what was known, so
 * that nothing is written twice. Notices for the owner are added in the same transaction.
 */
export async function noteObserved(tx: Orm, owner: GoogleOwner, observed: Observation[]): Promise<void> {
  const ids = observed.map(({ now }) => idOf(now));
  if (ids.length === 0) return;
  const inReview = Map.groupBy(
    await tx
      .select()
      .from(changeLines)
      .where(
        and(
          ownedBy(owner, changeLines),
          inArray(changeLines.locationId, ids),
          eq(changeLines.state, 'in_review'),
        ),
      ),
    ({ locationId }) => locationId,
  );
  const lines: Line[] = [];
  for (const observation of observed)
    lines.push(...(await ownerLines(tx, owner, observation, inReview.get(idOf(observation.now)) ?? [])));
  const atFirst = observed.filter(({ before }) => !before);
  await noteBack(tx, owner, atFirst);
  if (lines.length > 0) await tx.insert(changeLines).values(lines);
  await noteGoogleEdits(tx, owner, observed);
  await noteTakenOver(tx, owner, lines);
  // Google may have thrown an answer away, so that its edit is open again.
  await makeLocksDue(
    tx,
    owner,
    [...inReview.values()].flat().filter(({ view }) => view === 'public'),
  );
}

/** The fields that Google still reviews; undefined when that is not known. */
function fieldsInReview(
  now: GoogleLocation,
  updated: GoogleUpdatedLocation | undefined,
): Set<ProfileField> | undefined {
  if (!now.metadata?.hasPendingEdits) return new Set();
  return updated && fieldsOfMask(updated.pendingMask);
}

/** Changes of the owner's version. */
async function ownerLines(
  tx: Orm,
  owner: GoogleOwner,
  observation: Observation,
  inReview: ChangeLineRow[],
): Promise<Line[]> {
  const { before, now, updated, at } = observation;
  const pending = fieldsInReview(now, updated);
  if (pending) await settleReviewed(tx, observation, inReview, pending);
  if (!before) return [];
  const changed = PROFILE_FIELDS.filter(
    (field) => !isSame(field, valueIn(before, field), valueIn(now, field), now),
  );
  const lines: Line[] = [];
  for (const field of changed) {
    const values = { before: valueIn(before, field), after: valueIn(now, field) };
    const state = pending?.has(field) ? 'in_review' : 'public';
    if (await isLateEcho(tx, owner, observation, field, state)) continue;
    // Google threw away what it had in review, so that the former value is back.
    const isThrownAway = inReview.some(
      (line) => line.field === field && isSame(field, line.before, values.after, now),
    );
    lines.push(
      toLine(owner, observation, {
        field,
        view: 'owner',
        ...values,
        origin: isThrownAway ? 'google' : 'elsewhere',
        state,
        publicAt: state === 'public' ? at : null,
      }),
    );
  }
  return lines;
}

/** Notes what became of the changes that were in review: the public sees them, or Google threw them away. */
async function settleReviewed(
  tx: Orm,
  observation: Observation,
  inReview: ChangeLineRow[],
  pending: Set<ProfileField>,
): Promise<void> {
  const { before: known, now, at } = observation;
  const googles = differencesIn(observation);
  const wasPending = fieldsOfMask(known?.pendingMask);
  for (const line of inReview) {
    const { id, field: name, view, before, after } = line;
    const field = name as ProfileField;
    if (pending.has(field) || (view === 'public' && !googles) || isOutdated(observation, field)) continue;
    // The owner's value was the same before: only what the public sees says what became of an answer to Google's edit.
    const isKept = view === 'public' && wasPending.has(field) && googles?.has(field);
    const value = isKept ? googles?.get(field) : valueIn(now, field);
    const isNow = (other: RawValue) => isSame(field, other, value, now);
    const isThrownAway = !isNow(after) && isNow(before);
    if (isThrownAway) await noteEvents(tx, [failedEvent(line, { state: 'refused', error: THROWN_AWAY }, at)]);
    await tx
      .update(changeLines)
      .set(
        isNow(after)
          ? { state: 'public', publicAt: at }
          : { state: 'refused', error: isThrownAway ? THROWN_AWAY : REPLACED },
      )
      .where(eq(changeLines.id, id));
    // The change that it was to undo is in force again.
    if (line.undoes && !isNow(after))
      await tx
        .update(changeLines)
        .set({ undoneBy: null })
        .where(and(eq(changeLines.id, line.undoes), eq(changeLines.undoneBy, id)));
    // Google's value stayed, so its edit waits for another answer.
    if (isKept && isNow(before))
      await tx
        .update(googleEdits)
        .set({ state: 'OPEN', decidedAt: null, decidedBy: null, changeId: null })
        .where(eq(googleEdits.changeId, id));
  }
}

/**
 * Whether the owner's value at Google is another one by now than in this reading: the answer about reviews is younger than
 * the answer about the location, and a review ended in between. The next reading shows what became of it.
 */
function isOutdated({ now, updated }: Observation, field: ProfileField): boolean {
  if (!now.metadata?.hasPendingEdits || !updated?.location) return false;
  const isGoogles = fieldsOfMask(updated.diffMask).has(field);
  return !isGoogles && !isSame(field, valueIn(updated.location, field), valueIn(now, field), now);
}

const THROWN_AWAY = 'Google didn’t publish this change after its review.';
const REPLACED = 'Another change replaced this one before Google published it.';

/**
 * Whether a value that appears is a change of ours that seemed lost. Then its line says so, and a change that waits to be sent
 * again is not sent.
 * @param state whether the public sees the change
 */
async function isLateEcho(
  tx: Orm,
  owner: GoogleOwner,
  { now, at }: Observation,
  field: ProfileField,
  state: 'in_review' | 'public',
): Promise<boolean> {
  const { state: is, error } = changeLines;
  // A change that Google refused, or that was never sent, cannot arrive any more.
  const seemsLost = or(eq(is, 'not_known'), and(eq(is, 'not_sent'), eq(error, NOT_ACCEPTED)));
  const isToBeSentAgain = and(eq(is, 'waiting'), gt(locationChanges.timesSent, 0));
  const given = await tx
    .select({ line: changeLines, set: changeSets })
    .from(changeLines)
    .innerJoin(locationChanges, eq(locationChanges.id, changeLines.locationChangeId))
    .innerJoin(changeSets, eq(changeSets.id, locationChanges.setId))
    .where(
      and(
        ownedBy(owner, changeLines),
        eq(changeLines.locationId, idOf(now)),
        eq(changeLines.field, field),
        eq(changeLines.view, 'owner'),
        or(and(seemsLost, gt(changeLines.at, sql`shingle_now() - ${LATE}`)), isToBeSentAgain),
      ),
    );
  const echo = given.find(({ line }) => isSame(field, line.after, valueIn(now, field), now));
  if (!echo) return false;
  const { line, set } = echo;
  if (line.state === 'waiting') {
    await markSeen(tx, [line.locationChangeId!]);
    return true;
  }
  await tx
    .update(changeLines)
    .set({ state, publicAt: state === 'public' ? at : null, error: null })
    .where(eq(changeLines.id, line.id));
  const others = await tx
    .select({ state: changeLines.state })
    .from(changeLines)
    .where(eq(changeLines.locationChangeId, line.locationChangeId!));
  await tx
    .update(locationChanges)
    .set({ state: worstOf(others.map((other) => other.state)) })
    .where(eq(locationChanges.id, line.locationChangeId!));
  await noteAccepted(tx, line, set, at);
  return true;
}
