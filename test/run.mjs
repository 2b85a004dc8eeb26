// `npm test [kind ...]`: brings the checkout up to date, runs the kinds of tests (all, or the ones named), two at a time,
// whatever becomes of each, and ends with a table that names what failed, and the line `N passed, N failed`. Exit code 0 only if everything that
// was asked for has run and passed. With --bail it begins no more kinds after one that fails.
import { CannotPrepare } from '../server/embedded/prepare.mjs';
import { whenPrepared } from '../server/embedded/run-node.mjs';
import { heldBack, terminal } from './support/output.mjs';

/** Most kinds wait for something half of the time: two of them keep two cores busy. */
const LANES = 2;

/** @typedef {{ name: string, passed: number, failed: number, names?: string[], line: string }} Row */

await whenPrepared(main);

async function main() {
  // Not before the packages are there.
  const { kinds: usual, longKinds } = await import('./support/kinds.mjs');
  const { interrupted } = await import('./support/run-program.mjs');
  const asked = process.argv.slice(2).filter((argument) => argument !== '--bail');
  const bail = process.argv.includes('--bail');
  const kinds = { ...usual, ...longKinds };
  const unknown = asked.find((name) => !(name in kinds));
  if (unknown)
    throw new CannotPrepare(`There is no kind ${unknown}. There are: ${Object.keys(kinds).join(' ')}`);

  const chosen = Object.entries(asked.length === 0 ? usual : kinds).filter(
    ([name]) => asked.length === 0 || asked.includes(name),
  );
  const waiting = [...chosen];
  /** @type {Row[]} */
  const rows = [];
  const lane = async () => {
    for (let next = waiting.shift(); next && !interrupted(); next = waiting.shift()) {
      const [name, run] = next;
      const row = await runKind(name, run, chosen.length > 1 ? heldBack() : terminal);
      rows.push(row);
      if (bail && row.failed > 0) waiting.length = 0;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  if (interrupted()) process.exit(130);
  const order = Object.keys(kinds);
  conclude(rows.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name)));
}

/**
 * @param {string} name
 * @param {(typeof import('./support/kinds.mjs').kinds)[string]} run
 * @param {import('./support/output.mjs').Output} output
 * @returns {Promise<Row>}
 */
async function runKind(name, run, output) {
  const isHeldBack = output !== terminal;
  console.log(`── ${name}${isHeldBack ? ' begins' : ''}`);
  const began = performance.now();
  const result = await run(output).catch(couldNotRun);
  const line = `${name.padEnd(9)} ${describe(result).padEnd(30)} ${seconds(began).padStart(8)}`;
  if (isHeldBack) console.log(`\n── ${name}`);
  output.end();
  if (result.fault) console.error(result.fault);
  console.log(`${line}\n`);
  const { passed, failed, names } = result;
  return { name, passed, failed, names, line };
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

/** @param {Row[]} rows */
function conclude(rows) {
  const failed = rows.reduce((sum, result) => sum + result.failed, 0);
  const passed = rows.reduce((sum, result) => sum + result.passed, 0);
  // Whoever sees the end alone sees what to run again.
  const lines = rows.flatMap(({ line, names = [] }) => [line, ...names.map((name) => `  ✘ ${name}`)]);
  console.log(`\n${lines.join('\n')}\nin all ${seconds(0)}`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
