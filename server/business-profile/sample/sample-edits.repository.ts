import { Injectable } from '@nestjs/common';
import { and, eq, sql } from 'drizzle-orm';
import { Clock } from '../../config/clock.js';
import { Database } from '../../database/database.js';
import { sampleEdits } from '../../database/schema.js';
import type { LocationChange } from '../port/location.js';

/** The changes that each workspace made to the sample locations. */
@Injectable()
export class SampleEditsRepository {
  private readonly edit;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.edit = database.orm
      .select({ changes: sampleEdits.changes })
      .from(sampleEdits)
      .where(
        and(
          eq(sampleEdits.workspaceId, sql.placeholder('workspaceId')),
          eq(sampleEdits.locationId, sql.placeholder('locationId')),
        ),
      )
      .prepare('sample_edit');
  }

  /** The changes of one location; undefined when there are none. */
  async find(workspaceId: string, locationId: string): Promise<LocationChange | undefined> {
    const [row] = await this.edit.execute({ workspaceId, locationId });
    return row?.changes;
  }

  /** All changes of a workspace, by location id. */
  async findAll(workspaceId: string): Promise<Map<string, LocationChange>> {
    const rows = await this.database.orm
      .select()
      .from(sampleEdits)
      .where(eq(sampleEdits.workspaceId, workspaceId));
    return new Map(rows.map((row) => [row.locationId, row.changes]));
  }

  /** Merges the given fields into earlier changes, in one statement, and returns all changes. */
  async merge(workspaceId: string, locationId: string, change: LocationChange): Promise<LocationChange> {
    const row = { workspaceId, locationId, changes: { ...change }, updatedAt: this.clock.now() };
    const [merged] = await this.database.orm
      .insert(sampleEdits)
      .values(row)
      .onConflictDoUpdate({
        target: [sampleEdits.workspaceId, sampleEdits.locationId],
        set: { changes: sql`${sampleEdits.changes} || excluded.changes`, updatedAt: row.updatedAt },
      })
      .returning({ changes: sampleEdits.changes });
    return merged?.changes ?? change;
  }
}
