import { Injectable } from '@nestjs/common';
import { and, eq, gt, lte } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { inMs, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import { locationTurns } from '../../database/changes.schema.js';
import { ClaimOver } from '../../jobs/claims.js';

/** How long a turn lasts at most until something is sent: for the reading, and the waits for Google's quotas. */
const READING_MS = 60_000;

/** The right to change a location at Google, which one change has at a time. */
export interface LocationTurn {
  locationId: string;
  /** A random id; once something is sent, the id of the change, so that the process that finds its outcome can end the turn. */
  holder: string;
  /** Whether something was sent in it that may still arrive. */
  isOpen: boolean;
}

/**
 * Turns to change a location, one at a time for everybody who manages it here. The change that has the turn reads the
 * location, compares and sends. What was sent in the turn before is known by then, or can no longer arrive.
 */
@Injectable()
export class LocationTurns {
  constructor(private readonly database: Database) {}

  /** Takes the turn of a location; undefined while another change has it. It ends by itself if nothing ends it. */
  async take(locationId: string): Promise<LocationTurn | undefined> {
    const holder = randomUUID();
    const until = inMs(READING_MS);
    const taken = await this.database.orm
      .insert(locationTurns)
      .values({ locationId, holder, until })
      .onConflictDoUpdate({
        target: locationTurns.locationId,
        set: { holder, until },
        setWhere: lte(locationTurns.until, NOW),
      })
      .returning({ locationId: locationTurns.locationId });
    return taken.length > 0 ? { locationId, holder, isOpen: false } : undefined;
  }

  /**
   * Makes a turn last for so many milliseconds from now. Errors: `ClaimOver`.
   * @param holder its new holder, if that changes
   */
  async prolong(tx: Orm, turn: LocationTurn, ms: number, holder = turn.holder): Promise<void> {
    const held = await tx
      .update(locationTurns)
      .set({ holder, until: inMs(ms) })
      .where(and(isOf(turn), gt(locationTurns.until, NOW)))
      .returning({ locationId: locationTurns.locationId });
    if (held.length === 0) throw new ClaimOver('the turn is over');
  }

  /** Ends a turn, unless it is over already. */
  async release(
    turn: Pick<LocationTurn, 'locationId' | 'holder'>,
    tx: Orm = this.database.orm,
  ): Promise<void> {
    await tx.delete(locationTurns).where(isOf(turn));
  }

  /** Deletes turns that are over. */
  async dropOver(): Promise<void> {
    await this.database.orm.delete(locationTurns).where(lte(locationTurns.until, NOW));
  }
}

function isOf({ locationId, holder }: Pick<LocationTurn, 'locationId' | 'holder'>) {
  return and(eq(locationTurns.locationId, locationId), eq(locationTurns.holder, holder));
}
