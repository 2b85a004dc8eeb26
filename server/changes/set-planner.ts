import { Injectable, Logger } from '@nestjs/common';
import { and, count, eq, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import { STOPPED } from '../business-profile/changes/change-failures.js';
import { PlannedChanges, type PlannedLocation, SLICE } from '../business-profile/changes/planned-changes.js';
import { MirrorRepository } from '../business-profile/mirror/mirror.repository.js';
import { Clock } from '../config/clock.js';
import { MINUTE_MS } from '../config/durations.js';
import { Database } from '../database/database.js';
import { changeSets, type ChangeSetRow, locationChanges, OPEN_STATES } from '../database/changes.schema.js';
import { rootOf } from '../errors/database-errors.js';
import { claimRows, endClaim, isDue, lockClaim } from '../jobs/claims.js';
import { readDue } from '../jobs/due-rows.js';
import { type DueTask, DueWork } from '../jobs/due-work.js';
import { ChangeSetsRepository } from './change-sets.repository.js';
import { noteSetEnded } from './set-events.js';
import { progressOf } from './set-progress.js';

const READ_EVERY_MS = 1_000;
/** How many slices one process plans at once, each of another workspace. */
const AT_ONCE = 2;
const LEASE_MS = 60_000;
/** How long until a slice that could not be planned is tried again. */
const AGAIN_MS = 30_000;
/** How long until a set is looked at again whose locations are not all read yet. */
const UNREAD_MS = 5_000;
/** How often, and how long at most, an undo waits for what of its set is on its way. */
const ON_ITS_WAY = Object.freeze({ everyMs: 2_000, mostMs: 2 * MINUTE_MS });

const NOT_PLANNED = 'Something is wrong with our copy of this location, so nothing was sent.';

/** Gives the changes of a set, slice by slice. One for each kind that is planned in slices. */
export interface SetSource {
  /**
   * The next locations after a location id, by id, at most `limit`. A location that cannot be changed has its reason as the
   * outcome of its changes. An error holds up the whole set: the slice is tried again later.
   * @returns `last`: the id to go on after; null: there are no more
   */
  slice(
    set: ChangeSetRow,
    after: string | null,
    limit: number,
  ): Promise<{ locations: PlannedLocation[]; last: string | null }>;
}

/**
 * Plans sets of many locations in the background, slice by slice, so that a set of any size is made by storing one row.
 * Workspaces take turns, and so do the sets of each. A slice and how far the set is planned are one commit: after a crash
 * the next process goes on where the last one ended. It also ends what waits of sets that were stopped, and notes when all of
 * a set is over.
 */
@Injectable()
export class SetPlanner {
  private readonly logger = new Logger('ChangeSets');
  private readonly sources = new Map<ChangeSetRow['kind'], SetSource>();
  readonly work;

  constructor(
    dueWork: DueWork,
    private readonly database: Database,
    private readonly sets: ChangeSetsRepository,
    private readonly planned: PlannedChanges,
    private readonly mirror: MirrorRepository,
    private readonly clock: Clock,
  ) {
    this.work = dueWork.add<'plan' | 'end', DueTask<'plan' | 'end'>>({
      name: 'sets of changes',
      everyMs: READ_EVERY_MS,
      read: () => this.due(),
      limits: { plan: () => AT_ONCE, end: () => 1 },
      step: ({ id, lane }) => (lane === 'plan' ? this.step(id) : this.end(id)),
    });
  }

  /** Adds the source of a kind. Call it before the application starts. */
  add(kind: 'undo' | 'bulk', source: SetSource): void {
    this.sources.set(kind, source);
  }

  /** Begins at once in this process; others begin within a second. */
  kick(): void {
    this.work.lookSoon();
  }

  /** How many sets are being planned, and how many are planned and not over. */
  async countOpen(): Promise<{ state: 'planning' | 'sending'; count: number }[]> {
    const { nextStepAt, locationsTotal, endedAt } = changeSets;
    const state = sql<
      'planning' | 'sending'
    >`case when ${nextStepAt} is null then 'sending' else 'planning' end`;
    return this.database.orm
      .select({ state, count: count() })
      .from(changeSets)
      .where(and(isNotNull(locationsTotal), isNull(endedAt)))
      .groupBy(sql`1`);
  }

  private async due(): Promise<DueTask<'plan' | 'end'>[]> {
    const { orm } = this.database;
    const [due, over] = await Promise.all([
      readDue(orm, changeSets, {
        // One slice of a workspace at a time.
        exclusiveKey: changeSets.workspaceId,
        lane: sql<'plan' | 'end'>`'plan'`,
      }),
      orm
        .select({ id: changeSets.id, owner: changeSets.workspaceId, createdAt: changeSets.createdAt })
        .from(changeSets)
        .where(this.isOver()),
    ]);
    return [
      ...due,
      ...over.map(({ id, owner, createdAt }) => ({
        id,
        owner,
        exclusiveKey: id,
        lane: 'end' as const,
        dueAt: createdAt.getTime(),
      })),
    ];
  }

  /** Takes the next step with a set that is due. */
  private async step(id: string): Promise<boolean> {
    const [claimed] = await claimRows(
      this.database.orm,
      changeSets,
      LEASE_MS,
      and(eq(changeSets.id, id), isDue(changeSets)),
    );
    if (!claimed) return false;
    const { row: set } = claimed;
    try {
      return set.stoppedAt ? await this.stopSome(set) : await this.plan(set);
    } catch (error) {
      this.logger.error({ event: 'change_set.put_off', set: id, reason: String(rootOf(error)) });
      await endClaim(this.database.orm, changeSets, set, AGAIN_MS);
      return false;
    }
  }

  private async stopSome(set: ChangeSetRow): Promise<boolean> {
    const mayBeMore = await this.planned.abandonSet(set.id, STOPPED, this.clock.now());
    await endClaim(this.database.orm, changeSets, set, mayBeMore ? 0 : null);
    return mayBeMore;
  }

  private async plan(set: ChangeSetRow): Promise<boolean> {
    if (set.undoesSet && (await this.isTooEarly(set, set.undoesSet))) {
      await endClaim(this.database.orm, changeSets, set, ON_ITS_WAY.everyMs);
      return false;
    }
    if (!(await this.mirror.isComplete(set))) {
      await endClaim(this.database.orm, changeSets, set, UNREAD_MS);
      return false;
    }
    const source = this.sources.get(set.kind);
    if (!source) throw new Error(`Sets of the kind ${set.kind} are not planned in slices.`);
    const { locations, last } = await source.slice(set, set.plannedTo, SLICE);
    if (!(await this.store(set, locations, last))) return false;
    this.logger.log({
      event: 'change_set.planned',
      set: set.id,
      locations: locations.length,
      isWhole: last === null,
    });
    return true;
  }

  /** Whether what the set to be undone has sent is not known yet, and soon may be. */
  private async isTooEarly({ createdAt }: ChangeSetRow, undoesSet: string): Promise<boolean> {
    const isYoung = this.clock.now().getTime() - createdAt.getTime() < ON_ITS_WAY.mostMs;
    return isYoung && (await this.sets.isOnItsWay(undoesSet));
  }

  /** Stores a slice. @returns false, and nothing is stored, if the claim is over */
  private async store(
    set: ChangeSetRow,
    locations: PlannedLocation[],
    last: string | null,
  ): Promise<boolean> {
    try {
      return await this.storeAll(set, locations, last);
    } catch (error) {
      // One location that cannot be stored holds up no other one.
      this.logger.error({ event: 'change_set.not_stored', set: set.id, reason: String(rootOf(error)) });
      const storable: PlannedLocation[] = [];
      for (const location of locations)
        storable.push((await this.canStore(set, location)) ? location : withoutValues(location));
      return this.storeAll(set, storable, last);
    }
  }

  private async storeAll(
    set: ChangeSetRow,
    locations: PlannedLocation[],
    last: string | null,
  ): Promise<boolean> {
    const now = this.clock.now();
    return this.database.transaction(async (tx) => {
      if (!(await lockClaim(tx, changeSets, set))) return false;
      await this.planned.add(tx, set, set.id, locations, now);
      const total = tx.$count(locationChanges, eq(locationChanges.setId, set.id));
      await endClaim(tx, changeSets, set, last === null ? null : 0, {
        plannedTo: last,
        ...(last === null && { locationsTotal: sql`(${total})` }),
      });
      return true;
    });
  }

  /** Tries to store a location, and takes it back. */
  private async canStore(set: ChangeSetRow, location: PlannedLocation): Promise<boolean> {
    const isStored = new Error('It can be stored.');
    try {
      await this.database.transaction(async (tx) => {
        await this.planned.add(tx, set, set.id, [location], this.clock.now());
        throw isStored;
      });
      return false;
    } catch (error) {
      return error === isStored;
    }
  }

  /** Notes that a set is over, once. */
  private async end(id: string): Promise<void> {
    const endedAt = this.clock.now();
    await this.database.transaction(async (tx) => {
      const [set] = await tx
        .update(changeSets)
        .set({ endedAt })
        .where(and(eq(changeSets.id, id), this.isOver()))
        .returning();
      if (!set) return;
      const progress = progressOf(set, await this.sets.countStates(id, tx));
      await noteSetEnded(tx, set, progress, endedAt);
      this.logger.log({ event: 'change_set.ended', set: id, ...progress });
    });
  }

  /** Whether nothing of a set waits or is on its way, and that has not been noted. */
  private isOver() {
    const { id, locationsTotal, endedAt, nextStepAt } = changeSets;
    const open = this.database.orm
      .select({ id: locationChanges.id })
      .from(locationChanges)
      .where(and(eq(locationChanges.setId, id), inArray(locationChanges.state, OPEN_STATES)));
    return and(isNotNull(locationsTotal), isNull(endedAt), isNull(nextStepAt), notExists(open));
  }
}

/** A location whose values cannot be stored, as one that was left out, with the reason. */
function withoutValues({ place, changes }: PlannedLocation): PlannedLocation {
  const outcome = { state: 'conflict', error: NOT_PLANNED } as const;
  return {
    place: { ...place, google: { name: place.google.name } },
    changes: changes.map((change) => ({ ...change, before: null, after: null, outcome })),
  };
}
