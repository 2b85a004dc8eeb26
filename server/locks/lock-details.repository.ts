import { Injectable } from '@nestjs/common';
import { and, asc, count, desc, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { COUNTED_SINCE, isLockOf } from '../business-profile/changes/locked-fields.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { type GoogleEditRow, googleEdits } from '../database/changes.schema.js';
import { Database } from '../database/database.js';
import {
  lockedFields,
  type LockedFieldRow,
  type LockEventRow,
  lockEvents,
  profileLocks,
} from '../database/locks.schema.js';
import { users } from '../database/schema.js';
import { isAfter, type ListPosition } from '../security/list-cursor.js';
import { LISTED_EVENTS, LISTED_WAITING } from './lock.dto.js';

/** A location of a lock. */
export type LockedPlace = Pick<LockedFieldRow, 'accountId' | 'locationId' | 'locationName' | 'storeCode'>;

/** An edit of Google that waits for a person. */
export interface WaitingEdit {
  edit: GoogleEditRow;
  why: NonNullable<LockedFieldRow['waits']>;
  since: Date;
}

/** What is known of a lock besides its row. */
export interface LockDetails {
  count: number;
  first: LockedPlace | undefined;
  used: { value: number; field: number };
  waiting: WaitingEdit[];
  waitingCount: number;
  events: LockEventRow[];
}

/** Reads what locks have done. */
@Injectable()
export class LockDetailsRepository {
  constructor(private readonly database: Database) {}

  /** The details of some locks, by id. @param locationId at this location alone */
  async of(owner: GoogleOwner, ids: string[], locationId?: string): Promise<Map<string, LockDetails>> {
    if (ids.length === 0) return new Map();
    const [counts, firsts, used, waiting, events] = await Promise.all([
      this.counts(ids),
      this.firsts(ids, locationId),
      this.used(owner, ids, locationId),
      this.waiting(ids, locationId),
      this.latestEvents(ids, locationId),
    ]);
    return new Map(
      ids.map((id) => [
        id,
        {
          count: counts.get(id) ?? 0,
          first: firsts.get(id),
          used: used.get(id) ?? { value: 0, field: 0 },
          waiting: waiting.filter(({ lockId, turn }) => lockId === id && turn <= LISTED_WAITING),
          waitingCount: waiting.find(({ lockId }) => lockId === id)?.all ?? 0,
          events: events.filter(({ lockId }) => lockId === id),
        },
      ]),
    );
  }

  /** Events of a lock after a position, the newest first. */
  events(id: string, { after, limit }: { after?: ListPosition; limit: number }): Promise<LockEventRow[]> {
    const { at, lockId } = lockEvents;
    return this.database.orm
      .select()
      .from(lockEvents)
      .where(and(eq(lockId, id), after && isAfter(after, { at, id: lockEvents.id })))
      .orderBy(desc(at), asc(lockEvents.id))
      .limit(limit);
  }

  /** The names of persons, by uid. */
  async namesOf(actors: string[]): Promise<Map<string, string>> {
    if (actors.length === 0) return new Map();
    const rows = await this.database.orm
      .select({ actor: users.uid, name: users.displayName })
      .from(users)
      .where(inArray(users.uid, actors));
    return new Map(rows.map(({ actor, name }) => [actor, name]));
  }

  private async counts(ids: string[]): Promise<Map<string, number>> {
    const { lockId } = lockedFields;
    const rows = await this.database.orm
      .select({ lockId, locations: count() })
      .from(lockedFields)
      .where(inArray(lockId, ids))
      .groupBy(lockId);
    return new Map(rows.map((row) => [row.lockId, row.locations]));
  }

  /** The first location of each by name. */
  private async firsts(ids: string[], locationId?: string): Promise<Map<string, LockedPlace>> {
    const { lockId, accountId, locationName, storeCode } = lockedFields;
    const rows = await this.database.orm
      .selectDistinctOn([lockId], {
        lockId,
        accountId,
        locationId: lockedFields.locationId,
        locationName,
        storeCode,
      })
      .from(lockedFields)
      .where(and(inArray(lockId, ids), isLocation(lockedFields.locationId, locationId)))
      .orderBy(lockId, locationName, lockedFields.locationId);
    return new Map(rows.map(({ lockId: id, ...place }) => [id, place]));
  }

  /** How often fields were put back within the days that count, and how often the last value was; the highest of each lock. */
  private async used(
    owner: GoogleOwner,
    ids: string[],
    locationId?: string,
  ): Promise<Map<string, { value: number; field: number }>> {
    const { orm } = this.database;
    const { lockId } = lockedFields;
    const { kind, at, publicHash, keptHash } = lockEvents;
    const place = sql`${lockId}, ${lockEvents.locationId}`;
    const putBacks = orm
      .select({
        lockId: sql<string>`${lockId}`.as('lock_id'),
        ofField: sql<number>`count(*) over (partition by ${place})`.as('of_field'),
        ofValue: sql<number>`count(*) over (partition by ${place}, ${publicHash}, ${keptHash})`.as(
          'of_value',
        ),
        turn: sql<number>`row_number() over (partition by ${place} order by ${at} desc)`.as('turn'),
        isNewValue: sql<boolean>`exists (select 1 from ${lockEvents} later where later.lock_id = ${lockId}
          and later.location_id = ${lockEvents.locationId} and later.kind in ('taken_over', 'changed') and later.at > ${at})`.as(
          'is_new_value',
        ),
      })
      .from(lockEvents)
      .innerJoin(lockedFields, isLockOf(lockEvents))
      .where(
        and(
          ownedBy(owner, lockEvents),
          eq(kind, 'put_back'),
          sql`${at} > ${COUNTED_SINCE}`,
          inArray(lockId, ids),
          isLocation(lockEvents.locationId, locationId),
        ),
      )
      .as('put_backs');
    const rows = await orm
      .select({
        lockId: putBacks.lockId,
        field: sql`max(${putBacks.ofField})`.mapWith(Number),
        value:
          sql`coalesce(max(${putBacks.ofValue}) filter (where ${putBacks.turn} = 1 and not ${putBacks.isNewValue}), 0)`.mapWith(
            Number,
          ),
      })
      .from(putBacks)
      .groupBy(putBacks.lockId);
    return new Map(rows.map(({ lockId: id, ...used }) => [id, used]));
  }

  /** The edits of each lock that wait for a person, the latest first, and how many there are. */
  private async waiting(
    ids: string[],
    locationId?: string,
  ): Promise<(WaitingEdit & { lockId: string; turn: number; all: number })[]> {
    const { lockId, waits, waitsWith, waitsSince } = lockedFields;
    const { orm } = this.database;
    const open = orm
      .select({
        lockId: sql<string>`${lockId}`.as('lock_id'),
        editId: sql<string>`${googleEdits.id}`.as('edit_id'),
        why: sql<WaitingEdit['why']>`${waits}`.as('why'),
        since: sql<Date>`${waitsSince}`.mapWith(waitsSince).as('since'),
        turn: sql<number>`row_number() over (partition by ${lockId} order by ${waitsSince} desc, ${googleEdits.id})`
          .mapWith(Number)
          .as('turn'),
        all: sql<number>`count(*) over (partition by ${lockId})`.mapWith(Number).as('all_of_lock'),
      })
      .from(lockedFields)
      .innerJoin(googleEdits, and(eq(googleEdits.id, waitsWith), eq(googleEdits.state, 'OPEN')))
      .where(and(inArray(lockId, ids), isNotNull(waits), isLocation(lockedFields.locationId, locationId)))
      .as('open');
    const rows = await orm
      .select({
        edit: googleEdits,
        lockId: open.lockId,
        why: open.why,
        since: open.since,
        turn: open.turn,
        all: open.all,
      })
      .from(open)
      .innerJoin(googleEdits, eq(googleEdits.id, open.editId))
      .where(lte(open.turn, LISTED_WAITING))
      .orderBy(open.turn);
    return rows;
  }

  /** The last events of each lock: of all its locations, or of one. */
  private async latestEvents(ids: string[], locationId?: string): Promise<LockEventRow[]> {
    const { orm } = this.database;
    const { lockId, at } = lockEvents;
    const isThere =
      locationId === undefined
        ? undefined
        : or(eq(lockEvents.locationId, locationId), isNull(lockEvents.locationId));
    const latest = orm
      .select()
      .from(lockEvents)
      .where(and(eq(lockId, profileLocks.id), isThere))
      .orderBy(desc(at), asc(lockEvents.id))
      .limit(LISTED_EVENTS)
      .as('latest');
    const rows = await orm
      .select()
      .from(profileLocks)
      .innerJoinLateral(latest, sql`true`)
      .where(inArray(profileLocks.id, ids))
      .orderBy(desc(latest.at), asc(latest.id));
    return rows.map((row) => row.latest);
  }
}

function isLocation(
  column: typeof lockedFields.locationId | typeof lockEvents.locationId,
  locationId: string | undefined,
): SQL | undefined {
  return locationId === undefined ? undefined : eq(column, locationId);
}
