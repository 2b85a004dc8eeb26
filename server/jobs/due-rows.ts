import { type AnyColumn, lte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import { NOW } from '../database/database-clock.js';
import type { Orm } from '../database/database.js';
import { type DueTask, FIRST_OF_OWNER } from './due-work.js';

/** A table whose rows are worked on when they are due. */
type DueTable = PgTable & { id: AnyColumn; workspaceId: AnyColumn; nextStepAt: AnyColumn };

/** How the rows of a table are tasks. */
interface DueRows<Lane extends string> {
  /** The column whose values have one task at a time each. */
  exclusiveKey: AnyColumn;
  lane: SQL<Lane>;
  /** Whose first rows in a lane are read: an owner's, unless given. */
  each?: readonly AnyColumn[];
}

/**
 * The rows of a table that are due, of each owner in each lane the first ones, so that the many of one do not fill the
 * memory or hide others. An index on `next_step_at` alone finds them.
 */
export async function readDue<Lane extends string>(
  orm: Orm,
  table: DueTable,
  { exclusiveKey, lane, each = [table.workspaceId] }: DueRows<Lane>,
): Promise<DueTask<Lane>[]> {
  const { id, workspaceId, nextStepAt } = table;
  const group = sql.join([...each, lane], sql`, `);
  const turn = sql<number>`row_number() over (partition by ${group} order by ${nextStepAt}, ${id})`;
  const due = orm
    .select({
      id: sql<string>`${id}`.as('id'),
      owner: sql<string>`${workspaceId}`.as('owner'),
      exclusiveKey: sql<string>`${exclusiveKey}`.as('exclusive_key'),
      lane: lane.as('lane'),
      dueAt: sql<number>`extract(epoch from ${nextStepAt}) * 1000`.mapWith(Number).as('due_at'),
      turn: turn.as('turn'),
    })
    .from(table)
    .where(lte(nextStepAt, NOW))
    .as('due');
  return orm.select().from(due).where(lte(due.turn, FIRST_OF_OWNER));
}
