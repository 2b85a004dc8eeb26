import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { keepBuild } from '../drill/programs.ts';
import { withEnds } from '../support/processes/ends.ts';
import { type BenchName, OptionFault, type Options, readOptions } from './options.ts';
import { type Row, type Rows, toTable } from './row.ts';

/** What measures each, loaded when it is measured. */
const BENCH_FILES: Record<BenchName, () => Promise<{ rows: Rows }>> = {
  'request-path': () => import('./request-path/request-path.ts'),
  'first-load': () => import('./first-load/first-load.ts'),
  'big-accounts': () => import('./big-accounts/big-accounts.ts'),
  campaigns: () => import('./campaigns.ts'),
  'bulk-edits': () => import('./bulk-edits.ts'),
  advice: () => import('./advice.ts'),
  publishing: () => import('./publishing/publishing.ts'),
  neighbours: () => import('./neighbours/neighbours.ts'),
  start: () => import('./start.ts'),
};

/** Measures as the options say, prints one table and sets the exit code: 1 when a target is missed. */
export async function bench(args: string[]): Promise<void> {
  try {
    const options = readOptions(args);
    const machine = describeMachine();
    say(machine);
    const rows: Row[] = [];
    for (const name of options.names) rows.push(...(await runOne(name, options)));
    say(`\n${toTable(rows)}`);
    if (options.json !== undefined)
      writeFileSync(
        options.json,
        `${JSON.stringify({ madeAt: new Date(), machine, options, rows }, null, 2)}\n`,
      );
    const missed = rows.filter(({ held }) => held === false).length;
    say(missed === 0 ? '\nEvery target is held.' : `\n${missed} missed.`);
    process.exitCode = missed === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof OptionFault)) throw error;
    say(error.message);
    process.exitCode = 2;
  }
}

async function runOne(name: BenchName, options: Options): Promise<Row[]> {
  const { seconds, rounds, stores, attacks } = options;
  const { rows } = await BENCH_FILES[name]();
  return withEnds((ends) => {
    const folder = mkdtempSync(join(tmpdir(), 'shingle-bench-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    return rows({ folder, server: keepBuild(folder), seconds, rounds, stores, attacks, ends, say });
  });
}

function describeMachine(): string {
  const [cpu, ...others] = cpus();
  const memory = Math.round(totalmem() / 2 ** 30);
  const load = loadavg()[0]?.toFixed(1);
  return `${others.length + 1} x ${cpu?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.versions.node}, load ${load}`;
}

function say(line: string): void {
  console.log(line);
}
