import { Injectable } from '@nestjs/common';
import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../../business-profile/port/google-owner.js';
import { type SelectionRow, selections } from '../../database/campaigns.schema.js';
import { Database, type Orm } from '../../database/database.js';
import { lockSession } from '../../database/session-lock.js';
import { lockWorkspaceExclusively } from '../../database/workspace-lock.js';
import { AppError } from '../../errors/app-error.js';

/** How many kept selections a workspace can have. */
const MAX_KEPT = 100;
/** How many selections that are not kept an owner can have at a time: the latest. */
const MAX_PASSING = 20;

/** Stores selections. Two kept ones of an owner never have the same name. Errors: `validation_failed`. */
@Injectable()
export class SelectionsRepository {
  constructor(private readonly database: Database) {}

  /** The kept ones by name. */
  listKept(owner: GoogleOwner): Promise<SelectionRow[]> {
    return this.database.orm
      .select()
      .from(selections)
      .where(and(ownedBy(owner, selections), isNotNull(selections.name)))
      .orderBy(asc(sql`lower(${selections.name})`), asc(selections.id));
  }

  async find(owner: GoogleOwner, id: string): Promise<SelectionRow | undefined> {
    const [row] = await this.database.orm.select().from(selections).where(isSelection(owner, id));
    return row;
  }

  /**
   * Stores a selection in a session; of those that are not kept the oldest give way. Errors: `too_many_selections`;
   * `not_signed_in` where the session has ended.
   */
  async add(row: SelectionRow, sessionId: string): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, row.workspaceId);
      await lockSession(tx, sessionId);
      await checkName(tx, row);
      if (row.name !== null) await checkPlace(tx, row);
      await tx.insert(selections).values(row);
      const latest = tx
        .select({ id: selections.id })
        .from(selections)
        .where(and(ownedBy(row, selections), isNull(selections.name)))
        .orderBy(desc(selections.createdAt), desc(selections.id))
        .offset(MAX_PASSING);
      await tx.delete(selections).where(inArray(selections.id, latest));
    });
  }

  /**
   * Changes a selection by what it is at that moment. Errors: `not_found`, `too_many_selections` for one that is kept from
   * now on, those of `change`.
   */
  async update(
    owner: GoogleOwner,
    id: string,
    change: (row: SelectionRow) => SelectionRow,
  ): Promise<SelectionRow> {
    return this.database.transaction(async (tx) => {
      await lockWorkspaceExclusively(tx, owner.workspaceId);
      const [row] = await tx.select().from(selections).where(isSelection(owner, id));
      if (!row) throw AppError.of('not_found');
      const changed = change(row);
      await checkName(tx, changed);
      if (row.name === null && changed.name !== null) await checkPlace(tx, changed);
      await tx.update(selections).set(changed).where(isSelection(owner, id));
      return changed;
    });
  }

  /** Deletes those of all other Google accounts of a workspace. */
  async deleteOthers(tx: Orm, { workspaceId, subject }: GoogleOwner): Promise<void> {
    const isOthers = and(eq(selections.workspaceId, workspaceId), ne(selections.subject, subject));
    await tx.delete(selections).where(isOthers);
  }

  /** False when there is none. */
  async delete(owner: GoogleOwner, id: string): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(selections)
      .where(isSelection(owner, id))
      .returning({ id: selections.id });
    return deleted.length > 0;
  }

  /** Deletes selections that are not kept and were last changed before an instant. @returns how many */
  async dropPassing(before: Date): Promise<number> {
    const dropped = await this.database.orm
      .delete(selections)
      .where(and(isNull(selections.name), lt(selections.updatedAt, before)))
      .returning({ id: selections.id });
    return dropped.length;
  }
}

function isSelection(owner: GoogleOwner, id: string) {
  return and(ownedBy(owner, selections), eq(selections.id, id));
}

async function checkPlace(tx: Orm, { workspaceId }: SelectionRow): Promise<void> {
  const kept = and(eq(selections.workspaceId, workspaceId), isNotNull(selections.name));
  if ((await tx.$count(selections, kept)) >= MAX_KEPT) throw AppError.of('too_many_selections');
}

async function checkName(tx: Orm, { id, name, ...owner }: SelectionRow): Promise<void> {
  if (name === null) return;
  const same = and(ownedBy(owner, selections), eq(selections.name, name), ne(selections.id, id));
  if ((await tx.$count(selections, same)) > 0)
    throw AppError.invalid([{ field: 'name', message: 'You already have a selection with this name' }]);
}
