import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../dist/server/database/database.js';
import { toSearchText } from '../../../dist/server/business-profile/port/search-text.js';
import { openTestDatabase } from '../../support/database/database.ts';

/** More than there are connections to a Postgres server. */
const MANY = 12;

let database: Database;
let drop: () => Promise<void>;

beforeAll(async () => {
  ({ database, drop } = await openTestDatabase());
});
afterAll(async () => {
  await database.close();
  await drop();
});

describe('a transaction', () => {
  it('that cannot be begun keeps no connection: the database goes on answering, and closes', async () => {
    const unknownLevel = { isolationLevel: 'whatever' as 'serializable' };
    for (let round = 0; round < MANY; round += 1)
      await expect(database.transaction(() => Promise.resolve(), unknownLevel)).rejects.toThrow();
    await expect(database.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
  });

  it('that fails is rolled back, and its connection serves the next', async () => {
    const fails = database.transaction(async (tx) => {
      await tx.execute(sql`create table never_there (id int)`);
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    const { rows } = await database.executeSql("select to_regclass('never_there') as name");
    expect(rows).toEqual([{ name: null }]);
  });
});

it('one process of the database works on a statement, also where several would be quicker', async () => {
  const plan = await database.transaction(async (tx) => {
    for (const cost of ['parallel_setup_cost', 'parallel_tuple_cost', 'min_parallel_table_scan_size'])
      await tx.execute(sql`select set_config(${cost}, '0', true)`);
    return (await tx.execute(sql`explain select count(*) from posts`)) as { rows: unknown[] };
  });
  expect(JSON.stringify(plan.rows)).toMatch(/Aggregate/);
  expect(JSON.stringify(plan.rows)).not.toMatch(/Gather/);
});

describe('the text that searches compare, as the database makes it', () => {
  it.each([
    ['Sourdough, fresh at 8', 'sourdough, fresh at 8'],
    ['two  blanks,\ta tab,\na line,\r\n\r\nand \t all', 'two blanks, a tab, a line, and all'],
    ['Crème brûlée  à la carte', 'creme brulee a la carte'],
    ['decomposed: cafe\u0301', 'decomposed: cafe'],
    ['Straße, Ærø, Łódź', 'straße, ærø, łodz'],
    ['日本語の  お知らせ 🎉', '日本語の お知らせ 🎉'],
    ['', ''],
  ])('%j is %j, as it is for the words of a search', async (text, expected) => {
    const { rows } = await database.executeSql('select shingle_search_text($1) as text', [text]);
    expect(rows).toEqual([{ text: expected }]);
    expect(toSearchText(text)).toBe(expected);
  });
});
