import { and, eq } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { type ChangeRow, type GoogleEditRow, googleEdits, profileChanges } from '../../database/record.schema.js';
import { isSame, NOWHERE, type ProfileField } from './profile-fields.js';

/** The edits of Google that nobody has answered, of the field that a line is about. */
export function openEdits(tx: Orm, line: ChangeRow): Promise<GoogleEditRow[]> {
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
