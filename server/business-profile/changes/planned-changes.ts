import { Injectable } from '@nestjs/common';
import { and, eq, exists, gt, inArray, isNotNull, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { inMs, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  changeSets,
  type ChangeSetRow,
  changeLines,
  locationChanges,
  OPEN_STATES,
} from '../../database/changes.schema.js';
import { claimFor, dueIn } from '../../jobs/claims.js';
import { type LineOutcome, worstOf } from './change-claim.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import { idOf } from '../translation/mapping.js';
import { unsent, type WhyUnsent } from './change-failures.js';
import { READINGS_BEHIND_MS } from './changes-at-google.js';
import type { RawLocation } from './raw-location.js';
import { toLine } from './change-lines.js';
import type { ProfileField, RawValue } from '../translation/profile-fields.js';

/** How many locations one statement adds. */
const AT_ONCE = 50;
/** How many locations of a set one step in the background works on at most. */
export const SLICE = 250;

/** A field that is to change, with the values in Google's shape. */
export interface PlannedChange {
  field: ProfileField;
  /** `public`: Google's value goes, and the owner's stays. */
  view: 'owner' | 'public';
  before: RawValue;
  after: RawValue;
  /** The id of the line that it undoes. */
  undoes?: string;
  /** What became of it already: then it is written down, and never sent. */
  outcome?: LineOutcome;
}

/** The changes of one location. */
export interface PlannedLocation {
  place: RawLocation;
  changes: PlannedChange[];
}

/** A set to be stored. */
export type NewSet = Pick<ChangeSetRow, 'id' | 'kind' | 'actor' | 'reason' | 'createdAt'> &
  Partial<Pick<ChangeSetRow, 'name' | 'locationsTotal' | 'undoesSet'>>;

/** Changes of profiles as people ask for them, before the ledger sends them. */
@Injectable()
export class PlannedChanges {
  constructor(private readonly database: Database) {}

  /**
   * Stores what somebody does, without sending anything.
   * @param isPlannedLater whether its locations are planned in the background, by the source of its kind
   */
  async addSet(
    tx: Orm,
    { workspaceId, subject }: GoogleOwner,
    set: NewSet,
    { isPlannedLater = false } = {},
  ): Promise<void> {
    const nextStepAt = isPlannedLater ? NOW : null;
    await tx.insert(changeSets).values({ ...set, workspaceId, subject, nextStepAt });
  }

  /**
   * Adds changes of locations to a set: those of a location wait to be sent in one call. A location all of whose changes have
   * an outcome is over.
   * @returns the id of each location's change, in the same order
   */
  async add(
    tx: Orm,
    owner: GoogleOwner,
    setId: string,
    locations: readonly PlannedLocation[],
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
        some.map(({ locationChangeId, locationId, changes }) => ({
          id: locationChangeId,
          setId,
          workspaceId: owner.workspaceId,
          subject: owner.subject,
          locationId,
          createdAt: at,
          ...beginningOf(changes, at),
        })),
      );
      const lines = some.flatMap(({ locationChangeId, location, changes }) => {
        const own = { setId, locationChangeId, origin: 'here' } as const;
        return changes.map(({ outcome = WAITING, ...change }) =>
          toLine(owner, location, { undoes: null, ...change, ...own, ...outcome }),
        );
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
          inArray(changeLines.state, OPEN_STATES),
        ),
      );
  }

  /**
   * Ends all changes of a connection: nothing more is planned or sent. What was sent is settled. What was not counts as failed,
   * so that it can be tried again once the same Google account is back.
   */
  async abandon(owner: GoogleOwner, why: WhyUnsent, at: Date): Promise<void> {
    await this.database.orm
      .update(changeSets)
      .set({ stoppedAt: at, ...claimFor(0, changeSets), ...dueIn(null) })
      .where(and(ownedBy(owner, changeSets), isNotNull(changeSets.nextStepAt)));
    while (await this.abandonSome(ownedBy(owner, locationChanges), 'not_sent', why, at));
  }

  /** Ends some changes of a set that wait. @returns whether there may be more */
  abandonSet(setId: string, why: WhyUnsent, at: Date): Promise<boolean> {
    return this.abandonSome(eq(locationChanges.setId, setId), 'stopped', why, at);
  }

  /** How many locations of a set can be tried again. */
  async countRetries(setId: string): Promise<number> {
    const { orm } = this.database;
    return orm.$count(locationChanges, canBeRetried(orm, setId));
  }

  /** Makes some locations of a set that failed wait again, with fresh tries. @returns how many; at most `SLICE` */
  async retrySome(setId: string): Promise<number> {
    return this.database.transaction(async (tx) => {
      const { id } = locationChanges;
      const some = tx
        .select({ id })
        .from(locationChanges)
        .where(canBeRetried(tx, setId))
        .limit(SLICE)
        .for('update');
      const fresh = { timesSent: 0, sentAt: null, seenAt: null, watchedUntil: null, endedAt: null };
      const rows = await tx
        .update(locationChanges)
        .set({ state: 'waiting', ...dueIn(0), ...fresh, timesPutOff: 0, putOffSince: null })
        .where(inArray(id, some))
        .returning({ id });
      if (rows.length === 0) return 0;
      const isOfThem = inArray(
        changeLines.locationChangeId,
        rows.map((row) => row.id),
      );
      await tx
        .update(changeLines)
        .set({ state: 'waiting', error: null })
        .where(and(isOfThem, inArray(changeLines.state, FAILED)));
      await tx.update(changeSets).set({ stoppedAt: null, endedAt: null }).where(eq(changeSets.id, setId));
      return rows.length;
    });
  }

  private async abandonSome(
    which: SQL | undefined,
    unsentState: 'not_sent' | 'stopped',
    why: WhyUnsent,
    at: Date,
  ): Promise<boolean> {
    const { id, state, timesSent } = locationChanges;
    return this.database.transaction(async (tx) => {
      const some = tx
        .select({ id })
        .from(locationChanges)
        .where(and(which, eq(state, 'waiting'), isNotNull(locationChanges.nextStepAt)))
        .limit(SLICE)
        .for('update');
      const ended = await tx
        .update(locationChanges)
        .set({
          state: sql`case when ${timesSent} > 0 then 'not_known' else ${unsentState} end`,
          ...dueIn(null),
          endedAt: at,
        })
        .where(inArray(id, some))
        .returning({ id, timesSent });
      for (const [isInDoubt, of] of Map.groupBy(ended, ({ timesSent: times }) => times > 0))
        await tx
          .update(changeLines)
          .set(unsent(why, isInDoubt))
          .where(
            and(
              inArray(
                changeLines.locationChangeId,
                of.map((each) => each.id),
              ),
              inArray(changeLines.state, OPEN_STATES),
            ),
          );
      return ended.length === SLICE;
    });
  }
}

/** What failed, and Google certainly does not have. */
const FAILED = Object.freeze(['refused', 'not_sent'] as const);

/** What failed. Readings may not show yet what Google accepted of other fields of a location: that one waits a little. */
function canBeRetried(orm: Orm, setId: string): SQL | undefined {
  const { id, state, sentAt } = locationChanges;
  const accepted = orm
    .select({ id: changeLines.id })
    .from(changeLines)
    .where(and(eq(changeLines.locationChangeId, id), inArray(changeLines.state, ['in_review', 'public'])));
  const isFresh = and(gt(sentAt, inMs(-READINGS_BEHIND_MS)), exists(accepted));
  return and(eq(locationChanges.setId, setId), inArray(state, FAILED), sql`(${isFresh}) is not true`);
}

const WAITING: LineOutcome = Object.freeze({ state: 'waiting', error: null });

/** How a location's change begins: it waits, or is over if all its lines are. */
function beginningOf(changes: readonly PlannedChange[], at: Date) {
  const isOver = changes.every(({ outcome }) => outcome !== undefined);
  return isOver
    ? {
        state: worstOf(changes.flatMap(({ outcome }) => outcome?.state ?? [])),
        nextStepAt: null,
        endedAt: at,
      }
    : { state: 'waiting' as const, nextStepAt: NOW, endedAt: null };
}
