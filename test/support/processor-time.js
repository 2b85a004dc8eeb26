import { appendFileSync } from 'node:fs';

const { afterAll, beforeAll, expect } = /** @type {typeof import('@jest/globals')} */ (
  /** @type {unknown} */ (globalThis)
);

/** How much of this process's time has been accounted for, in ms. */
let counted = 0;
/** The spec file that is known to have begun. */
let begun = '';

/**
 * Writes down how much time of the processor went by since the last call, as the spec's that runs now: before its first
 * test it went into loading. Where `TEST_PROCESSOR_TIMES` names no file, does nothing.
 */
export function countProcessorTime() {
  const file = process.env.TEST_PROCESSOR_TIMES;
  const { testPath } = expect.getState();
  if (!file || !testPath) return;
  const { user, system } = process.cpuUsage();
  const ms = (user + system) / 1000;
  const part = testPath === begun ? 'tests' : 'loading';
  appendFileSync(file, `${JSON.stringify({ file: testPath, part, ms: ms - counted })}\n`);
  counted = ms;
  begun = testPath;
}

// Where each file is isolated, Jest runs this for each; where they share a process, test/support/jest.ts counts.
beforeAll(countProcessorTime);
afterAll(countProcessorTime);
