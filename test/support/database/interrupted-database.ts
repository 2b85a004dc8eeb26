import type { Database, Orm } from '../../../dist/server/database/database.js';

/**
 * The same database, with something that happens before the nth statement inside its transactions that contains a word.
 * Without a word any statement counts, and so does the commit. What it throws, the statement throws.
 */
export function interruptBefore<Watched extends Pick<Database, 'orm' | 'transaction'>>(
  database: Watched,
  { nth, word = '' }: { nth: number; word?: string },
  action: () => Promise<void> | void,
): Watched {
  let seen = 0;
  const come = async (statement: string): Promise<void> => {
    if (statement.includes(word) && (seen += 1) === nth) await action();
  };
  const watch = (tx: Orm): Orm =>
    Object.create(tx, {
      execute: {
        value: async (query: Parameters<Orm['execute']>[0]) => {
          await come(JSON.stringify(query));
          return tx.execute(query);
        },
      },
    }) as Orm;
  const transaction: Database['transaction'] = (work, config) =>
    database.transaction(async (tx) => {
      const result = await work(watch(tx));
      await come('');
      return result;
    }, config);
  // A migration gets only `orm`, because a restore runs it inside a transaction.
  const orm = Object.create(database.orm, { transaction: { value: transaction } }) as Orm;
  return Object.create(database, { orm: { value: orm }, transaction: { value: transaction } }) as Watched;
}
