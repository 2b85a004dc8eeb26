import { Injectable } from '@nestjs/common';
import { and, eq, inArray } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  changeSets,
  type ChangeSetRow,
  changeLines,
  locationChanges,
} from '../../database/changes.schema.js';
import { dueIn } from '../../jobs/claims.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import { idOf } from '../translation/mapping.js';
import { unsent, type WhyUnsent } from './change-failures.js';
import type { RawLocation } from './raw-location.js';
import { toLine } from './change-lines.js';
import type { ProfileField, RawValue } from '../translation/profile-fields.js';

const UNDER_WAY = ['waiting', 'sending', 'unconfirmed'] as const;
/** How many locations one statement adds. */
const AT_ONCE = 50;

/** A field that is to change, with the values in Google's shape. */
export interface PlannedChange {
  field: ProfileField;
  /** `public`: Google's value goes, and the owner's stays. */
  view: 'owner' | 'public';
  before: RawValue;
  after: RawValue;
  /** The id of the line that it undoes. */
  undoes?: string;
}

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

  /**
   * Adds changes of locations to a set: those of a location wait to be sent in one call.
   * @returns the id of each location's change, in the same order
   */
  async add(
    tx: Orm,
    owner: GoogleOwner,
    setId: string,
    locations: readonly { place: RawLocation; changes: PlannedChange[] }[],
    at: Date,
  ): Promise<string[]> {
    const ids = locations.map(() => randomUUID());
    for (let first = 0; first < locations.length; first += AT_ONCE) {
      const some = locations
        .slice(first, first + AT_ONCE)
        .map(({ place: { accountId, google }, changes }, index) => ({
          locationChangeId: ids[first + index]!,
          locationId: idOf(google),
          location: { accountId, now: google, at },
          changes,
        }));
      await tx.insert(locationChanges).values(
        some.map(({ locationChangeId, locationId }) => ({
          id: locationChangeId,
          setId,
          workspaceId: owner.workspaceId,
          subject: owner.subject,
          locationId,
          state: 'waiting' as const,
          nextStepAt: NOW,
          createdAt: at,
        })),
      );
      const lines = some.flatMap(({ locationChangeId, location, changes }) => {
        const own = { setId, locationChangeId, origin: 'here', state: 'waiting' } as const;
        return changes.map((change) => toLine(owner, location, { undoes: null, ...change, ...own }));
      });
      await tx.insert(changeLines).values(lines);
    }
    return ids;
  }

  /** The lines of locations whose changes wait or are on their way. */
  underWay(tx: Orm, owner: GoogleOwner, locationIds: string[]): Promise<ChangeLineRow[]> {
    return tx
      .select()
      .from(changeLines)
      .where(
        and(
          ownedBy(owner, changeLines),
          inArray(changeLines.locationId, locationIds),
          inArray(changeLines.state, UNDER_WAY),
        ),
      );
  }

  /** Ends all changes of a connection that wait, or those of one set. What was sent is settled. */
  async abandon(owner: GoogleOwner, why: WhyUnsent, at: Date, setId?: string): Promise<void> {
    const { workspaceId, subject, state } = locationChanges;
    const isOfSet = setId === undefined ? undefined : eq(locationChanges.setId, setId);
    await this.database.transaction(async (tx) => {
      const ended = await tx
        .update(locationChanges)
        .set({ state: 'not_sent', ...dueIn(null), endedAt: at })
        .where(
          and(eq(workspaceId, owner.workspaceId), eq(subject, owner.subject), eq(state, 'waiting'), isOfSet),
        )
        .returning({ id: locationChanges.id, timesSent: locationChanges.timesSent });
      for (const [isInDoubt, some] of Map.groupBy(ended, ({ timesSent }) => timesSent > 0))
        await tx
          .update(changeLines)
          .set(unsent(why, isInDoubt))
          .where(
            inArray(
              changeLines.locationChangeId,
              some.map(({ id }) => id),
            ),
          );
    });
  }
}
