import { Injectable } from '@nestjs/common';
import { and, asc, desc, eq, gt, inArray, lt, notExists, or, type SQL, sql } from 'drizzle-orm';
import type { GoogleOwner } from '../business-profile/port/business-profile-provider.js';
import { ownedBy } from '../business-profile/port/google-owner.js';
import { isAnyOf } from '../database/any-of.js';
import {
  type BulkCounts,
  type BulkEditRow,
  bulkEdits,
  type BulkTargetRow,
  bulkTargets,
} from '../database/bulk-edits.schema.js';
import { changeSets } from '../database/changes.schema.js';
import { Database, type Orm } from '../database/database.js';
import { insertMany } from '../database/insert-many.js';
import { users } from '../database/schema.js';
import { AppError } from '../errors/app-error.js';
import { Turns } from '../jobs/turns.js';
import { toPage } from '../security/list-cursor.js';
import { MAX_PAGE } from '../security/validation.js';
import { type BulkRowQueryDto, MOST_DRAFTS } from './bulk-edit.dto.js';
import { PreviewSummary } from './preview-summary.js';

/** How many rows are written at once: a few milliseconds. */
const ROWS_AT_ONCE = 250;
/** More than any position: a cursor is a rank and a position in one number. */
const RANK = 100_000;

/** What a draft changes of itself; its version grows with it. */
export type DraftContent = Pick<
  BulkEditRow,
  'name' | 'choice' | 'change' | 'counts' | 'updatedAt' | 'expiresAt'
>;

/** What else changes of a draft with some of its locations. */
interface SomeReplaced {
  isNewVersion?: boolean;
  validated?: BulkCounts['validated'];
}

/** What comes first in a list of locations: what changes, with warnings first, then what is the same, then what is left out. */
const PLACE = sql`case when ${bulkTargets.state} = 'changes' and ${bulkTargets.warnings} <> '[]' then 0 when ${bulkTargets.state} = 'changes' then 1 when ${bulkTargets.state} = 'same' then 2 else 3 end`;

/** Stores bulk edits with what each location would get. */
@Injectable()
export class BulkEditsRepository {
  constructor(private readonly database: Database) {}

  /** A bulk edit with the name of who prepares it; undefined: this owner has none with the id. */
  async find(owner: GoogleOwner, id: string): Promise<(BulkEditRow & { actorName: string }) | undefined> {
    const [row] = await this.select(and(eq(bulkEdits.id, id), ownedBy(owner, bulkEdits)), 1);
    return row;
  }

  /** Open drafts, the latest changed first. */
  drafts(owner: GoogleOwner, now: Date): Promise<(BulkEditRow & { actorName: string })[]> {
    const isOpen = and(eq(bulkEdits.state, 'draft'), gt(bulkEdits.expiresAt, now));
    return this.select(and(ownedBy(owner, bulkEdits), isOpen), MOST_DRAFTS);
  }

  private async select(which: SQL | undefined, limit: number) {
    const rows = await this.database.orm
      .select({ edit: bulkEdits, actorName: users.displayName })
      .from(bulkEdits)
      .leftJoin(users, eq(users.uid, bulkEdits.actor))
      .where(which)
      .orderBy(desc(bulkEdits.updatedAt), asc(bulkEdits.id))
      .limit(limit);
    return rows.map(({ edit, actorName }) => ({ ...edit, actorName: actorName ?? '' }));
  }

  /** Adds a draft with its locations. Of a person's drafts the oldest go, so that at most 20 are open. */
  async add(edit: BulkEditRow, targets: readonly BulkTargetRow[]): Promise<void> {
    await this.database.transaction(async (tx) => {
      const own = and(
        ownedBy(edit, bulkEdits),
        eq(bulkEdits.actor, edit.actor),
        eq(bulkEdits.state, 'draft'),
      );
      const kept = tx
        .select({ id: bulkEdits.id })
        .from(bulkEdits)
        .where(own)
        .orderBy(desc(bulkEdits.updatedAt), asc(bulkEdits.id))
        .offset(MOST_DRAFTS - 1);
      await tx.delete(bulkEdits).where(inArray(bulkEdits.id, kept));
      await tx.insert(bulkEdits).values(edit);
      await insertTargets(tx, targets);
    });
  }

  /** Replaces a draft, and its locations if they are given. Errors: `changed_since` if it is another one by now. */
  async replace(
    { id, version }: Pick<BulkEditRow, 'id' | 'version'>,
    content: DraftContent,
    targets?: readonly BulkTargetRow[],
  ): Promise<void> {
    await this.database.transaction(async (tx) => {
      await lockDraft(tx, { id, version });
      await tx
        .update(bulkEdits)
        .set({ ...content, version: version + 1 })
        .where(eq(bulkEdits.id, id));
      if (!targets) return;
      await tx.delete(bulkTargets).where(eq(bulkTargets.bulkEditId, id));
      await insertTargets(tx, targets);
    });
  }

  /**
   * Replaces some locations of a draft, and sums it up again. Errors: `changed_since` if it is another one by now.
   * @param isNewVersion whether people who have seen the draft are to look at it again
   * @param validated what Google said of it; without, what it said before
   */
  async replaceSome(
    draft: Pick<BulkEditRow, 'id' | 'version' | 'counts'>,
    targets: readonly BulkTargetRow[],
    { isNewVersion = false, validated = draft.counts.validated }: SomeReplaced,
  ): Promise<void> {
    const { bulkEditId, locationId, state, reason, warnings, otherDates } = bulkTargets;
    const ids = targets.map((target) => target.locationId);
    await this.database.transaction(async (tx) => {
      await lockDraft(tx, draft);
      await tx.delete(bulkTargets).where(and(eq(bulkEditId, draft.id), isAnyOf(locationId, ids)));
      await insertTargets(tx, targets);
      const all = await tx
        .select({ state, reason, warnings, otherDates })
        .from(bulkTargets)
        .where(eq(bulkEditId, draft.id));
      const summary = new PreviewSummary();
      for (const target of all) summary.add(target);
      const said = validated && { asked: validated.asked, refused: validated.refused };
      await tx
        .update(bulkEdits)
        .set({ counts: summary.result(said), version: draft.version + (isNewVersion ? 1 : 0) })
        .where(eq(bulkEdits.id, draft.id));
    });
  }

  /** Marks a draft as confirmed. Errors: `changed_since` if it is another one by now. */
  async confirm(tx: Orm, draft: Pick<BulkEditRow, 'id' | 'version'>): Promise<void> {
    await lockDraft(tx, draft);
    await tx.update(bulkEdits).set({ state: 'confirmed' }).where(eq(bulkEdits.id, draft.id));
  }

  /** Deletes a draft. @returns whether there was one */
  async delete(owner: GoogleOwner, id: string): Promise<boolean> {
    const deleted = await this.database.orm
      .delete(bulkEdits)
      .where(and(eq(bulkEdits.id, id), ownedBy(owner, bulkEdits), eq(bulkEdits.state, 'draft')))
      .returning({ id: bulkEdits.id });
    return deleted.length > 0;
  }

  /** A page of the locations: what changes with warnings first, each by name. */
  async rows(
    id: string,
    { state, rule, cursor, limit = MAX_PAGE }: BulkRowQueryDto,
  ): Promise<{ rows: BulkTargetRow[]; nextCursor: string | null }> {
    const { bulkEditId, position, reason, warnings } = bulkTargets;
    const after = cursor === undefined ? undefined : Number(cursor);
    const rows = await this.database.orm
      .select({ target: bulkTargets, place: sql<number>`${PLACE}`.mapWith(Number) })
      .from(bulkTargets)
      .where(
        and(
          eq(bulkEditId, id),
          state && eq(bulkTargets.state, state === 'warning' ? 'changes' : state),
          state === 'warning' ? sql`${warnings} <> '[]'` : undefined,
          rule === undefined
            ? undefined
            : or(
                sql`${reason} ->> 'id' = ${rule}`,
                sql`${warnings} @> jsonb_build_array(jsonb_build_object('id', ${rule}::text))`,
              ),
          after === undefined
            ? undefined
            : sql`(${PLACE}, ${position}) > (${Math.floor(after / RANK)}::int, ${after % RANK}::int)`,
        ),
      )
      .orderBy(asc(PLACE), asc(position))
      .limit(limit + 1);
    const { page, nextCursor } = toPage(rows, limit, (last) =>
      String(last.place * RANK + last.target.position),
    );
    return { rows: page.map(({ target }) => target), nextCursor };
  }

  /** Some locations that change, those with warnings first. */
  changing(id: string, limit: number): Promise<BulkTargetRow[]> {
    const { bulkEditId, state, position } = bulkTargets;
    return this.database.orm
      .select()
      .from(bulkTargets)
      .where(and(eq(bulkEditId, id), eq(state, 'changes')))
      .orderBy(asc(PLACE), asc(position))
      .limit(limit);
  }

  /** Those with these ids. */
  targets(id: string, locationIds: readonly string[]): Promise<BulkTargetRow[]> {
    const { bulkEditId, locationId } = bulkTargets;
    return this.database.orm
      .select()
      .from(bulkTargets)
      .where(and(eq(bulkEditId, id), isAnyOf(locationId, locationIds)));
  }

  /** The next locations that change, by id. */
  slice(id: string, after: string | null, limit: number): Promise<BulkTargetRow[]> {
    const { bulkEditId, locationId, state } = bulkTargets;
    return this.database.orm
      .select()
      .from(bulkTargets)
      .where(
        and(eq(bulkEditId, id), eq(state, 'changes'), after === null ? undefined : gt(locationId, after)),
      )
      .orderBy(asc(locationId))
      .limit(limit);
  }

  /** The ids of all locations, by name. */
  async locationIds(id: string): Promise<string[]> {
    const { bulkEditId, locationId, position } = bulkTargets;
    const rows = await this.database.orm
      .select({ locationId })
      .from(bulkTargets)
      .where(eq(bulkEditId, id))
      .orderBy(asc(position));
    return rows.map((row) => row.locationId);
  }

  /** Drops drafts that are over, the locations of edits whose sets are planned, and edits whose sets are gone. @returns how many */
  async dropOver(now: Date): Promise<number> {
    const { orm } = this.database;
    const isOfSet = eq(changeSets.id, bulkEdits.id);
    const set = orm
      .select({ one: sql`1` })
      .from(changeSets)
      .where(isOfSet);
    const planning = orm
      .select({ one: sql`1` })
      .from(changeSets)
      .where(and(isOfSet, sql`${changeSets.nextStepAt} is not null`));
    const dropped = await orm
      .delete(bulkEdits)
      .where(
        or(
          and(eq(bulkEdits.state, 'draft'), lt(bulkEdits.expiresAt, now)),
          and(eq(bulkEdits.state, 'confirmed'), notExists(set)),
        ),
      )
      .returning({ id: bulkEdits.id });
    const planned = orm
      .select({ id: bulkEdits.id })
      .from(bulkEdits)
      .where(and(eq(bulkEdits.state, 'confirmed'), notExists(planning)));
    await orm.delete(bulkTargets).where(inArray(bulkTargets.bulkEditId, planned));
    return dropped.length;
  }

  /** Deletes the drafts of an owner, and what was read of locations for its other bulk edits. */
  async forget(owner: GoogleOwner): Promise<void> {
    const own = this.database.orm
      .select({ id: bulkEdits.id })
      .from(bulkEdits)
      .where(ownedBy(owner, bulkEdits));
    await this.database.orm
      .delete(bulkEdits)
      .where(and(ownedBy(owner, bulkEdits), eq(bulkEdits.state, 'draft')));
    await this.database.orm.delete(bulkTargets).where(inArray(bulkTargets.bulkEditId, own));
  }

  /** How many drafts are open. */
  countDrafts(now: Date): Promise<number> {
    return this.database.orm.$count(
      bulkEdits,
      and(eq(bulkEdits.state, 'draft'), gt(bulkEdits.expiresAt, now)),
    );
  }
}

/** Errors: `changed_since` if it has another version by now, `bulk_edit_confirmed`, `not_found`. */
async function lockDraft(tx: Orm, { id, version }: Pick<BulkEditRow, 'id' | 'version'>): Promise<void> {
  const [row] = await tx
    .select({ version: bulkEdits.version, state: bulkEdits.state })
    .from(bulkEdits)
    .where(eq(bulkEdits.id, id))
    .for('update');
  if (!row) throw AppError.of('not_found');
  if (row.state === 'confirmed') throw AppError.of('bulk_edit_confirmed');
  if (row.version !== version) throw otherVersion();
}

/** The error for a version that is not the newest. */
export function otherVersion(): AppError {
  return AppError.because(
    'changed_since',
    'This bulk edit was changed somewhere else. Look at it as it is now, then try again.',
  );
}

async function insertTargets(tx: Orm, targets: readonly BulkTargetRow[]): Promise<void> {
  const turns = new Turns();
  for (let first = 0; first < targets.length; first += ROWS_AT_ONCE) {
    await turns.pass();
    await insertMany(tx, bulkTargets, targets.slice(first, first + ROWS_AT_ONCE));
  }
}
