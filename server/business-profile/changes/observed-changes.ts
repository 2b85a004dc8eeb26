import { and, eq, gt, inArray, or, sql } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  type ChangeRow,
  changeSets,
  googleEdits,
  profileChanges,
  profileSaves,
} from '../../database/changes.schema.js';
import { noteEvents } from '../../notices/events/outbox.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { GoogleLocation, GoogleUpdatedLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { NOT_TAKEN } from './change-failures.js';
import { noteTaken } from './answered-edits.js';
import { type Line, type Observation, toLine } from './change-lines.js';
import { failedEvent } from './location-events.js';
import { differencesIn, recordGoogleEdits } from './observed-google-edits.js';
import { recordBack } from './presence.js';
import {
  fieldsOfMask,
  isSame,
  PROFILE_FIELDS,
  type ProfileField,
  type RawValue,
  valueIn,
} from '../translation/profile-fields.js';
import { noteSeenSaves } from './changes-at-google.js';

/** A change that shows within this time after it was sent, and that was given up, is the one that was sent. */
const LATE = sql`interval '2 minutes'`;

/**
 * Writes down what readings show: lines for fields whose values have changed without us, what became of changes that
 * Google reviewed, and the edits of Google and the public. It runs in the transaction that replaces what was known, so
 * that nothing is written twice, and notes there what the owner is to be told.
 */
export async function recordObserved(tx: Orm, owner: GoogleOwner, observed: Observation[]): Promise<void> {
  const ids = observed.map(({ now }) => idOf(now));
  if (ids.length === 0) return;
  const inReview = Map.groupBy(
    await tx
      .select()
      .from(profileChanges)
      .where(
        and(
          ownedBy(owner, profileChanges),
          inArray(profileChanges.locationId, ids),
          eq(profileChanges.state, 'in_review'),
        ),
      ),
    ({ locationId }) => locationId,
  );
  const lines: Line[] = [];
  for (const observation of observed)
    lines.push(...(await ownerLines(tx, owner, observation, inReview.get(idOf(observation.now)) ?? [])));
  const atFirst = observed.filter(({ before }) => !before);
  await recordBack(tx, owner, atFirst);
  if (lines.length > 0) await tx.insert(profileChanges).values(lines);
  await recordGoogleEdits(tx, owner, observed);
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
  inReview: ChangeRow[],
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
  inReview: ChangeRow[],
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
      .update(profileChanges)
      .set(
        isNow(after)
          ? { state: 'public', publicAt: at }
          : { state: 'refused', error: isThrownAway ? THROWN_AWAY : REPLACED },
      )
      .where(eq(profileChanges.id, id));
    // What it was to undo is in force.
    if (line.undoes && !isNow(after))
      await tx
        .update(profileChanges)
        .set({ undoneBy: null })
        .where(and(eq(profileChanges.id, line.undoes), eq(profileChanges.undoneBy, id)));
    // With its value Google’s edit is there as before, and waits for another answer.
    if (isKept && isNow(before))
      await tx
        .update(googleEdits)
        .set({ state: 'OPEN', decidedAt: null, decidedBy: null, changeId: null })
        .where(eq(googleEdits.changeId, id));
  }
}

/**
 * Whether Google has another value of the owner by now than this reading: what is under review was asked for later, and a
 * review ended in between. The next reading shows what became of it.
 */
function isOutdated({ now, updated }: Observation, field: ProfileField): boolean {
  if (!now.metadata?.hasPendingEdits || !updated?.location) return false;
  const isGoogles = fieldsOfMask(updated.diffMask).has(field);
  return !isGoogles && !isSame(field, valueIn(updated.location, field), valueIn(now, field), now);
}

const THROWN_AWAY = 'Google didn’t publish this change after its review.';
const REPLACED = 'Another change replaced this one before Google published it.';

/**
 * Whether a change of ours that seemed lost shows now: then it was not, and its line says so. One that waits to be sent again
 * is not.
 * @param state whether the public sees the change
 */
async function isLateEcho(
  tx: Orm,
  owner: GoogleOwner,
  { now, at }: Observation,
  field: ProfileField,
  state: 'in_review' | 'public',
): Promise<boolean> {
  const { state: is, error } = profileChanges;
  // What Google has answered, or was never asked for, cannot arrive any more.
  const seemsLost = or(eq(is, 'not_known'), and(eq(is, 'not_sent'), eq(error, NOT_TAKEN)));
  const isToBeSentAgain = and(eq(is, 'waiting'), gt(profileSaves.timesSent, 0));
  const given = await tx
    .select({ line: profileChanges, set: changeSets })
    .from(profileChanges)
    .innerJoin(profileSaves, eq(profileSaves.id, profileChanges.saveId))
    .innerJoin(changeSets, eq(changeSets.id, profileSaves.setId))
    .where(
      and(
        ownedBy(owner, profileChanges),
        eq(profileChanges.locationId, idOf(now)),
        eq(profileChanges.field, field),
        eq(profileChanges.view, 'owner'),
        or(and(seemsLost, gt(profileChanges.at, sql`shingle_now() - ${LATE}`)), isToBeSentAgain),
      ),
    );
  const echo = given.find(({ line }) => isSame(field, line.after, valueIn(now, field), now));
  if (!echo) return false;
  const { line, set } = echo;
  if (line.state === 'waiting') {
    await noteSeenSaves(tx, [line.saveId!]);
    return true;
  }
  await tx
    .update(profileChanges)
    .set({ state, publicAt: state === 'public' ? at : null, error: null })
    .where(eq(profileChanges.id, line.id));
  await tx.update(profileSaves).set({ state: 'saved' }).where(eq(profileSaves.id, line.saveId!));
  await noteTaken(tx, line, set, at);
  return true;
}
