import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ends, withEnds } from '../support/processes/ends.ts';
import { keepBuild } from './programs.ts';
import { restoreDrill } from './restore-drill.ts';
import { upgradeDrill } from './upgrade-drill.ts';

/** What a drill needs of its caller. */
export interface Drill {
  /** For its files. */
  folder: string;
  /** The build that its programs are of. */
  server: string;
  ends: Ends;
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

function runOne(run: (drill: Drill) => Promise<string[]>): Promise<string[]> {
  return withEnds((ends) => {
    const folder = mkdtempSync(join(tmpdir(), 'shingle-drill-'));
    ends.push(() => rmSync(folder, { recursive: true, force: true }));
    return run({ folder, server: keepBuild(folder), ends, say: (line) => console.log(line) });
  });
}
