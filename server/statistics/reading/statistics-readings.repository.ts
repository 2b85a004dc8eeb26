import { Injectable } from '@nestjs/common';
import { and, eq, gt, lt, lte, notExists, or, type SQL, sql } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { earlierDay, latestDay } from '../../config/days.js';
import { MINUTE_MS } from '../../config/durations.js';
import { googleConnections } from '../../database/connection.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { keywordReadings, statisticsReadings } from '../../database/statistics.schema.js';
import { mirrorLocations } from '../../database/mirror.schema.js';
import type { ErrorCode } from '../../errors/app-error.js';
import { claimFor, isHeld, isUnclaimed } from '../../jobs/claims.js';
import { type DueTask, FIRST_OF_OWNER } from '../../jobs/due-work.js';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { type DayNumbers, dropDays, putDays, raiseWatermark } from './statistics-days.repository.js';
import { ensureSums } from './statistics-sums.js';
import { type KeywordRow, putWords } from './statistics-words.js';

export type ReadingRow = typeof statisticsReadings.$inferSelect;

/** What Google answered about the days of a location. */
export interface DaysRead {
  days: DayNumbers[];
  /** The last day with any value; null for none. */
  lastValue: string | null;
  /** The last day that Google has, as a rule, counted for every location by now. */
  settledUntil: string;
  hasSeries: boolean;
  /** When Google was asked. */
  at: Date;
  /** The first day of the history, if all of it was asked for: what is older is dropped. */
  wholeFrom: string | null;
  nextAt: Date;
  /** The same after a first reading without any value after `settledUntil`: other locations may show that more is counted. */
  soonAt: Date;
}

/** For how long a claim holds: longer than a reading takes with all its tries. */
const LEASE_MS = 3 * MINUTE_MS;

/**
 * Stores statistics of locations. A reading whose claim another process has taken over stores nothing. Every change of days
 * or search words locks the location’s row first, then the owner’s watermark.
 */
@Injectable()
export class StatisticsReadingsRepository {
  constructor(private readonly database: Database) {}

  async find(owner: GoogleOwner, locationId: string): Promise<ReadingRow | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(statisticsReadings)
      .where(and(ownedBy(owner, statisticsReadings), eq(statisticsReadings.locationId, locationId)));
    return row;
  }

  /** Adds locations of connected owners that are not there yet, at most 1,000. @returns how many */
  async addNew(now: Date): Promise<number> {
    const { workspaceId, subject, id, isPrimary } = mirrorLocations;
    const known = this.database.orm
      .select({ one: sql`1` })
      .from(statisticsReadings)
      .where(
        and(
          eq(statisticsReadings.workspaceId, workspaceId),
          eq(statisticsReadings.subject, subject),
          eq(statisticsReadings.locationId, id),
        ),
      );
    const rows = await this.database.orm
      .select({ workspaceId, subject, locationId: id })
      .from(mirrorLocations)
      .innerJoin(
        googleConnections,
        and(eq(googleConnections.workspaceId, workspaceId), eq(googleConnections.subject, subject)),
      )
      .where(and(isPrimary, notExists(known)))
      .limit(1000);
    await this.insert(rows, now);
    return rows.length;
  }

  /** Adds a location that is read at once, unless it is there. */
  async add(owner: GoogleOwner, locationId: string, now: Date): Promise<void> {
    await this.insert([{ workspaceId: owner.workspaceId, subject: owner.subject, locationId }], now);
  }

  /** Locations with due days, and then those with due search words: of each owner with a working connection the first. */
  async due(now: Date): Promise<DueTask<'read'>[]> {
    const { id, workspaceId, subject, locationId, nextAt, wordsNextAt } = statisticsReadings;
    const isLater = sql`${nextAt} > ${now.toISOString()}::timestamptz`;
    const turn = sql<number>`row_number() over (partition by ${workspaceId} order by ${isLater}, ${nextAt}, ${id})`;
    const due = this.database.orm
      .select({ id, owner: workspaceId, locationId, nextAt, wordsNextAt, turn: turn.as('turn') })
      .from(statisticsReadings)
      .innerJoin(
        googleConnections,
        and(eq(googleConnections.workspaceId, workspaceId), eq(googleConnections.subject, subject)),
      )
      .where(and(eq(googleConnections.state, 'connected'), isDue(now)))
      .as('due');
    const rows = await this.database.orm.select().from(due).where(lte(due.turn, FIRST_OF_OWNER));
    return rows.map(
      ({ id: task, owner, locationId: exclusiveKey, nextAt: daysAt, wordsNextAt: wordsAt }) => ({
        id: task,
        owner,
        exclusiveKey,
        lane: 'read',
        // Days come before search words.
        dueAt: daysAt <= now ? daysAt.getTime() : wordsAt.getTime() + LEASE_MS,
      }),
    );
  }

  /** Claims a location that is due; undefined where another process was first. */
  async claimDue(id: string, now: Date): Promise<ReadingRow | undefined> {
    const [row] = await this.claim(and(eq(statisticsReadings.id, id), isDue(now)));
    return row;
  }

  /** Claims one location; undefined while it is being read, or where there is none. */
  async claimOne(owner: GoogleOwner, locationId: string): Promise<ReadingRow | undefined> {
    const isIt = and(ownedBy(owner, statisticsReadings), eq(statisticsReadings.locationId, locationId));
    const [row] = await this.claim(isIt);
    return row;
  }

  /**
   * Stores the days of a location that are known to be counted, with the sums of its owner: those up to its own last value,
   * and up to the owner's last value as far as Google has counted every location by then. Later ones may be zeros, or not
   * counted yet. A known number that this answer lacks stays. Nothing is stored if the claim has been taken over.
   */
  async storeDays(key: ReadingRow, read: DaysRead): Promise<void> {
    await this.database.transaction(async (tx) => {
      if (!(await lock(tx, isHeld(statisticsReadings, key)))) return;
      const watermark = await raiseWatermark(tx, key, read.lastValue);
      const countedUntil = latestDay(
        read.lastValue,
        earlierDay(watermark, read.settledUntil),
        key.countedUntil,
      );
      if (read.wholeFrom !== null) await dropDays(tx, key, read.wholeFrom);
      const counted = read.days.filter(({ day }) => countedUntil !== null && day <= countedUntil);
      if (read.hasSeries) await putDays(tx, key, counted);
      const isQuiet = !key.readAt && read.hasSeries && (countedUntil ?? '') < read.settledUntil;
      await tx
        .update(statisticsReadings)
        .set({
          countedUntil,
          hasSeries: read.hasSeries,
          readAt: read.at,
          ...(read.wholeFrom !== null && read.hasSeries && countedUntil !== null && { wholeAt: read.at }),
          error: null,
          nextAt: isQuiet ? read.soonAt : read.nextAt,
          leaseUntil: null,
        })
        .where(isHeld(statisticsReadings, key));
    });
  }

  /** The months whose search words were read, with when. */
  async monthsRead(key: ReadingRow): Promise<Map<string, Date>> {
    const { month, readAt } = keywordReadings;
    const rows = await this.database.orm
      .select({ month, readAt })
      .from(keywordReadings)
      .where(eq(keywordReadings.readingId, key.id));
    return new Map(rows.map((row) => [row.month, row.readAt]));
  }

  /** Replaces the search words of a month, unless the claim has been taken over. */
  async storeWords(key: ReadingRow, month: string, words: KeywordRow[], at: Date): Promise<void> {
    await this.database.transaction(async (tx) => {
      const row = await lock(tx, isHeld(statisticsReadings, key));
      if (!row) return;
      await raiseWatermark(tx, row, null);
      await ensureSums(tx, row);
      const { readingId, month: column } = keywordReadings;
      await tx
        .insert(keywordReadings)
        .values({ readingId: key.id, month, readAt: at })
        .onConflictDoUpdate({ target: [readingId, column], set: { readAt: at } });
      await putWords(tx, row, month, words);
    });
  }

  /** Ends a claim. */
  async end(
    key: ReadingRow,
    next: Partial<Pick<ReadingRow, 'nextAt' | 'wordsNextAt' | 'error'>>,
  ): Promise<void> {
    await this.database.orm
      .update(statisticsReadings)
      .set({ ...next, leaseUntil: null })
      .where(isHeld(statisticsReadings, key));
  }

  /** Puts off all due readings of an owner who cannot be read at present. */
  async postpone(owner: GoogleOwner, until: Date, error: ErrorCode): Promise<void> {
    const owned = ownedBy(owner, statisticsReadings);
    const { nextAt, wordsNextAt } = statisticsReadings;
    const { orm } = this.database;
    await orm
      .update(statisticsReadings)
      .set({ nextAt: until, error })
      .where(and(owned, lt(nextAt, until)));
    await orm
      .update(statisticsReadings)
      .set({ wordsNextAt: until })
      .where(and(owned, lt(wordsNextAt, until)));
  }

  /** Makes the readings of all owners due now that failed because Google did not let this server read statistics. */
  async openedNow(now: Date): Promise<void> {
    await this.database.orm
      .update(statisticsReadings)
      .set({ nextAt: now })
      .where(and(eq(statisticsReadings.error, 'google/no-quota'), gt(statisticsReadings.nextAt, now)));
  }

  /** How many locations are read regularly, and how many of them are late by more than so long. */
  async count(lateSince: Date): Promise<{ locations: number; late: number }> {
    const { orm } = this.database;
    return {
      locations: await orm.$count(statisticsReadings),
      late: await orm.$count(statisticsReadings, lt(statisticsReadings.nextAt, lateSince)),
    };
  }

  private async insert(
    rows: Pick<ReadingRow, 'workspaceId' | 'subject' | 'locationId'>[],
    now: Date,
  ): Promise<void> {
    if (rows.length === 0) return;
    await this.database.orm
      .insert(statisticsReadings)
      .values(rows.map((row) => ({ ...row, id: randomUUID(), nextAt: now, wordsNextAt: now })))
      .onConflictDoNothing();
  }

  private claim(which: SQL | undefined): Promise<ReadingRow[]> {
    const { attempt, leaseUntil } = claimFor(LEASE_MS, statisticsReadings);
    return this.database.orm
      .update(statisticsReadings)
      .set({ attempt, leaseUntil })
      .where(and(which, isUnclaimed(statisticsReadings)))
      .returning();
  }
}

/** When a reading is due is a matter of days: there, unlike for claims, the clock of a process will do. */
function isDue(now: Date): SQL | undefined {
  const { nextAt, wordsNextAt } = statisticsReadings;
  return and(or(lte(nextAt, now), lte(wordsNextAt, now)), isUnclaimed(statisticsReadings));
}

/** Locks a location’s row until the transaction ends; undefined when there is none. */
export async function lock(tx: Orm, which: SQL | undefined): Promise<ReadingRow | undefined> {
  const [row] = await tx.select().from(statisticsReadings).where(which).for('update');
  return row;
}
