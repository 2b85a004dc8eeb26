/** How many calls are made one at most. */
const MOST = 100;

interface Waiting<Key, Value> {
  key: Key;
  resolve: (value: Value) => void;
  reject: (error: unknown) => void;
}

/**
 * Makes one call of those that come in the same turn of the event loop: the more a process has to do, the fewer
 * statements each piece of it needs. What is answered was asked for after the call; what fails, fails for all of them.
 * @param askAll answers for each key in its place
 */
export function batched<Key, Value>(askAll: (keys: Key[]) => Promise<Value[]>): (key: Key) => Promise<Value> {
  let waiting: Waiting<Key, Value>[] = [];

  function askForAll(): void {
    const all = waiting;
    waiting = [];
    for (let from = 0; from < all.length; from += MOST) void askFor(all.slice(from, from + MOST));
  }

  async function askFor(calls: Waiting<Key, Value>[]): Promise<void> {
    try {
      const values = await askAll(calls.map(({ key }) => key));
      for (const [index, { resolve }] of calls.entries()) resolve(values[index] as Value);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (waiting.push({ key, resolve, reject }) === 1) setImmediate(askForAll);
    });
}
