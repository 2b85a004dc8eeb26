import { Injectable } from '@nestjs/common';
import {
  and,
  eq,
  exists,
  getTableColumns,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import {
  type ChangeLineRow,
  changeSets,
  type ChangeSetRow,
  changeLines,
  locationChanges,
  OPEN_STATES,
} from '../../database/changes.schema.js';
import { lockedFields } from '../../database/locks.schema.js';
import { claimFor, dueIn } from '../../jobs/claims.js';
import { type LineOutcome, worstOf } from './change-claim.js';
import type { GoogleOwner } from '../port/business-profile-provider.js';
import { ownedBy } from '../port/google-owner.js';
import { idOf } from '../translation/mapping.js';
import { unsent, UNLOCKED, type WhyUnsent } from './change-failures.js';
import { isLockOf } from './locked-fields.js';
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
      .select(getTableColumns(changeLines))
      .from(changeLines)
      .innerJoin(changeSets, eq(changeSets.id, changeLines.setId))
      .where(
        and(
          ownedBy(owner, changeLines),
          inArray(changeLines.locationId, locationIds),
          isUnderWay(changeLines.state),
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

  /** Ends what waits of locks for fields that are no longer locked. */
  async abandonUnlocked(owner: GoogleOwner, at: Date): Promise<void> {
    const { orm } = this.database;
    const ofLocks = orm
      .select({ id: changeSets.id })
      .from(changeSets)
      .where(and(ownedBy(owner, changeSets), eq(changeSets.kind, 'lock'), isNull(changeSets.endedAt)));
    const unlocked = orm
      .select({ id: changeLines.id })
      .from(changeLines)
      .leftJoin(lockedFields, isLockOf(changeLines))
      .where(and(eq(changeLines.locationChangeId, locationChanges.id), isNull(lockedFields.id)));
    const which = and(
      ownedBy(owner, locationChanges),
      inArray(locationChanges.setId, ofLocks),
      exists(unlocked),
    );
    while (await this.abandonSome(which, 'stopped', UNLOCKED, at));
  }

  /** Ends some changes of a set that wait. @returns whether there may be more */
  abandonSet(setId: string, why: WhyUnsent, at: Date): Promise<boolean> {
    return this.abandonSome(eq(locationChanges.setId, setId), 'stopped', why, at);
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

/**
 * Whether a line, or a location's change, waits to be sent or is on its way, by its state; `change_sets` has to be joined. What
 * waits of a set that was stopped is never sent, although it may take a while until it is ended.
 */
export function isUnderWay(state: typeof changeLines.state | typeof locationChanges.state): SQL | undefined {
  return and(inArray(state, OPEN_STATES), or(ne(state, 'waiting'), isNull(changeSets.stoppedAt)));
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
