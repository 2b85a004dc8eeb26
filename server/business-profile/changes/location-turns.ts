import { Injectable } from '@nestjs/common';
import { and, eq, gt, lte } from 'drizzle-orm';
import { randomUUID } from 'node:crypto';
import { inMs, NOW } from '../../database/database-clock.js';
import { Database, type Orm } from '../../database/database.js';
import { locationTurns } from '../../database/changes.schema.js';
import { ClaimOver } from '../../jobs/claims.js';

/** How long a turn lasts at most until something is sent: for the reading, and the waits for Google's quotas. */
const READING_MS = 60_000;

/** The right to change a location at Google, which one save has at a time. */
export interface LocationTurn {
  locationId: string;
  /** A number of its own, until something is sent in it: then the save's, so that who finds its outcome gives it back. */
  holder: string;
  /** Whether something was sent in it that may still arrive. */
  isOpen: boolean;
}

/**
 * Turns to change a location, one at a time for everybody who manages it here. The save that has the turn reads the location,
 * compares and sends; what the turn before it has sent is known by then, or can no longer arrive.
 */
@Injectable()
export class LocationTurns {
  constructor(private readonly database: Database) {}

  /** Takes the turn of a location; undefined while another save has it. It ends by itself if it is never given back. */
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
   * Lets a turn that holds end in so many milliseconds, and be held under another name from then on, if one is given.
   * Errors: `ClaimOver`.
   */
  async prolong(tx: Orm, turn: LocationTurn, ms: number, holder = turn.holder): Promise<void> {
    const held = await tx
      .update(locationTurns)
      .set({ holder, until: inMs(ms) })
      .where(and(isOf(turn), gt(locationTurns.until, NOW)))
      .returning({ locationId: locationTurns.locationId });
    if (held.length === 0) throw new ClaimOver('the turn is over');
  }

  /** Gives a turn back; one that is over already stays as it is. */
  async release(
    turn: Pick<LocationTurn, 'locationId' | 'holder'>,
    tx: Orm = this.database.orm,
  ): Promise<void> {
    await tx.delete(locationTurns).where(isOf(turn));
  }

  /** Drops turns that are over. */
  async dropOver(): Promise<void> {
    await this.database.orm.delete(locationTurns).where(lte(locationTurns.until, NOW));
  }
}

function isOf({ locationId, holder }: Pick<LocationTurn, 'locationId' | 'holder'>) {
  return and(eq(locationTurns.locationId, locationId), eq(locationTurns.holder, holder));
}
