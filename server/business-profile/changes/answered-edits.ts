import { and, eq, inArray } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  type ChangeSetRow,
  type GoogleEditRow,
  googleEdits,
  changeLines,
} from '../../database/changes.schema.js';
import { isSame, NOWHERE, type ProfileField } from '../translation/profile-fields.js';
import type { ChangeClaim } from './change-claim.js';
import { noteAnswer } from './lock-events.js';

/** The edits of Google in some states, by default those without an answer, of the field that a line is about. */
function openEdits(
  tx: Orm,
  line: ChangeLineRow,
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

/** Notes what a line that Google accepted means for the line that it undoes, and for an edit of Google that it answers. */
export async function noteAccepted(
  tx: Orm,
  line: ChangeLineRow,
  set: Pick<ChangeSetRow, 'kind' | 'actor'>,
  at: Date,
): Promise<void> {
  if (line.undoes)
    await tx.update(changeLines).set({ undoneBy: line.id }).where(eq(changeLines.id, line.undoes));
  await noteAnswer(tx, line, set, at);
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

/** Whether a change comes too late to answer edits of Google: one of them is answered by now, or gone. */
export async function isAnswered(
  orm: Orm,
  { set, lines }: Pick<ChangeClaim, 'set' | 'lines'>,
): Promise<boolean> {
  if (set.kind !== 'decision' && set.kind !== 'lock') return false;
  const open = await Promise.all(lines.map((line) => openEdits(orm, line)));
  return lines.some(({ field, view, before, after }, index) => {
    const googles = view === 'owner' ? after : before;
    return !open[index]?.some((edit) => isSame(field as ProfileField, edit.publicValue, googles, NOWHERE));
  });
}
