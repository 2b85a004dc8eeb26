import { Injectable } from '@nestjs/common';
import { eq, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { isAmong } from '../../database/among.js';
import { batched } from '../../database/batched.js';
import { Database } from '../../database/database.js';
import { sampleEdits } from '../../database/schema.js';
import type { LocationChange } from '../business-profile-provider.js';

/** Whose changes of which location. */
interface Edit {
  uid: string;
  locationId: string;
}

/** What each user changed on the sample locations. */
@Injectable()
export class SampleEditsRepository {
  private readonly pairs;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    const { uid, locationId, changes } = sampleEdits;
    this.pairs = database.orm
      .select({ uid, locationId, changes })
      .from(sampleEdits)
      .where(isAmong({ uids: uid, locationIds: locationId }))
      .prepare('sample_edits_of_pairs');
  }

  /** A user's changes of one location; undefined when there are none. */
  find(uid: string, locationId: string): Promise<LocationChange | undefined> {
    return this.findNext({ uid, locationId });
  }

  private readonly findNext = batched<Edit, LocationChange | undefined>(async (edits) => {
    const rows = await this.pairs.execute({
      uids: edits.map(({ uid }) => uid),
      locationIds: edits.map(({ locationId }) => locationId),
    });
    const changes = new Map(rows.map((row) => [keyOf(row), row.changes]));
    return edits.map((edit) => changes.get(keyOf(edit)));
  });

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

function keyOf({ uid, locationId }: Edit): string {
  return JSON.stringify([uid, locationId]);
}
