import { Injectable } from '@nestjs/common';
import { and, eq, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { Database } from '../../database/database.js';
import { mirrorAccounts, mirrorImports, mirrorLocations } from '../../database/mirror.schema.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import type { PostPlace } from '../port/remote-post.js';
import type { GoogleAccount } from '../translation/google-types.js';
import { idOf } from '../translation/mapping.js';
import { isPlace } from './mirror.repository.js';

/** The accounts under which the copy shows a location, and moves to other accounts. */
@Injectable()
export class MirrorMoves {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * The account under which posts and replies of a location are sent: the given one while the copy shows the location there,
   * and else the first account that shows it; undefined for an unknown location.
   */
  async accountOf(owner: GoogleOwner, { accountId, locationId }: PostPlace): Promise<string | undefined> {
    const rows = await this.database.orm
      .select({ accountId: mirrorLocations.accountId, isPrimary: mirrorLocations.isPrimary })
      .from(mirrorLocations)
      .where(isPlace(owner, locationId));
    const shown = rows.find((row) => row.accountId === accountId) ?? rows.find(({ isPrimary }) => isPrimary);
    return shown?.accountId;
  }

  /** The first account that shows a location; undefined for an unknown location. */
  async primaryOf(owner: GoogleOwner, locationId: string): Promise<string | undefined> {
    const [row] = await this.database.orm
      .select({ accountId: mirrorLocations.accountId })
      .from(mirrorLocations)
      .where(and(isPlace(owner, locationId), mirrorLocations.isPrimary));
    return row?.accountId;
  }

  /**
   * Shows a location under the account to which it has moved, and no longer under its former one. Other locations may have
   * moved with it, so all are read again soon. Nothing changes if the copy is newer, or gone.
   */
  async note(
    owner: GoogleOwner,
    { accountId: from, locationId }: PostPlace,
    to: GoogleAccount,
  ): Promise<void> {
    const now = this.clock.now();
    await this.database.transaction(async (tx) => {
      // The import comes before any lock of locations, as everywhere.
      const { nextAt } = mirrorImports;
      const [reading] = await tx
        .update(mirrorImports)
        .set({ nextAt: sql`least(${nextAt}, ${now.toISOString()}::timestamptz)` })
        .where(ownedBy(owner, mirrorImports))
        .returning({ importId: mirrorImports.importId });
      const rows = await tx
        .select()
        .from(mirrorLocations)
        .where(isPlace(owner, locationId))
        .orderBy(mirrorLocations.id, mirrorLocations.accountId)
        .for('update');
      const known = rows.find(({ isPrimary }) => isPrimary);
      if (!reading || known?.accountId !== from) return;
      const { importId } = reading;
      await tx
        .insert(mirrorAccounts)
        .values({
          ...owner,
          id: idOf(to),
          position: sql`(select coalesce(max(${mirrorAccounts.position}), 0) + 1 from ${mirrorAccounts} where ${ownedBy(owner, mirrorAccounts)})`,
          data: { ...to },
          importId: 0,
        })
        .onConflictDoNothing();
      const { workspaceId, subject, accountId, id } = mirrorLocations;
      await tx.delete(mirrorLocations).where(and(isPlace(owner, locationId), eq(accountId, from)));
      await tx
        .insert(mirrorLocations)
        .values({ ...known, accountId: idOf(to), importId })
        .onConflictDoUpdate({
          target: [workspaceId, subject, accountId, id],
          set: { isPrimary: true, importId },
        });
    });
  }
}
