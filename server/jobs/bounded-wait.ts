import { setTimeout as delay } from 'node:timers/promises';

/** Resolves when the work has ended, or after this time at the latest; the work then goes on unwatched. Rejects if the work does. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  const timeUp = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
  try {
    await Promise.race([work, timeUp]);
  } finally {
    timer.abort();
  }
}

/** The result of the work. If the signal is aborted first, its reason is thrown and the work goes on unwatched. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const settled = new AbortController();
  const aborted = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(signal.reason as Error);
    if (signal.aborted) fail();
    else signal.addEventListener('abort', fail, { signal: settled.signal });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    settled.abort();
  }
}

/** Yields the items of an iterable. When the signal is aborted, its reason is thrown. */
export async function* eachUntilAborted<Item>(
  items: AsyncIterable<Item>,
  signal: AbortSignal,
): AsyncGenerator<Item> {
  const iterator = items[Symbol.asyncIterator]();
  for (;;) {
    const next = await untilAborted(iterator.next(), signal);
    if (next.done) return;
    yield next.value;
  }
}
