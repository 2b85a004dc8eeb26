import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Ends, withEnds } from '../support/processes/ends.ts';
import { OptionFault } from './options.ts';
import { type Cell, layOut, type Line, sentencesIn } from './report.ts';

const FAULTS_SHOWN = 40;

/** What a run has come to. */
export interface Result {
  /** In words and figures. */
  lines: Line[];
  /** Lists of sentences, by what they say is wrong; empty is right. */
  verdict?: object;
  /** Rows of a table in docs/reliability.md. */
  rows?: Cell[][];
  /** What else is wrong, a sentence each. */
  faults?: string[];
}

/** A run that goes on, whatever its family is. */
export class Run {
  /** Where its processes run and log. */
  readonly folder: string;
  /** Takes what has to be called at the end, in the reverse order. */
  readonly ends: Ends;
  /** What has gone wrong besides the verdict: unexplained delays, ends that nobody has caused, stops that were not clean. */
  readonly troubles: string[] = [];
  private begunAt = Date.now();

  constructor(folder: string, ends: Ends) {
    this.folder = folder;
    this.ends = ends;
  }

  /** Everything is up: from now on its time is counted. @returns now, in ms since 1970 */
  begin(about: string): number {
    say(`${about}; everything is up.`);
    return (this.begunAt = Date.now());
  }

  /** Prints how far it is. */
  say(line: string): void {
    say(`${((Date.now() - this.begunAt) / 1000).toFixed(0)} s: ${line}`);
  }

  /** How long it has taken, in words. */
  get minutes(): string {
    return `${((Date.now() - this.begunAt) / 60_000).toFixed(1)} min`;
  }

  note(...troubles: (string | undefined)[]): void {
    this.troubles.push(...troubles.filter((trouble) => trouble !== undefined));
  }

  /** Keeps what is judged beside the logs. */
  keep(evidence: object): void {
    writeFileSync(join(this.folder, 'run.json'), JSON.stringify(evidence, null, 2));
  }
}

/**
 * Does a run of a family in a folder of its own, prints what has come of it and sets the exit code: 1 for any fault, 2 when
 * it could not be done.
 * @param read the family's options; it throws an OptionFault
 * @param perform plan, life and oracle of the family
 */
export async function command<Options extends { control: string | undefined; keepLogs: boolean }>(
  args: string[],
  read: (args: string[]) => Options,
  perform: (options: Options, run: Run) => Promise<Result>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'shingle-chaos-'));
  let areLogsKept = true;
  process.exitCode = 1;
  try {
    const options = read(args);
    const { result, troubles } = await withEnds(async (ends) => {
      const run = new Run(folder, ends);
      return { result: await perform(options, run), troubles: run.troubles };
    });
    const { lines, verdict = {}, rows = [], faults: others = [] } = result;
    const faults = [...sentencesIn(verdict), ...others, ...troubles];
    say(`\n${layOut(lines, verdict, rows)}`);
    for (const fault of faults.slice(0, FAULTS_SHOWN)) say(`  ${fault}`);
    if (options.control) say(faults.length > 0 ? 'The control is caught.' : 'THE CONTROL IS NOT CAUGHT.');
    if (faults.length === 0) process.exitCode = 0;
    areLogsKept = faults.length > 0 || options.keepLogs;
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
