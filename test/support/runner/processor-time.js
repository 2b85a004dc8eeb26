import { appendFileSync } from 'node:fs';
import { isMainThread, threadId } from 'node:worker_threads';

const { afterAll, beforeAll, expect } = /** @type {typeof import('@jest/globals')} */ (
  /** @type {unknown} */ (globalThis)
);

/** The file that Jest runs, once it is known to have begun. */
let begun = '';

/**
 * Writes down how much of the processor's time this process, or this thread of it, has used until now, as the spec's that
 * runs: before its first test it went into loading. Where `TEST_PROCESSOR_TIMES` names no file, does nothing.
 * @param {string} [spec] the spec file, if it is not the file that Jest runs
 */
export function countProcessorTime(spec) {
  const file = process.env.TEST_PROCESSOR_TIMES;
  const { testPath } = expect.getState();
  if (!file || !testPath) return;
  const { user, system } = isMainThread ? process.cpuUsage() : process.threadCpuUsage();
  const part = testPath === begun ? 'tests' : 'loading';
  const used = (user + system) / 1000;
  appendFileSync(
    file,
    `${JSON.stringify({ by: `${process.pid}-${threadId}`, file: spec ?? testPath, part, used })}\n`,
  );
  begun = testPath;
}

// Where each file is isolated, Jest runs this for each; where they share a process, test/support/jest.ts counts.
beforeAll(() => countProcessorTime());
afterAll(() => countProcessorTime());
