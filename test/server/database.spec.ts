import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'drizzle-orm';
import type { Database } from '../../dist/server/database/database.js';
import { openTestDatabase } from '../support/database.js';

/** More than there are connections to a Postgres server. */
const MANY = 12;

describe('a transaction', () => {
  let database: Database;
  let drop: () => Promise<void>;

  beforeAll(async () => {
    ({ database, drop } = await openTestDatabase());
  });
  afterAll(async () => {
    await database.close();
    await drop();
  });

  it('that cannot be begun keeps no connection: the database goes on answering, and closes', async () => {
    const unknownLevel = { isolationLevel: 'whatever' as 'serializable' };
    for (let round = 0; round < MANY; round += 1)
      await expect(database.orm.transaction(() => Promise.resolve(), unknownLevel)).rejects.toThrow();
    await expect(database.orm.transaction((tx) => tx.execute(sql`select 1`))).resolves.toBeDefined();
  });

  it('that fails is rolled back, and its connection serves the next', async () => {
    const fails = database.orm.transaction(async (tx) => {
      await tx.execute(sql`create table never_there (id int)`);
      throw new Error('no');
    });
    await expect(fails).rejects.toThrow('no');
    const { rows } = await database.executeSql("select to_regclass('never_there') as name");
    expect(rows).toEqual([{ name: null }]);
  });
});
