import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../../../server/embedded/prepare.mjs';
import { findBrowser } from './browser.mjs';
import { checkDocument, compareDocument, lintDocument } from './document.mjs';
import { failedInJest, failedInPlaywright } from './failed-tests.mjs';
import { byFolder, bySpec } from './page-folders.mjs';
import { startPostgres } from './postgres.mjs';
import { interrupted, runProgram, takeProcessorTime } from './run-program.mjs';

/**
 * What a kind of test came to. A check has no tests to count, only a verdict: 0 or 1 failed.
 * `names` says which failed, a line each.
 * @typedef {{ passed: number, failed: number, check?: boolean, fault?: string, names?: string[], files?: FileTime[] }} Result
 */

/**
 * How long a spec file took, in seconds; of the processor's time what went by before its first test, and all of it. What
 * other processes did for it is in its kind's sum alone.
 * @typedef {{ file: string, wall: number, loading?: number, processor?: number }} FileTime
 */

/**
 * A kind of test. `isBusy`: it keeps both cores busy, so that no two such kinds run at the same time. `run` gets the spec
 * files that were asked for, all by default; one that cannot run throws a sentence that says what helps.
 * @typedef {{ isBusy?: boolean, run: (output: import('./output.mjs').Output, specs: string[]) => Promise<Result> }} Kind
 */

/**
 * What `npm test` runs, the longest first.
 * @type {Record<string, Kind>}
 */
export const kinds = {
  // A third of the time its specs wait for what a server does each second: a third worker and the checks fill it.
  postgres: { isBusy: true, run: onPostgres('postgres', ['--maxWorkers=3']) },
  browser: { isBusy: true, run: browser },
  page: { isBusy: true, run: (output, specs) => jest(output, 'page', byFolder(specs)) },
  pglite: {
    isBusy: true,
    run: (output, specs) => jest(output, 'pglite', specs, { TEST_DATABASE: 'pglite' }),
  },
  simulator: { isBusy: true, run: (output, specs) => jest(output, 'simulator', specs) },
  lint: {
    // ESLint looks at each file by itself, oxlint at the types of all, so that it always looks at all.
    run: (output) =>
      check(output, [
        ['eslint/bin/eslint.js', '--max-warnings', '0', ...cacheIn('eslint'), '.'],
        ['oxlint/bin/oxlint', '--deny-warnings', '.'],
      ]),
  },
  types: {
    run: (output) => check(output, ['.', 'client', 'simulator', 'test'].map(compile)),
  },
  unit: { run: (output, specs) => jest(output, 'unit', specs) },
  format: {
    run: (output) =>
      check(output, [
        ['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', ...cacheIn('prettier'), '.'],
      ]),
  },
  document: {
    run: async (output) =>
      verdict(
        (await checkDocument(output)) && (await lintDocument(output)) && (await compareDocument(output)),
      ),
  },
};

/**
 * What `npm run test:long` runs: processes that are killed, requests that nobody would send, and what the browser says once
 * more of one page.
 * @type {typeof kinds}
 */
export const longKinds = {
  expectations: { isBusy: true, run: browser },
  chaos: { isBusy: true, run: onPostgres('chaos') },
  embedded: { isBusy: true, run: (output, specs) => jest(output, 'embedded', specs) },
  crash: { isBusy: true, run: (output, specs) => jest(output, 'crash', specs) },
  fuzz: {
    isBusy: true,
    // The same requests in each run, unless others are asked for.
    run: (output, specs) =>
      jest(output, 'fuzz', specs, {
        TEST_DATABASE: 'pglite',
        FUZZ_REQUESTS: '30',
        FUZZ_SEED: '34',
        ...process.env,
      }),
  },
};

/**
 * What a checker has found out of a file is kept below `dist`, until the file or the checker's settings change.
 * @param {string} name
 */
function cacheIn(name) {
  return ['--cache', '--cache-strategy', 'content', '--cache-location', `dist/checked/${name}`];
}

/**
 * The compiler keeps by content what it has found out, so that it looks again at what a change touches, and no more. It is
 * the one written in Go, in a fifth of the time; the older one is what Nest and ESLint work with.
 * @param {string} project the folder of a tsconfig.json
 * @returns {string[]}
 */
function compile(project) {
  const kept = `dist/checked/types-${project === '.' ? 'server' : project}.json`;
  const keeping = ['--incremental', '--tsBuildInfoFile', kept];
  return ['typescript-7/bin/tsc', '--noEmit', '--singleThreaded', ...keeping, '-p', project];
}

/**
 * @param {import('./output.mjs').Output} output
 * @param {string[][]} programs each a script and its arguments
 * @returns {Promise<Result>}
 */
async function check(output, programs) {
  const codes = await Promise.all(
    programs.map(([script = '', ...args]) => runProgram(script, args, { output })),
  );
  return verdict(codes.every((code) => code === 0));
}

/**
 * @param {boolean} isGood
 * @returns {Result}
 */
const verdict = (isGood) => ({ passed: 0, failed: isGood ? 0 : 1, check: true });

/**
 * @param {string} kind
 * @param {string[]} [options] of Jest
 * @returns {Kind['run']}
 */
function onPostgres(kind, options) {
  return async (output, specs) => {
    const { url, about, stop } = await startPostgres();
    output.say(`on ${about}`);
    try {
      const env = { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: url };
      return await jest(output, kind, specs, env, options);
    } finally {
      await stop();
      output.count(takeProcessorTime());
    }
  };
}

/**
 * @param {import('./output.mjs').Output} output
 * @param {string} kind a project of test/jest.config.js
 * @param {string[]} specs
 * @param {NodeJS.ProcessEnv} [env]
 * @param {string[]} [options]
 */
function jest(output, kind, specs, env, options = []) {
  return counted(
    async (report, times) => {
      const args = [
        '--config=test/jest.config.js',
        `--selectProjects=${kind}`,
        '--ci',
        '--json',
        `--outputFile=${report}`,
        ...options,
        '--runTestsByPath',
        ...specs,
      ];
      return runProgram('jest/bin/jest.js', args, {
        nodeOptions: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
        env: { NODE_ENV: 'test', TEST_PROCESSOR_TIMES: times, ...env },
        output,
      });
    },
    (report, processorTimes) => {
      const testResults = bySpec(report.testResults);
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
        left: report.numPendingTests + report.numTodoTests,
        names: failedInJest({ testResults }),
        files: testResults.map(({ name, startTime, endTime }) => ({
          file: relative(root, name),
          wall: (endTime - startTime) / 1000,
          ...processorTimes.get(name),
        })),
      };
    },
  );
}

/**
 * @param {import('./output.mjs').Output} output
 * @param {string[]} specs
 */
async function browser(output, specs) {
  const { executablePath } = await findBrowser();
  output.say(`in ${executablePath}`);
  return counted(
    (report) =>
      runProgram(
        '@playwright/test/cli.js',
        ['test', '--config=test/browser/playwright.config.ts', ...specs.map(literally)],
        { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report }, output },
      ),
    ({ stats, errors, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      left: stats.skipped,
      names: suites.flatMap(failedInPlaywright),
      files: suites.map(timeOfSuite),
    }),
  );
}

/** Playwright takes a file for a pattern. @param {string} path */
const literally = (path) => path.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * @param {{ file: string } & import('./failed-tests.mjs').Suite} suite a file's
 * @returns {FileTime}
 */
function timeOfSuite({ file, ...suite }) {
  return { file: `test/browser/${file}`, wall: durationOf(suite) / 1000 };
}

/**
 * @param {import('./failed-tests.mjs').Suite} suite
 * @returns {number} ms
 */
function durationOf({ suites = [], specs }) {
  const own = specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) => results.map(({ duration }) => duration)),
  );
  return [...own, ...suites.map(durationOf)].reduce((sum, ms) => sum + ms, 0);
}

/**
 * @param {(report: string, times: string) => Promise<number>} run writes a JSON report, and a line for each part of the
 *   processor's time; resolves with an exit code
 * @param {(report: any, processorTimes: ReturnType<typeof readProcessorTimes>) =>
 *   { passed: number, failed: number, left: number, names: string[], files: FileTime[] }} count
 * @returns {Promise<Result>}
 */
async function counted(run, count) {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-report-'));
  try {
    const [file, times] = [join(folder, 'report.json'), join(folder, 'times.jsonl')];
    const code = await run(file, times);
    if (interrupted()) return { passed: 0, failed: 1, fault: 'Interrupted.' };
    const report = JSON.parse(readFileSync(file, 'utf8'));
    const { passed, failed, left, names, files } = count(report, readProcessorTimes(times));
    const result = { passed, failed, names, files };
    if (left > 0)
      return {
        ...result,
        failed: failed + left,
        fault: `${left} tests were skipped: every test runs, always.`,
      };
    if (passed + failed === 0) return { ...result, failed: 1, fault: 'No test ran.' };
    if (failed === 0 && code !== 0)
      return { ...result, failed: 1, fault: `The run ended with code ${code}.` };
    return result;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} file as test/support/runner/processor-time.js writes it
 * @returns {Map<string, { loading?: number, processor: number }>} seconds by spec file
 */
function readProcessorTimes(file) {
  const times = new Map();
  if (!existsSync(file)) return times;
  /** How much of a process's or a thread's time has been told apart. @type {Map<string, number>} */
  const told = new Map();
  for (const line of readFileSync(file, 'utf8').split('\n').filter(Boolean)) {
    const { by, file: spec, part, used } = JSON.parse(line);
    const seconds = (used - (told.get(by) ?? 0)) / 1000;
    told.set(by, used);
    const time = times.get(spec) ?? { processor: 0 };
    if (part === 'loading') time.loading = (time.loading ?? 0) + seconds;
    time.processor += seconds;
    times.set(spec, time);
  }
  return times;
}
