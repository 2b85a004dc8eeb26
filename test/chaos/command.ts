import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ends, withEnds } from '../support/processes/ends.ts';
import { OptionFault } from './options.ts';

const FAULTS_SHOWN = 40;

/** What a run has come to. */
interface Result {
  report: string;
  /** What is wrong, a sentence each. */
  faults: string[];
  /** What was taken out of the product, so that there have to be faults. */
  control: string | undefined;
  keepLogs: boolean;
}

/**
 * Does a run in a folder of its own, prints what has come of it and sets the exit code: 1 for any fault, 2 when it could
 * not be done.
 */
export async function command(run: (folder: string, ends: Ends) => Promise<Result>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-chaos-'));
  let areLogsKept = true;
  process.exitCode = 1;
  try {
    const { report, faults, control, keepLogs } = await withEnds((ends) => run(folder, ends));
    say(`\n${report}`);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
    if (control) say(faults.length > 0 ? 'The control is caught.' : 'THE CONTROL IS NOT CAUGHT.');
    if (faults.length === 0) process.exitCode = 0;
    areLogsKept = faults.length > 0 || keepLogs;
  } catch (error) {
    say(error instanceof OptionFault ? error.message : String((error as Error).stack));
    areLogsKept = !(error instanceof OptionFault);
    process.exitCode = 2;
  }
  if (areLogsKept) say(`Logs of the processes: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}

export function say(line: string): void {
  console.log(line);
}
