import { setImmediate as nextTurn } from 'node:timers/promises';

/** How long work may keep the thread before others have their turn. */
const TURN_MS = 8;

/** Work that takes long in all, and is done in turns: between its parts other requests are served. */
export class Turns {
  private since = performance.now();

  /** Lets others have their turn, if this work has had the thread since its own began for 8 ms. To be awaited between parts. */
  async pass(): Promise<void> {
    if (performance.now() - this.since < TURN_MS) return;
    await nextTurn();
    this.since = performance.now();
  }
}

/** What the work makes of each item, in turns with other requests. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item, index: number) => Result,
): Promise<Result[]> {
  const turns = new Turns();
  const results: Result[] = [];
  for (const [index, item] of items.entries()) {
    await turns.pass();
    results.push(work(item, index));
  }
  return results;
}
