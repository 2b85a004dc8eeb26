import { and, eq } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import {
  type ChangeRow,
  changeSets,
  type GoogleEditRow,
  googleEdits,
  profileChanges,
} from '../../database/record.schema.js';
import { isSame, NOWHERE, type ProfileField } from './profile-fields.js';
import type { SaveClaim } from './save-claim.js';

/** The edits of Google without an answer, of the field that a line is about. */
function openEdits(tx: Orm, line: ChangeRow): Promise<GoogleEditRow[]> {
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
        eq(state, 'OPEN'),
      ),
    );
}

/** What a line that Google took means for the line that it takes back, and for an edit of Google that it answers. */
export async function noteTaken(tx: Orm, line: ChangeRow, actor: string, at: Date): Promise<void> {
  if (line.undoes)
    await tx.update(profileChanges).set({ undoneBy: line.id }).where(eq(profileChanges.id, line.undoes));
  for (const edit of await openEdits(tx, line)) {
    const isAccepted = isSame(line.field as ProfileField, edit.publicValue, line.after, NOWHERE);
    await tx
      .update(googleEdits)
      .set({
        state: line.view === 'owner' && isAccepted ? 'ACCEPTED' : 'REJECTED',
        decidedAt: at,
        decidedBy: actor,
        changeId: line.id,
      })
      .where(eq(googleEdits.id, edit.id));
  }
}

/** Whether a save that answers edits of Google is too late: somebody has answered one since, or it is gone. */
export async function isAnswered(orm: Orm, { save, lines }: SaveClaim): Promise<boolean> {
  const [set] = await orm
    .select({ kind: changeSets.kind })
    .from(changeSets)
    .where(eq(changeSets.id, save.setId));
  if (set?.kind !== 'decision') return false;
  const open = await Promise.all(lines.map((line) => openEdits(orm, line)));
  return lines.some(({ field, view, before, after }, index) => {
    const googles = view === 'owner' ? after : before;
    return !open[index]?.some((edit) => isSame(field as ProfileField, edit.publicValue, googles, NOWHERE));
  });
}
