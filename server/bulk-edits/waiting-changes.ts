import { Injectable } from '@nestjs/common';
import { type AnyColumn, and, count, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isUnderWay, PlannedChanges } from '../business-profile/changes/planned-changes.js';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import type { ProfileField, RawValue } from '../business-profile/translation/profile-fields.js';
import { isAnyOf } from '../database/any-of.js';
import { bulkEdits, bulkTargets } from '../database/bulk-edits.schema.js';
import { changeSets, locationChanges } from '../database/changes.schema.js';
import { Database } from '../database/database.js';
import type { WaitingSetDto } from './bulk-edit.dto.js';

/** How many sets are named. */
const MOST_NAMED = 5;

type Values = Map<ProfileField, RawValue>;

/** What is to be sent before a bulk edit that is confirmed now: changes that wait, and those of sets that are being planned. */
@Injectable()
export class WaitingChanges {
  constructor(
    private readonly database: Database,
    private readonly planned: PlannedChanges,
  ) {}

  /** The values that they give to fields of locations, by location. */
  async valuesOf(owner: GoogleOwner, ids: string[]): Promise<Map<string, Values>> {
    const values = new Map<string, Values>();
    const note = (locationId: string, field: string, after: RawValue) => {
      const own: Values = values.get(locationId) ?? new Map();
      values.set(locationId, own.set(field as ProfileField, after));
    };
    const lines = await this.planned.underWay(this.database.orm, owner, ids);
    // The latest made is sent last.
    for (const { locationId, field, view, after } of lines.sort((a, b) => a.at.getTime() - b.at.getTime()))
      if (view === 'owner') note(locationId, field, after);
    const { locationId, changes } = bulkTargets;
    const unplanned = await this.database.orm
      .select({ locationId, changes })
      .from(bulkTargets)
      .innerJoin(bulkEdits, eq(bulkEdits.id, bulkTargets.bulkEditId))
      .innerJoin(changeSets, eq(changeSets.id, bulkTargets.bulkEditId))
      .where(and(ownedBy(owner, bulkEdits), isUnplanned(), isAnyOf(locationId, ids)))
      .orderBy(changeSets.createdAt);
    for (const target of unplanned)
      for (const { field, after, isSame } of target.changes)
        if (!isSame) note(target.locationId, field, after);
    return values;
  }

  /** For each of some bulk edits the sets that are to be sent before it at locations that it changes, the largest first. */
  async setsOf(owner: GoogleOwner, editIds: string[]): Promise<Map<string, WaitingSetDto[]>> {
    if (editIds.length === 0) return new Map();
    const { setId } = locationChanges;
    const { name } = changeSets;
    const waiting = await this.database.orm
      .select({ editId: bulkEdits.id, setId, name, locations: count() })
      .from(locationChanges)
      .innerJoin(changeSets, eq(changeSets.id, setId))
      .innerJoin(bulkEdits, isAnyOf(bulkEdits.id, editIds, 'uuid'))
      .where(
        and(
          ownedBy(owner, locationChanges),
          isNotNull(locationChanges.nextStepAt),
          isUnderWay(locationChanges.state),
          this.isChangedBy(bulkEdits.id, locationChanges.locationId),
        ),
      )
      .groupBy(bulkEdits.id, setId, name);
    const unplanned = await this.database.orm
      .select({ editId: bulkEdits.id, setId: changeSets.id, name, locations: count() })
      .from(bulkTargets)
      .innerJoin(changeSets, eq(changeSets.id, bulkTargets.bulkEditId))
      .innerJoin(bulkEdits, and(isAnyOf(bulkEdits.id, editIds, 'uuid'), ne(bulkEdits.id, changeSets.id)))
      .where(
        and(
          ownedBy(owner, changeSets),
          isUnplanned(),
          this.isChangedBy(bulkEdits.id, bulkTargets.locationId),
        ),
      )
      .groupBy(bulkEdits.id, changeSets.id, name);
    const byEdit = Map.groupBy([...waiting, ...unplanned], ({ editId }) => editId);
    return new Map([...byEdit].map(([editId, sets]) => [editId, summed(sets)]));
  }

  /**
   * Whether a bulk edit changes a location: one look by the primary key for each. A join would depend on what the database knows of
   * the targets, and of those of an edit just made it knows nothing: it compared each of 10,000 with each.
   */
  private isChangedBy(editId: AnyColumn, locationId: AnyColumn): SQL {
    const own = alias(bulkTargets, 'own');
    const isOwn = and(eq(own.bulkEditId, editId), eq(own.locationId, locationId));
    const found = this.database.orm.select({ state: own.state }).from(own).where(isOwn);
    return sql`(${found}) = 'changes'`;
  }
}

/** The locations of confirmed bulk edits whose changes are not planned yet. */
function isUnplanned() {
  return and(
    eq(bulkTargets.state, 'changes'),
    isNotNull(changeSets.nextStepAt),
    isNull(changeSets.stoppedAt),
    sql`(${changeSets.plannedTo} is null or ${bulkTargets.locationId} > ${changeSets.plannedTo})`,
  );
}

/** One row for each set: some of it may wait, and the rest be unplanned. */
function summed(sets: readonly WaitingSetDto[]): WaitingSetDto[] {
  const bySet = [...Map.groupBy(sets, ({ setId }) => setId).values()];
  return bySet
    .map(([first, ...others]) => {
      const locations = others.reduce((sum, other) => sum + other.locations, first!.locations);
      return { setId: first!.setId, name: first!.name, locations };
    })
    .sort((a, b) => b.locations - a.locations)
    .slice(0, MOST_NAMED);
}
