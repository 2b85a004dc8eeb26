import type * as Jest from '@jest/globals';
import { countProcessorTime } from './runner/processor-time.js';

/** A test or hook that has not ended after so long fails and says so: the runner of these kinds knows no limit. */
const LIMIT_MS = 60_000;

// It would end this thread without a word, and the run would wait for its spec for ever.
process.exit = (code) => {
  throw new Error(`A spec ended its process, with ${code}`);
};

const globals = globalThis as unknown as typeof Jest;

/**
 * Jest's own names, for the kinds whose specs share a thread (`jest-light-runner`, in test/jest.config.js):
 * `@jest/globals` works only where each file has a realm of its own. Each test and hook has a limit of time.
 */
export const { describe, expect, jest } = globals;
export const beforeAll = limitedHook(globals.beforeAll);
export const beforeEach = limitedHook(globals.beforeEach);
export const afterAll = limitedHook(globals.afterAll);
export const afterEach = limitedHook(globals.afterEach);

/** A test; `each` is Jest's. A third argument replaces the limit, in ms. */
export const it = Object.assign(
  (name: string, run: () => unknown, limitMs?: number) => globals.it(name, within(limitMs, name, run)),
  { each: limitedEach as unknown as typeof globals.it.each },
);

function limitedEach(table: readonly unknown[]) {
  return (name: string, run: Run, limitMs?: number): void =>
    globals.it.each(table)(name, within(limitMs, name, run));
}

type Run = (...given: never[]) => unknown;

function limitedHook(hook: typeof globals.beforeAll) {
  return (run: () => unknown, limitMs?: number): void => hook(within(limitMs, 'A hook', run));
}

/** The same work, which fails once the limit is over. It names no parameters: after one, Jest would wait for a callback. */
function within(limitMs = LIMIT_MS, name: string, run: Run): (...given: unknown[]) => Promise<void> {
  return async (...given) => {
    countProcessorTime();
    const { promise: tooLate, reject } = Promise.withResolvers<never>();
    const timer = setTimeout(() => reject(new Error(`${name}: had not ended after ${limitMs} ms`)), limitMs);
    try {
      await Promise.race([run(...(given as never[])), tooLate]);
    } finally {
      clearTimeout(timer);
      countProcessorTime();
    }
  };
}
