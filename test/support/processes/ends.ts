/** Takes what has to be called at the end, in the reverse order. */
export type Ends = (() => unknown)[];

/** Calls what has to be called at the end, once. */
export async function endAll(ends: Ends): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end();
}

/** Does work, and ends everything that it has started, also when this process is asked to end. */
export async function withEnds<Outcome>(work: (ends: Ends) => Promise<Outcome>): Promise<Outcome> {
  const ends: Ends = [];
  const stop = (): void => void endAll(ends).finally(() => process.exit(130));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await work(ends);
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await endAll(ends);
  }
}
