import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Orm } from '../../database/database.js';
import { mirrorLocations } from '../../database/mirror.schema.js';
import { googleEdits, changeLines } from '../../database/changes.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import type { GoogleLocation } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { ownedBy } from '../port/google-owner.js';
import { type KnownLocation, toLine } from './change-lines.js';
import type { Presence } from './change-values.js';

type MirrorRow = typeof mirrorLocations.$inferSelect;

const LEFT = { before: 'LISTED', after: 'NOT_LISTED' } satisfies Record<string, Presence>;

/** How many locations one statement is about. */
const AT_ONCE = 500;

/**
 * Writes down which locations no account shows any more: one line for each, until it is back. Google's open edits of them
 * are deleted. To be called in the transaction in which the mirror drops rows, after that.
 */
export async function noteGone(tx: Orm, owner: GoogleOwner, dropped: MirrorRow[], at: Date): Promise<void> {
  if (dropped.length === 0) return;
  const shown = await tx
    .selectDistinct({ id: mirrorLocations.id })
    .from(mirrorLocations)
    .where(ownedBy(owner, mirrorLocations));
  const isShown = new Set(shown.map(({ id }) => id));
  const gone = dropped.filter(({ id, isPrimary }) => isPrimary && !isShown.has(id));
  for (let first = 0; first < gone.length; first += AT_ONCE) {
    const some = gone.slice(first, first + AT_ONCE);
    const lines = some.map(({ accountId, data, readAt }) =>
      toLine(
        owner,
        { accountId, now: data as unknown as GoogleLocation, seenAfter: readAt, at },
        { field: 'presence', view: 'owner', ...LEFT, origin: 'elsewhere', state: 'public' },
      ),
    );
    // A location that was away and not read since has its line already.
    await tx.insert(changeLines).values(lines).onConflictDoNothing();
    const { workspaceId, subject, locationId, state } = googleEdits;
    await tx.delete(googleEdits).where(
      and(
        eq(workspaceId, owner.workspaceId),
        eq(subject, owner.subject),
        inArray(
          locationId,
          some.map(({ id }) => id),
        ),
        eq(state, 'OPEN'),
      ),
    );
  }
}

/** Ends the absences of locations that are seen as if for the first time. */
export async function noteBack(tx: Orm, owner: GoogleOwner, seen: KnownLocation[]): Promise<void> {
  const [first] = seen;
  if (!first) return;
  const { workspaceId, subject, locationId, field, backAt } = changeLines;
  await tx
    .update(changeLines)
    .set({ backAt: first.at })
    .where(
      and(
        eq(workspaceId, owner.workspaceId),
        eq(subject, owner.subject),
        inArray(
          locationId,
          seen.map(({ now }) => idOf(now)),
        ),
        eq(field, 'presence'),
        isNull(backAt),
      ),
    );
}
