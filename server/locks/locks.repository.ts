import { Injectable } from '@nestjs/common';
import { and, count, eq, exists, isNotNull, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { isAnyOf } from '../database/any-of.js';
import { googleEdits } from '../database/changes.schema.js';
import { inMs } from '../database/database-clock.js';
import { Database, type Orm } from '../database/database.js';
import { lockedFields, lockEvents, type LockRow, profileLocks } from '../database/locks.schema.js';
import { mirrorLocations } from '../database/mirror.schema.js';
import { lockWorkspaceExclusively } from '../database/workspace-lock.js';
import { AppError } from '../errors/app-error.js';

/** How many locks a person can have. */
const MOST_LOCKS = 200;
/** How many locations one statement locks: some milliseconds. */
const AT_ONCE = 1_000;

/** A lock to be made, for locations by their ids. */
export type NewLock = Pick<LockRow, 'field' | 'title' | 'actor' | 'createdAt'> & {
  locationIds: readonly string[];
  /** Until when, in ms from now, an open edit of Google is left to the answer that a person has just given. */
  leavesToAnswerMs: number;
};

/** Which locks are meant. */
export interface LockFilter {
  locationId?: string;
  isWaiting?: boolean;
}

/** Stores locks. */
@Injectable()
export class LocksRepository {
  constructor(private readonly database: Database) {}

  /** Undefined: this owner has none with the id. */
  async find(owner: GoogleOwner, id: string): Promise<LockRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(profileLocks)
      .where(and(ownedBy(owner, profileLocks), eq(profileLocks.id, id)));
    return row;
  }

  /** A page of locks: those that wait for a person first, then the one with the newest event first. */
  async list(
    owner: GoogleOwner,
    filter: LockFilter,
    { offset, limit }: { offset: number; limit: number },
  ): Promise<LockRow[]> {
    const { orm } = this.database;
    const latest = sql`(select max(${lockEvents.at}) from ${lockEvents} where ${lockEvents.lockId} = ${profileLocks.id})`;
    return orm
      .select()
      .from(profileLocks)
      .where(matching(orm, owner, filter))
      .orderBy(
        sql`case when ${exists(waitingOf(orm, filter))} then 0 else 1 end`,
        sql`${latest} desc nulls last`,
        profileLocks.id,
      )
      .offset(offset)
      .limit(limit);
  }

  /** How many there are, and how many of them wait for a person. */
  async count(owner: GoogleOwner, filter: LockFilter): Promise<{ all: number; waiting: number }> {
    const { orm } = this.database;
    const isWaiting = exists(waitingOf(orm, filter));
    const [row] = await orm
      .select({ all: count(), waiting: sql`count(*) filter (where ${isWaiting})`.mapWith(Number) })
      .from(profileLocks)
      .where(matching(orm, owner, { ...filter, isWaiting: false }));
    return row ?? { all: 0, waiting: 0 };
  }

  /** Errors: `too_many_locks` where a person cannot make so many more. */
  async checkRoom({ workspaceId }: GoogleOwner, actor: string, more: number): Promise<void> {
    await checkRoom(this.database.orm, { workspaceId, actor }, more);
  }

  /**
   * Locks a field at locations. What is locked already stays in its lock; if all is, none is made. Errors: `too_many_locks`.
   * @returns its id, and how many locations it has; undefined if none is made
   */
  async add(
    owner: GoogleOwner,
    { locationIds, leavesToAnswerMs, ...lock }: NewLock,
  ): Promise<{ id: string; locations: number } | undefined> {
    const id = randomUUID();
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, owner.workspaceId);
      await tx.insert(profileLocks).values({ id, ...owner, ...lock });
      let locations = 0;
      for (let first = 0; first < locationIds.length; first += AT_ONCE) {
        const some = locationIds.slice(first, first + AT_ONCE);
        locations += await addLocations(tx, owner, { id, field: lock.field }, some, leavesToAnswerMs);
      }
      if (locations === 0) {
        await tx.delete(profileLocks).where(eq(profileLocks.id, id));
        return undefined;
      }
      await checkRoom(tx, { workspaceId: owner.workspaceId, actor: lock.actor }, 0);
      await noteLocked(tx, owner, { id, ...lock }, locations);
      return { id, locations };
    });
  }

  /** Takes locations out of a lock. With the last one, the lock ends. @returns whether it is still there */
  async takeOut(id: string, locationIds: readonly string[]): Promise<boolean> {
    const { lockId, locationId } = lockedFields;
    return this.database.transaction(async (tx) => {
      await tx.select().from(profileLocks).where(eq(profileLocks.id, id)).for('update');
      await tx.delete(lockedFields).where(and(eq(lockId, id), isAnyOf(locationId, locationIds)));
      if ((await tx.$count(lockedFields, eq(lockId, id))) > 0) return true;
      await tx.delete(profileLocks).where(eq(profileLocks.id, id));
      return false;
    });
  }

  /** Ends a lock. @returns whether there was one */
  async delete(owner: GoogleOwner, id: string): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(profileLocks)
      .where(and(ownedBy(owner, profileLocks), eq(profileLocks.id, id)))
      .returning({ id: profileLocks.id });
    return deleted.length > 0;
  }

  /** Ends all locks of an owner. */
  async deleteAll(owner: GoogleOwner): Promise<void> {
    await this.database.orm.delete(profileLocks).where(ownedBy(owner, profileLocks));
  }
}

/** The fields of a lock that wait for a person with an edit that is still open. */
export function waitingOf(orm: Orm, { locationId }: LockFilter) {
  return orm
    .select({ id: lockedFields.id })
    .from(lockedFields)
    .innerJoin(googleEdits, and(eq(googleEdits.id, lockedFields.waitsWith), eq(googleEdits.state, 'OPEN')))
    .where(
      and(
        eq(lockedFields.lockId, profileLocks.id),
        isNotNull(lockedFields.waits),
        locationId === undefined ? undefined : eq(lockedFields.locationId, locationId),
      ),
    );
}

function matching(orm: Orm, owner: GoogleOwner, { locationId, isWaiting }: LockFilter): SQL | undefined {
  const ofLocation = orm
    .select({ id: lockedFields.id })
    .from(lockedFields)
    .where(and(eq(lockedFields.lockId, profileLocks.id), eq(lockedFields.locationId, locationId ?? '')));
  return and(
    ownedBy(owner, profileLocks),
    locationId === undefined ? undefined : exists(ofLocation),
    isWaiting ? exists(waitingOf(orm, { locationId })) : undefined,
  );
}

async function checkRoom(
  orm: Orm,
  { workspaceId, actor }: Pick<LockRow, 'workspaceId' | 'actor'>,
  more: number,
): Promise<void> {
  const own = and(eq(profileLocks.workspaceId, workspaceId), eq(profileLocks.actor, actor));
  if ((await orm.$count(profileLocks, own)) + more > MOST_LOCKS) throw AppError.of('too_many_locks');
}

/** Locks a field at some locations. One whose edit of Google is open is looked at by the lock. @returns how many */
async function addLocations(
  tx: Orm,
  owner: GoogleOwner,
  { id: lockId, field }: Pick<LockRow, 'id' | 'field'>,
  ids: readonly string[],
  leavesToAnswerMs: number,
): Promise<number> {
  const { id, accountId, data, isPrimary } = mirrorLocations;
  const open = tx
    .select({ id: googleEdits.id })
    .from(googleEdits)
    .where(
      and(
        ownedBy(owner, googleEdits),
        eq(googleEdits.locationId, id),
        eq(googleEdits.field, field),
        eq(googleEdits.state, 'OPEN'),
      ),
    );
  const { rows } = (await tx.execute(sql`
    insert into ${lockedFields} (id, lock_id, workspace_id, subject, account_id, location_id, location_name, store_code, field, next_step_at)
    select gen_random_uuid(), ${lockId}::uuid, ${owner.workspaceId}, ${owner.subject}, ${accountId}, ${id},
      coalesce(${data} ->> 'title', ''), ${data} ->> 'storeCode', ${field}, case when ${exists(open)} then ${inMs(leavesToAnswerMs)} end
    from ${mirrorLocations} where ${and(ownedBy(owner, mirrorLocations), isPrimary, isAnyOf(id, ids))}
    on conflict do nothing returning id`)) as { rows: unknown[] };
  return rows.length;
}

/** Notes that a field was locked: of one location with its name, of several as a whole. */
async function noteLocked(
  tx: Orm,
  owner: GoogleOwner,
  { id, field, createdAt: at }: Pick<LockRow, 'id' | 'field' | 'createdAt'>,
  locations: number,
): Promise<void> {
  const { locationId, locationName, storeCode } = lockedFields;
  const [only] =
    locations === 1
      ? await tx
          .select({ locationId, locationName, storeCode })
          .from(lockedFields)
          .where(eq(lockedFields.lockId, id))
      : [];
  const event = { id: randomUUID(), ...owner, lockId: id, field, kind: 'locked', cause: id, at } as const;
  await tx.insert(lockEvents).values({ ...event, ...only });
}
