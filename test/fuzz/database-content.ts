import { createHash } from 'node:crypto';
import type { Database } from '../../dist/server/database/database.js';

/** What comes and goes by itself: allowances, and when a session was last seen. */
const PASSING_TABLES = ['rate_buckets', 'mirror_imports', 'publishing_pauses'];
const PASSING_COLUMNS = ['last_seen_at'];

/** What the tables of the product hold, to be compared. */
export class DatabaseContent {
  private readonly database: Database;
  /** The columns of each table that say something lasting. */
  private readonly columns = new Map<string, string[]>();

  private constructor(database: Database) {
    this.database = database;
  }

  static async of(database: Database): Promise<DatabaseContent> {
    const content = new DatabaseContent(database);
    const rows = await content.query<{ table: string; column: string }>(
      `select table_name as "table", column_name as "column" from information_schema.columns
       where table_schema = 'public' order by table_name, ordinal_position`,
    );
    for (const { table, column } of rows)
      content.columns.set(table, [...(content.columns.get(table) ?? []), column]);
    return content;
  }

  /** Names of tables and columns that can stand in no answer by chance. */
  names(): string[] {
    const all = [...this.columns.keys(), ...[...this.columns.values()].flat()];
    return [...new Set(all)].filter((name) => name.includes('_'));
  }

  /** A hash of everything. */
  async hash(): Promise<string> {
    return this.hashOf(this.lastingTables().map((table) => this.selectAll(table)));
  }

  /** A hash of all rows of these users. */
  async hashOfUsers(uids: string[]): Promise<string> {
    const list = uids.map((uid) => `'${uid.replaceAll("'", "''")}'`).join(',');
    const owned = this.lastingTables().filter((table) => this.columns.get(table)?.includes('uid'));
    return this.hashOf(owned.map((table) => `${this.selectAll(table)} where uid in (${list})`));
  }

  private lastingTables(): string[] {
    return [...this.columns.keys()].filter((table) => !PASSING_TABLES.includes(table));
  }

  private selectAll(table: string): string {
    const lasting = this.columns.get(table)?.filter((column) => !PASSING_COLUMNS.includes(column)) ?? [];
    return `select '${table} ' || row(${lasting.join(', ')})::text as row from ${table}`;
  }

  private async hashOf(selects: string[]): Promise<string> {
    const rows = await this.query<{ row: string }>(`${selects.join(' union all ')} order by 1`);
    return createHash('sha256')
      .update(rows.map(({ row }) => row).join('\n'))
      .digest('hex');
  }

  private async query<Row>(text: string): Promise<Row[]> {
    return (await this.database.executeSql(text)).rows as Row[];
  }
}
