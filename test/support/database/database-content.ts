import { sql } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import type { Database } from '../../../dist/server/database/database.js';

/** What changes on its own: rate limits, what is read of Google and when, and when a session was last seen. */
const PASSING_TABLES = [
  'rate_buckets',
  'google_update_hours',
  'google_apis',
  'mirror_imports',
  'review_readings',
  'publishing_pauses',
  'metric_readings',
  'metric_days',
  'metric_weeks',
  'metric_totals',
  'metric_watermarks',
  'keyword_readings',
  'keyword_months',
  'keyword_totals',
];
const PASSING_COLUMNS = ['last_seen_at'];

/** The columns that say whose a row is. */
const OWNERS = ['workspace_id', 'uid'];

/** What the tables of the product hold, to be compared. */
export class DatabaseContent {
  private readonly database: Database;
  private readonly columns: ReadonlyMap<string, string[]>;

  private constructor(database: Database, columns: ReadonlyMap<string, string[]>) {
    this.database = database;
    this.columns = columns;
  }

  static async of(database: Database): Promise<DatabaseContent> {
    const { rows } = (await database.orm.execute(
      sql`select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = 'public' order by table_name, ordinal_position`,
    )) as { rows: { table: string; column: string }[] };
    const byTable = Map.groupBy(rows, ({ table }) => table);
    const columns = [...byTable].map(([table, its]) => [table, its.map(({ column }) => column)] as const);
    return new DatabaseContent(database, new Map(columns));
  }

  /** Names of tables and columns that can be in no answer by chance. */
  names(): string[] {
    return [...new Set([...this.columns].flat(2))].filter((name) => name.includes('_'));
  }

  /** A hash of each table that is not empty. */
  hashes(): Promise<Record<string, string>> {
    return this.hashesOf(this.lastingTables().map((table) => this.selectAll(table)));
  }

  /** A hash of each table's rows of these users, of tables that have some. */
  hashesOfUsers(uids: string[]): Promise<Record<string, string>> {
    const list = uids.map((uid) => `'${uid.replaceAll("'", "''")}'`).join(',');
    return this.hashesOf(
      this.lastingTables().flatMap((table) => {
        const owner = OWNERS.find((column) => this.columns.get(table)?.includes(column));
        return owner ? `${this.selectAll(table)} where ${owner} in (${list})` : [];
      }),
    );
  }

  private lastingTables(): string[] {
    return [...this.columns.keys()].filter((table) => !PASSING_TABLES.includes(table));
  }

  private selectAll(table: string): string {
    const lasting = this.columns.get(table)?.filter((column) => !PASSING_COLUMNS.includes(column)) ?? [];
    return `select '${table}' as "table", row(${lasting.join(', ')})::text as row from ${table}`;
  }

  private async hashesOf(selects: string[]): Promise<Record<string, string>> {
    const query = sql.raw(`${selects.join(' union all ')} order by 1, 2`);
    const { rows } = (await this.database.orm.execute(query)) as { rows: { table: string; row: string }[] };
    const hash = (its: { row: string }[]) =>
      createHash('sha256')
        .update(its.map(({ row }) => row).join('\n'))
        .digest('hex');
    return Object.fromEntries(
      [...Map.groupBy(rows, ({ table }) => table)].map(([table, its]) => [table, hash(its)]),
    );
  }
}
