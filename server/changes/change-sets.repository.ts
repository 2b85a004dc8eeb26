import { Injectable } from '@nestjs/common';
import { and, asc, count, eq, exists, gt, inArray, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { isUnderWay } from '../business-profile/changes/planned-changes.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import {
  changeLines,
  type ChangeLineRow,
  changeSets,
  type ChangeSetRow,
  locationChanges,
  type LocationChangeRow,
  OPEN_STATES,
} from '../database/changes.schema.js';
import { NOW } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { users } from '../database/schema.js';
import { claimFor, dueIn } from '../jobs/claims.js';
import type { SetPart } from './change-set.dto.js';

/** A set with the name of the person who made it. */
export type NamedSet = ChangeSetRow & { actorName: string | null };

export type SetCounts = Partial<Record<LocationChangeRow['state'], number>>;

/** What the lines of a set say of it. */
export interface SetLines {
  fields: string[];
  /** The fields, lines and locations that would go back. */
  goingBack: { fields: string[]; changes: number; locations: number };
  /** How many locations have a line that Google may have. */
  locationsThere: number;
  /** How many lines Google may have. */
  linesThere: number;
}

/** A place in the list of a set's locations: after the location of that rank and id. */
export interface SetPosition {
  rank: number;
  locationId: string;
}

/** A place in the list of a set's lines. */
export interface LinePosition {
  locationId: string;
  id: string;
}

/** The states of the locations in each part of the list; all without one. */
const STATES_OF: Readonly<Record<Exclude<SetPart, 'all'>, readonly LocationChangeRow['state'][]>> =
  Object.freeze({
    need: Object.freeze(['refused', 'not_sent', 'not_known', 'conflict'] as const),
    sent: Object.freeze(['saved'] as const),
    waiting: OPEN_STATES,
  });

/** The states of a line that Google has, and of one that it may have. */
const THERE = Object.freeze(['public', 'in_review'] as const);
const MAYBE_THERE: readonly ChangeLineRow['state'][] = Object.freeze([
  ...THERE,
  'sending',
  'unconfirmed',
  'not_known',
] as const);

/** Reads sets of changes, and notes what somebody does with a whole set. */
@Injectable()
export class ChangeSetsRepository {
  constructor(private readonly database: Database) {}

  /** Undefined unless it is the owner's. */
  async find(owner: GoogleOwner, id: string): Promise<NamedSet | undefined> {
    const [row] = await this.database.orm
      .select({ set: changeSets, actorName: users.displayName })
      .from(changeSets)
      .leftJoin(users, eq(users.uid, changeSets.actor))
      .where(and(ownedBy(owner, changeSets), eq(changeSets.id, id)));
    return row && { ...row.set, actorName: row.actorName };
  }

  /** How many of its planned locations are in each state. */
  async countStates(setId: string, orm: Orm = this.database.orm): Promise<SetCounts> {
    const { state } = locationChanges;
    const rows = await orm
      .select({ state, count: count() })
      .from(locationChanges)
      .where(eq(locationChanges.setId, setId))
      .groupBy(state);
    return Object.fromEntries(rows.map((row) => [row.state, row.count]));
  }

  /** Locations of a set after a position. Of those that need somebody the failed ones come first. */
  async listLocations(
    setId: string,
    part: SetPart,
    { after, limit }: { after: SetPosition | undefined; limit: number },
  ): Promise<(LocationChangeRow & SetPosition & { nextTryAt: Date | null })[]> {
    const { state, locationId, nextStepAt, leaseUntil } = locationChanges;
    const rank = sql`case when ${state} = 'conflict' then 1 else 0 end`.mapWith(Number);
    const isRanked = part === 'need';
    const follows =
      after &&
      (isRanked
        ? sql`(${rank}, ${locationId}) > (${after.rank}, ${after.locationId})`
        : gt(locationId, after.locationId));
    const isPutOff = and(eq(state, 'waiting'), isNull(leaseUntil), sql`${nextStepAt} > ${NOW}`);
    const rows = await this.database.orm
      .select({ row: locationChanges, rank, isPutOff: sql<boolean>`${isPutOff}` })
      .from(locationChanges)
      .where(
        and(
          eq(locationChanges.setId, setId),
          part === 'all' ? undefined : inArray(state, STATES_OF[part]),
          follows,
        ),
      )
      .orderBy(...(isRanked ? [rank] : []), asc(locationId))
      .limit(limit);
    return rows.map(({ row, rank: ranked, isPutOff: waits }) => ({
      ...row,
      rank: ranked,
      nextTryAt: waits ? row.nextStepAt : null,
    }));
  }

  /** What the lines of a set say of it, without comparing them with the locations. */
  async linesOf(setId: string, orm: Orm = this.database.orm): Promise<SetLines> {
    const { field, locationId, state, undoneBy, areValuesDropped, view, origin } = changeLines;
    const isThere = inArray(state, MAYBE_THERE);
    const goesBack = and(
      inArray(state, THERE),
      isNull(undoneBy),
      eq(areValuesDropped, false),
      or(eq(view, 'owner'), sql`${origin} <> 'here'`),
    );
    const ofSet = eq(changeLines.setId, setId);
    const numberOf = (which: SQL | undefined) => sql<number>`count(*) filter (where ${which})`;
    // By location first: to count different ones among all lines takes three times as long.
    const byLocation = orm
      .select({ back: numberOf(goesBack).as('back'), there: numberOf(isThere).as('there') })
      .from(changeLines)
      .where(ofSet)
      .groupBy(locationId)
      .as('by_location');
    const { back, there } = byLocation;
    const sumOf = (each: typeof back) => sql`coalesce(sum(${each}), 0)`.mapWith(Number);
    const [sums] = await orm
      .select({
        changes: sumOf(back),
        locations: numberOf(sql`${back} > 0`).mapWith(Number),
        linesThere: sumOf(there),
        locationsThere: numberOf(sql`${there} > 0`).mapWith(Number),
      })
      .from(byLocation);
    const byField = await orm
      .select({ field, isBack: sql<boolean>`bool_or(${goesBack})` })
      .from(changeLines)
      .where(ofSet)
      .groupBy(field)
      .orderBy(field);
    const { changes, locations, linesThere, locationsThere } = sums!;
    const fieldsBack = byField.filter(({ isBack }) => isBack);
    return {
      fields: byField.map((each) => each.field),
      goingBack: { fields: fieldsBack.map((each) => each.field), changes, locations },
      linesThere,
      locationsThere,
    };
  }

  /** The lines of a set that Google may have, after a position, location by location. */
  listLines(
    setId: string,
    { after, limit }: { after: LinePosition | undefined; limit: number },
  ): Promise<ChangeLineRow[]> {
    const { locationId, id, state } = changeLines;
    return this.database.orm
      .select()
      .from(changeLines)
      .where(
        and(
          eq(changeLines.setId, setId),
          inArray(state, MAYBE_THERE),
          after && sql`(${locationId}, ${id}) > (${after.locationId}, ${after.id})`,
        ),
      )
      .orderBy(asc(locationId), asc(id))
      .limit(limit);
  }

  /** Whether Google may have a line of a set that was not undone. */
  async hasToUndo(setId: string): Promise<boolean> {
    const { id, state, undoneBy } = changeLines;
    const rows = await this.database.orm
      .select({ id })
      .from(changeLines)
      .where(and(eq(changeLines.setId, setId), inArray(state, MAYBE_THERE), isNull(undoneBy)))
      .limit(1);
    return rows.length > 0;
  }

  /** The lines that Google may have, of the next locations of a set after one, at most so many. */
  async linesAfter(setId: string, after: string | null, locations: number): Promise<ChangeLineRow[]> {
    const { locationId, id, state } = changeLines;
    const which = and(eq(changeLines.setId, setId), inArray(state, MAYBE_THERE));
    const next = this.database.orm
      .selectDistinct({ locationId })
      .from(changeLines)
      .where(and(which, after === null ? undefined : sql`${locationId} > ${after}`))
      .orderBy(asc(locationId))
      .limit(locations);
    return this.database.orm
      .select()
      .from(changeLines)
      .where(and(which, inArray(locationId, next)))
      .orderBy(asc(locationId), asc(id));
  }

  /** Whether an undo of a set is being planned or sent. */
  async isBeingUndone(orm: Orm, setId: string): Promise<boolean> {
    const { nextStepAt, stoppedAt, id } = changeSets;
    const isPlanned = and(isNotNull(nextStepAt), isNull(stoppedAt));
    const rows = await orm
      .select({ id })
      .from(changeSets)
      .where(and(eq(changeSets.undoesSet, setId), or(isPlanned, exists(this.openChangesOf(orm, id)))))
      .limit(1);
    return rows.length > 0;
  }

  /** Whether something of a set is on its way, so that it is not known yet whether Google has it. */
  async isOnItsWay(setId: string): Promise<boolean> {
    const rows = await this.database.orm
      .select({ id: locationChanges.id })
      .from(locationChanges)
      .where(
        and(eq(locationChanges.setId, setId), inArray(locationChanges.state, ['sending', 'unconfirmed'])),
      )
      .limit(1);
    return rows.length > 0;
  }

  /**
   * Notes that a set is stopped: nothing more of it is planned or sent. What waits is ended by its next steps.
   * @returns false if nothing of it waits or is on its way
   */
  async noteStopped(id: string, at: Date): Promise<boolean> {
    const { orm } = this.database;
    const isOpen = or(isNotNull(changeSets.nextStepAt), exists(this.openChangesOf(orm, changeSets.id)));
    const rows = await orm
      .update(changeSets)
      // Its claim is over: a slice that is being planned is not stored.
      .set({ stoppedAt: at, ...claimFor(0, changeSets), ...dueIn(0) })
      .where(and(eq(changeSets.id, id), isNull(changeSets.stoppedAt), isOpen))
      .returning({ id: changeSets.id });
    return rows.length > 0;
  }

  private openChangesOf(orm: Orm, setId: typeof changeSets.id) {
    return orm
      .select({ id: locationChanges.id })
      .from(locationChanges)
      .where(and(eq(locationChanges.setId, setId), isUnderWay(locationChanges.state)));
  }
}
