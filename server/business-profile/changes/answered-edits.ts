import { and, eq, inArray } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  type ChangeRow,
  type ChangeSetRow,
  type GoogleEditRow,
  googleEdits,
  profileChanges,
} from '../../database/changes.schema.js';
import { isSame, NOWHERE, type ProfileField } from '../translation/profile-fields.js';
import type { ChangeClaim } from './change-claim.js';

/** The edits of Google without an answer, of the field that a line is about; also those that ended by themselves, if asked for. */
function openEdits(
  tx: Orm,
  line: ChangeRow,
  states: readonly GoogleEditRow['state'][] = ['OPEN'],
): Promise<GoogleEditRow[]> {
  const { workspaceId, subject, locationId, field, state } = googleEdits;
  return tx
    .select()
    .from(googleEdits)
    .where(
      and(
        eq(workspaceId, line.workspaceId),
        eq(subject, line.subject),
        eq(locationId, line.locationId),
        eq(field, line.field),
        inArray(state, [...states]),
      ),
    );
}

/** What a line that Google took means for the line that it takes back, and for an edit of Google that it answers. */
export async function noteTaken(
  tx: Orm,
  line: ChangeRow,
  set: Pick<ChangeSetRow, 'kind' | 'actor'>,
  at: Date,
): Promise<void> {
  if (line.undoes)
    await tx.update(profileChanges).set({ undoneBy: line.id }).where(eq(profileChanges.id, line.undoes));
  // What an answer accepts was open when it was given: Google may have replaced it while the answer was on its way.
  const states = set.kind === 'decision' ? (['OPEN', 'GONE'] as const) : undefined;
  for (const edit of await openEdits(tx, line, states)) {
    const isAccepted =
      line.view === 'owner' && isSame(line.field as ProfileField, edit.publicValue, line.after, NOWHERE);
    if (edit.state === 'GONE' && !isAccepted) continue;
    await tx
      .update(googleEdits)
      .set({
        state: isAccepted ? 'ACCEPTED' : 'REJECTED',
        decidedAt: at,
        decidedBy: set.actor,
        changeId: line.id,
      })
      .where(eq(googleEdits.id, edit.id));
  }
}

/** Whether a save that answers edits of Google is too late: somebody has answered one since, or it is gone. */
export async function isAnswered(orm: Orm, { set, lines }: ChangeClaim): Promise<boolean> {
  if (set.kind !== 'decision') return false;
  const open = await Promise.all(lines.map((line) => openEdits(orm, line)));
  return lines.some(({ field, view, before, after }, index) => {
    const googles = view === 'owner' ? after : before;
    return !open[index]?.some((edit) => isSame(field as ProfileField, edit.publicValue, googles, NOWHERE));
  });
}
