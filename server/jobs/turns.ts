/** How long work may keep the thread before others have their turn. */
const TURN_MS = 4;

/** What goes on in a turn of its own, in order. */
const line: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that no other such work has. So requests that came in are served after each part of
 * such work, however much of it is under way.
 */
export function ownTurn(): Promise<void> {
  return new Promise((resolve) => {
    line.push(resolve);
    if (line.length === 1) setImmediate(next);
  });
}

function next(): void {
  line.shift()?.();
  // A callback that is added here runs in the next turn of the loop.
  if (line.length > 0) setImmediate(next);
}

/** Work that takes long in all, and is done in turns: between its parts other requests are served. */
export class Turns {
  private since = performance.now();

  /** Whether this work has kept the thread for 4 ms. */
  get isOver(): boolean {
    return performance.now() - this.since >= TURN_MS;
  }

  /** Lets others have their turn once this work has kept the thread for 4 ms. To be awaited between parts. */
  async pass(): Promise<void> {
    if (!this.isOver) return;
    await ownTurn();
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
    // Asked first: to wait for nothing, once for each of thousands of items, takes longer than the work for some.
    if (turns.isOver) await turns.pass();
    results.push(work(item, index));
  }
  return results;
}
