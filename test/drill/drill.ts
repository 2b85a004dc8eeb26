import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepBuild } from './programs.ts';
import { restoreDrill } from './restore-drill.ts';
import { upgradeDrill } from './upgrade-drill.ts';

/** What a drill needs of whoever runs it. */
export interface Drill {
  /** For its files. */
  folder: string;
  /** The build that its programs are of. */
  server: string;
  /** Takes what has to be called at the end, in the reverse order. */
  ends: (() => unknown)[];
  say: (line: string) => void;
}

/** Each answers what was wrong, in sentences. */
const DRILLS: Record<string, (drill: Drill) => Promise<string[]>> = {
  restore: restoreDrill,
  upgrade: upgradeDrill,
};

/** Runs the drills of these names, or all, one after the other; sets the exit code. */
export async function drill(names: string[]): Promise<void> {
  const unknown = names.find((name) => !(name in DRILLS));
  if (unknown !== undefined) {
    console.log(`There is no drill ${unknown}. There are: ${Object.keys(DRILLS).join(' ')}`);
    process.exitCode = 2;
    return;
  }
  const faults: string[] = [];
  for (const [name, run] of Object.entries(DRILLS))
    if (names.length === 0 || names.includes(name)) faults.push(...(await runOne(run)));
  for (const fault of faults) console.log(`  ${fault}`);
  console.log(faults.length === 0 ? 'Everything is there.' : `${faults.length} wrong.`);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

/** Ends everything that was started, also when this process is asked to end. */
async function runOne(run: (drill: Drill) => Promise<string[]>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-drill-'));
  const ends: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })];
  const endAll = async (): Promise<void> => {
    for (const end of ends.splice(0).reverse()) await end();
  };
  const stop = (): void => void endAll().finally(() => process.exit(130));
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    return await run({ folder, server: keepBuild(folder), ends, say: (line) => console.log(line) });
  } finally {
    for (const signal of signals) process.off(signal, stop);
    await endAll();
  }
}
