// `npm test [kind ...] [part of a spec's name ...]`: brings the checkout up to date, runs the kinds of tests (those of
// `npm test`, with --long those of `npm run test:long`, or the ones named), whatever becomes of each, and ends with what
// each took, what failed, and the line `N passed, N failed`. Exit code 0 only if everything that was asked for has run
// and passed. --bail begins no more kinds after one that fails; --json=FILE keeps what was measured.
import { writeFileSync } from 'node:fs';
import { whenPrepared } from '../server/embedded/run-node.mjs';
import { heldBack, shown } from './support/runner/output.mjs';

/**
 * @typedef {import('./support/runner/choice.mjs').Chosen} Chosen
 * @typedef {import('./support/runner/times.mjs').Row} Row
 */

await whenPrepared(main);

async function main() {
  // Not before the packages are there.
  const { choose } = await import('./support/runner/choice.mjs');
  const { interrupted } = await import('./support/runner/run-program.mjs');
  const { timesOf } = await import('./support/runner/times.mjs');
  const options = process.argv.slice(2).filter((argument) => argument.startsWith('--'));
  const words = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
  const chosen = choose(words, options.includes('--long'));
  // Two busy kinds at once would make each other wait; what is not busy fills the gaps that one leaves.
  const lanes = [chosen.filter(({ isBusy }) => isBusy), chosen.filter(({ isBusy }) => !isBusy)];
  /** @type {Row[]} */
  const rows = [];
  const work = async (/** @type {Chosen[]} */ lane) => {
    for (let next = lane.shift(); next && !interrupted(); next = lane.shift()) {
      const row = await runKind(next, chosen.length > 1 ? heldBack() : shown());
      rows.push(row);
      if (options.includes('--bail') && row.failed > 0) for (const each of lanes) each.length = 0;
    }
  };
  await Promise.all(lanes.map(work));
  if (interrupted()) process.exit(130);

  console.log(`\n${timesOf(rows).join('\n')}\n`);
  const file = options.find((option) => option.startsWith('--json='))?.slice('--json='.length);
  if (file) writeFileSync(file, JSON.stringify({ seconds: performance.now() / 1000, kinds: rows }, null, 1));
  conclude(rows);
}

/**
 * @param {Chosen} kind
 * @param {import('./support/runner/output.mjs').Output} output
 * @returns {Promise<Row>}
 */
async function runKind({ name, run, specs }, output) {
  console.log(`── ${name} begins`);
  const began = performance.now();
  const result = await run(output, specs).catch(couldNotRun);
  const wall = (performance.now() - began) / 1000;
  console.log(`\n── ${name}`);
  output.end();
  if (result.fault) console.error(result.fault);
  const row = { name, wall, processor: output.processorSeconds(), ...result };
  console.log(`${lineOf(row)}\n`);
  return row;
}

/**
 * @param {Error} fault
 * @returns {import('./support/runner/kinds.mjs').Result}
 */
function couldNotRun({ message }) {
  return { passed: 0, failed: 1, check: true, fault: message };
}

/** @param {Row} row */
function lineOf({ name, wall, ...result }) {
  return `${name.padEnd(12)} ${describe(result).padEnd(30)} ${wall.toFixed(1).padStart(8)} s`;
}

/** @param {import('./support/runner/kinds.mjs').Result} result */
function describe({ passed, failed, check }) {
  if (check) return failed > 0 ? 'FAILED' : 'ok';
  return failed > 0 ? `${passed} passed, ${failed} FAILED` : `${passed} passed`;
}

/** @param {Row[]} rows */
function conclude(rows) {
  const failed = rows.reduce((sum, result) => sum + result.failed, 0);
  const passed = rows.reduce((sum, result) => sum + result.passed, 0);
  // Whoever sees the end alone sees what to run again.
  const lines = rows.flatMap((row) => [lineOf(row), ...(row.names ?? []).map((name) => `  ✘ ${name}`)]);
  console.log(`${lines.join('\n')}\nin all ${(performance.now() / 1000).toFixed(1)} s`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
