import { Injectable } from '@nestjs/common';
import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeRow,
  changeSets,
  type ChangeSetRow,
  profileChanges,
  profileSaves,
} from '../../database/changes.schema.js';
import { dueIn } from '../../jobs/claims.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import { idOf } from '../translation/mapping.js';
import { unsent, type WhyUnsent } from './change-failures.js';
import type { RawLocation } from './raw-location.js';
import { toLine } from './change-lines.js';
import type { PlannedChange } from './change-claim.js';

const UNDER_WAY = ['waiting', 'sending', 'unconfirmed'] as const;
/** How many saves one statement adds. */
const SAVES_AT_ONCE = 50;

/** Changes of profiles as people ask for them, before the ledger sends them. */
@Injectable()
export class PlannedChanges {
  constructor(private readonly database: Database) {}

  /** Stores what somebody does, without sending anything. */
  async addSet(
    tx: Orm,
    owner: GoogleOwner,
    set: Omit<ChangeSetRow, 'workspaceId' | 'subject'>,
  ): Promise<void> {
    await tx.insert(changeSets).values({ ...set, workspaceId: owner.workspaceId, subject: owner.subject });
  }

  /** Adds changes of locations to a set: those of a location wait to be sent in one call. @returns the ids of the saves, in that order */
  async addSaves(
    tx: Orm,
    owner: GoogleOwner,
    setId: string,
    saves: readonly { place: RawLocation; changes: PlannedChange[] }[],
    at: Date,
  ): Promise<string[]> {
    const ids = saves.map(() => randomUUID());
    for (let first = 0; first < saves.length; first += SAVES_AT_ONCE) {
      const some = saves
        .slice(first, first + SAVES_AT_ONCE)
        .map(({ place: { accountId, google }, changes }, index) => ({
          saveId: ids[first + index]!,
          locationId: idOf(google),
          location: { accountId, now: google, at },
          changes,
        }));
      await tx.insert(profileSaves).values(
        some.map(({ saveId, locationId }) => ({
          id: saveId,
          setId,
          workspaceId: owner.workspaceId,
          subject: owner.subject,
          locationId,
          state: 'waiting' as const,
          nextStepAt: NOW,
          createdAt: at,
        })),
      );
      const lines = some.flatMap(({ saveId, location, changes }) => {
        const own = { setId, saveId, origin: 'here', state: 'waiting' } as const;
        return changes.map((change) => toLine(owner, location, { undoes: null, ...change, ...own }));
      });
      await tx.insert(profileChanges).values(lines);
    }
    return ids;
  }

  /** The lines of locations whose saves wait or are on their way. */
  underWay(tx: Orm, owner: GoogleOwner, locationIds: string[]): Promise<ChangeRow[]> {
    return tx
      .select()
      .from(profileChanges)
      .where(
        and(
          ownedBy(owner, profileChanges),
          inArray(profileChanges.locationId, locationIds),
          inArray(profileChanges.state, UNDER_WAY),
        ),
      );
  }

  /** Ends all saves of a connection that wait, or those of one set. What was sent is settled. */
  async abandon(owner: GoogleOwner, why: WhyUnsent, at: Date, setId?: string): Promise<void> {
    const { workspaceId, subject, state } = profileSaves;
    const isOfSet = setId === undefined ? undefined : eq(profileSaves.setId, setId);
    await this.database.transaction(async (tx) => {
      const ended = await tx
        .update(profileSaves)
        .set({ state: 'not_sent', ...dueIn(null), endedAt: at })
        .where(
          and(eq(workspaceId, owner.workspaceId), eq(subject, owner.subject), eq(state, 'waiting'), isOfSet),
        )
        .returning({ id: profileSaves.id, timesSent: profileSaves.timesSent });
      for (const [isInDoubt, saves] of Map.groupBy(ended, ({ timesSent }) => timesSent > 0))
        await tx
          .update(profileChanges)
          .set(unsent(why, isInDoubt))
          .where(
            inArray(
              profileChanges.saveId,
              saves.map(({ id }) => id),
            ),
          );
    });
  }
}
