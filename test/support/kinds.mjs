import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBrowser } from './browser.mjs';
import { checkDocument, lintDocument } from './document.mjs';
import { failedInJest, failedInPlaywright } from './failed-tests.mjs';
import { startPostgres } from './postgres.mjs';
import { interrupted, runProgram } from './run-program.mjs';

/**
 * What a kind of test came to. A check has no tests to count, only a verdict: 0 or 1 failed.
 * `names` says which failed, a line each.
 * @typedef {{ passed: number, failed: number, check?: boolean, fault?: string, names?: string[] }} Result
 */

/**
 * The kinds of tests in the order in which they begin: the longest, which often waits, then quick ones first. A kind
 * that cannot run throws a sentence that says what helps.
 * @type {Record<string, (output: import('./output.mjs').Output) => Promise<Result>>}
 */
export const kinds = {
  browser,
  types: (output) =>
    check(
      output,
      ['.', 'client', 'simulator', 'test'].map((project) => [
        'typescript/bin/tsc',
        '--noEmit',
        '-p',
        project,
      ]),
    ),
  lint: (output) => check(output, [['eslint/bin/eslint.js', '--max-warnings', '0', '.']]),
  format: (output) => check(output, [['prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']]),
  document: async (output) => verdict((await checkDocument(output)) && (await lintDocument(output))),
  unit: (output) => jest(output, 'unit'),
  http: (output) => jest(output, 'http', { TEST_DATABASE: 'pglite' }),
  postgres: async (output) => {
    const { url, about, stop } = await startPostgres();
    output.say(`on ${about}`);
    try {
      return await jest(output, 'http', { TEST_DATABASE: 'postgres', TEST_POSTGRES_URL: url });
    } finally {
      await stop();
    }
  },
  embedded: (output) => jest(output, 'embedded'),
  simulator: (output) => jest(output, 'simulator'),
  page: (output) => jest(output, 'page'),
};

/**
 * Kinds that run only when they are named, because they take long.
 * @type {typeof kinds}
 */
export const longKinds = {
  crash: (output) => jest(output, 'crash'),
  fuzz: (output) => jest(output, 'fuzz', { TEST_DATABASE: 'pglite', FUZZ_REQUESTS: '200', ...process.env }),
};

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
 * @param {import('./output.mjs').Output} output
 * @param {string} project as named in test/jest.config.js
 * @param {NodeJS.ProcessEnv} [env]
 */
function jest(output, project, env) {
  return counted(
    async (report) => {
      const args = [
        '--config=test/jest.config.js',
        `--selectProjects=${project}`,
        '--ci',
        '--json',
        `--outputFile=${report}`,
      ];
      return runProgram('jest/bin/jest.js', args, {
        nodeOptions: ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'],
        env: { NODE_ENV: 'test', ...env },
        output,
      });
    },
    (report) => ({
      passed: report.numPassedTests,
      failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
      left: report.numPendingTests + report.numTodoTests,
      names: failedInJest(report),
    }),
  );
}

/** @param {import('./output.mjs').Output} output */
async function browser(output) {
  const { executablePath } = await findBrowser();
  output.say(`in ${executablePath}`);
  return counted(
    (report) =>
      runProgram('@playwright/test/cli.js', ['test', '--config=test/browser/playwright.config.ts'], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
        output,
      }),
    ({ stats, errors, suites }) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky + errors.length,
      left: stats.skipped,
      names: suites.flatMap(failedInPlaywright),
    }),
  );
}

/**
 * @param {(report: string) => Promise<number>} run writes a JSON report and resolves with an exit code
 * @param {(report: any) => { passed: number, failed: number, left: number, names: string[] }} count
 * @returns {Promise<Result>}
 */
async function counted(run, count) {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-report-'));
  try {
    const file = join(folder, 'report.json');
    const code = await run(file);
    if (interrupted()) return { passed: 0, failed: 1, fault: 'Interrupted.' };
    const { passed, failed, left, names } = count(JSON.parse(readFileSync(file, 'utf8')));
    if (left > 0)
      return {
        passed,
        failed: failed + left,
        fault: `${left} tests were skipped: every test runs, always.`,
        names,
      };
    if (passed + failed === 0) return { passed, failed: 1, fault: 'No test ran.' };
    if (failed === 0 && code !== 0) return { passed, failed: 1, fault: `The run ended with code ${code}.` };
    return { passed, failed, names };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
