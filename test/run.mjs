// `npm test [kind ...]`: brings the checkout up to date, runs the kinds of tests one after the other (all, or the ones
// named), whatever becomes of each, and ends with a table and the line `N passed, N failed`. Exit code 0 only if
// everything that was asked for has run and passed. With --bail it stops after the first kind that fails.
import { CannotPrepare } from '../server/embedded/prepare.mjs';
import { whenPrepared } from '../server/embedded/when-prepared.mjs';

await whenPrepared(main);

async function main() {
  // Not before the packages are there.
  const { kinds } = await import('./support/kinds.mjs');
  const { interrupted } = await import('./support/run-program.mjs');
  const asked = process.argv.slice(2).filter((argument) => argument !== '--bail');
  const bail = process.argv.includes('--bail');
  const unknown = asked.find((name) => !(name in kinds));
  if (unknown)
    throw new CannotPrepare(`There is no kind ${unknown}. There are: ${Object.keys(kinds).join(' ')}`);

  /** @type {{ name: string, passed: number, failed: number, line: string }[]} */
  const results = [];
  for (const [name, run] of Object.entries(kinds)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    console.log(`\n── ${name}`);
    const began = performance.now();
    const result = await run().catch(couldNotRun);
    if (interrupted()) process.exit(130);
    if (result.fault) console.error(result.fault);
    const line = `${name.padEnd(9)} ${describe(result).padEnd(30)} ${seconds(began).padStart(8)}`;
    console.log(line);
    results.push({ name, passed: result.passed, failed: result.failed, line });
    if (bail && result.failed > 0) break;
  }
  conclude(results);
}

/**
 * @param {Error} fault
 * @returns {import('./support/kinds.mjs').Result}
 */
function couldNotRun({ message }) {
  return { passed: 0, failed: 1, check: true, fault: message };
}

/** @param {import('./support/kinds.mjs').Result} result */
function describe({ passed, failed, check }) {
  if (check) return failed > 0 ? 'FAILED' : 'ok';
  return failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`;
}

/** @param {number} began */
function seconds(began) {
  return `${((performance.now() - began) / 1000).toFixed(1)} s`;
}

/** @param {{ passed: number, failed: number, line: string }[]} results */
function conclude(results) {
  const failed = results.reduce((sum, result) => sum + result.failed, 0);
  const passed = results.reduce((sum, result) => sum + result.passed, 0);
  console.log(`\n${results.map(({ line }) => line).join('\n')}\nin all ${seconds(0)}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
