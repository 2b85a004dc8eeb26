import { Injectable } from '@nestjs/common';
import { and, eq, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { Database } from '../../database/database.js';
import { sampleEdits } from '../../database/schema.js';
import type { LocationChange } from '../business-profile-provider.js';

/** What each user changed on the sample locations. */
@Injectable()
export class SampleEditsRepository {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** A user's changes of one location; undefined when there are none. */
  async find(uid: string, locationId: string): Promise<LocationChange | undefined> {
    const [row] = await this.database.orm
      .select({ changes: sampleEdits.changes })
      .from(sampleEdits)
      .where(and(eq(sampleEdits.uid, uid), eq(sampleEdits.locationId, locationId)));
    return row?.changes;
  }

  /** All changes of a user, by location id. */
  async findAll(uid: string): Promise<Map<string, LocationChange>> {
    const rows = await this.database.orm.select().from(sampleEdits).where(eq(sampleEdits.uid, uid));
    return new Map(rows.map((row) => [row.locationId, row.changes]));
  }

  /** Lays the given fields over what the user changed before, in one statement, and answers all changes. */
  async merge(uid: string, locationId: string, change: LocationChange): Promise<LocationChange> {
    const row = { uid, locationId, changes: { ...change }, updatedAt: this.clock.now() };
    const [merged] = await this.database.orm
      .insert(sampleEdits)
      .values(row)
      .onConflictDoUpdate({
        target: [sampleEdits.uid, sampleEdits.locationId],
        set: { changes: sql`${sampleEdits.changes} || excluded.changes`, updatedAt: row.updatedAt },
      })
      .returning({ changes: sampleEdits.changes });
    return merged?.changes ?? change;
  }
}
