import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Orm } from '../database/database.js';

/** An item before it is written: JSON has an instant as ISO 8601. */
export type Unwritten<Item> = {
  [Name in keyof Item]: Item[Name] extends (infer Part extends object)[]
    ? Unwritten<Part>[]
    : Item[Name] | Date;
};

/** Where the items of a list of the export come from, as rows with `fields`. */
export interface ExportedList<Item, Row = Item> {
  from: PgTable;
  /** Further tables, each with at most one row for a row of `from`. */
  join?: readonly (readonly [table: PgTable, on: SQL])[];
  /** The column with what a row belongs to: the id of a workspace, or the uid of a person. */
  owner: PgColumn;
  /** The columns by which the list is ordered. For a list in pages they never change, and no two rows have the same. */
  order: readonly PgColumn[];
  /** By the names of the file, in its order. */
  fields: { [Name in keyof Row]: PgColumn | SQL };
  /** How many rows are read at once, default 100. */
  page?: number;
  /** Makes the items of a page, where they are more than its rows. */
  toItems?: (rows: Row[], orm: Orm) => Promise<Unwritten<Item>[]>;
}
