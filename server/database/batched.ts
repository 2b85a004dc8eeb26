import { rootOf } from '../errors/root-cause.js';

/** How many calls are made one at most. */
const MOST = 100;
/** So many do not wait for more: else requests that come in one wave would stay one, and all wait for its last. */
const ENOUGH = 16;
/** How many are under way at a time: what comes meanwhile goes together, and one that is held up does not hold up all. */
const AT_ONCE = 2;

/**
 * The classes of SQLSTATE that tell of single rows: a value that its type cannot hold, a constraint forbids it, or somebody
 * else was at a row (deadlock).
 */
const OF_SINGLE_ROWS = ['22', '23', '40'];

interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one call of those that come in the same turn of the event loop, or while earlier ones are under way: the more a
 * process has to do, the fewer statements each piece of it needs. What is answered was asked for after the call. What
 * fails because of a single row is asked for again one by one; what fails otherwise, fails for all of them.
 * @param askAll answers for each key in its place
 */
export function batched<Key, Value>(askAll: (keys: Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  const waiting: Waiting<Key, Value>[] = [];
  let underWay = 0;

  function askForAll(): void {
    while (waiting.length > 0 && underWay < AT_ONCE) void askFor(waiting.splice(0, MOST));
  }

  async function askFor(calls: Waiting<Key, Value>[]): Promise<void> {
    underWay += 1;
    try {
      const values = await askAll(calls.map(({ key }) => key));
      for (const [index, { resolve }] of calls.entries()) resolve(values[index] as Value);
    } catch (error) {
      if (calls.length > 1 && isOfSingleRows(error)) for (const call of calls) await askFor([call]);
      else for (const { reject } of calls) reject(error);
    } finally {
      underWay -= 1;
      askForAll();
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      const count = waiting.push({ key, resolve, reject });
      if (count === 1) setImmediate(askForAll);
      else if (count >= ENOUGH) askForAll();
    });
}

/** Whether the database refused something because of one of its rows, and so has done nothing of it. */
export function isOfSingleRows(error: unknown): boolean {
  const root = rootOf(error);
  return root instanceof Error && 'code' in root && OF_SINGLE_ROWS.includes(String(root.code).slice(0, 2));
}
