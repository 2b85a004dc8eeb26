import { Fuzzer } from './fuzzer.ts';
import { OptionFault, type Options, readOptions } from './options.ts';
import { startSetting } from './setting.ts';
import { toTable } from './table.ts';
import type { Finding } from './tally.ts';
import { judgeWorstBodies } from './worst-bodies.ts';

/** How many examples of one fault are shown. */
const EXAMPLES = 3;

/** Runs as the options say, prints a line for each operation and sets the exit code. */
export async function fuzz(args: string[]): Promise<void> {
  process.exitCode = 1;
  try {
    const options = readOptions(args);
    say(`seed ${options.seed}, ${options.requests} requests for each operation, on ${options.store}`);
    const { fuzzer, bodies, troubles, minutes } = await run(options);
    say(toTable([...fuzzer.tally.rows.values()]));
    const { worst, healthMs } = bodies;
    say(
      `the worst body costs ${worst.costMs.toFixed(1)} ms of the event loop: ${worst.operation}, ${worst.body}`,
    );
    say(`a health check among 60 bodies waits for ${healthMs.toFixed(0)} ms of work`);
    for (const trouble of troubles) say(`in the log: ${trouble}`);
    const findings = [...fuzzer.tally.findings, ...bodies.findings];
    sayFindings(findings);
    const wrong = findings.length + troubles.length;
    say(`${wrong === 0 ? 'Nothing is' : `${wrong} things are`} wrong, after ${minutes.toFixed(1)} min.`);
    if (wrong === 0) process.exitCode = 0;
  } catch (error) {
    say(error instanceof OptionFault ? error.message : String((error as Error).stack));
    process.exitCode = 2;
  }
}

async function run(options: Options) {
  const began = performance.now();
  const setting = await startSetting(options.store);
  try {
    const fuzzer = new Fuzzer(setting.target, options);
    await fuzzer.run();
    const bodies = await judgeWorstBodies(setting.target, options.only);
    return { fuzzer, bodies, troubles: setting.troubles, minutes: (performance.now() - began) / 60_000 };
  } finally {
    await setting.close();
  }
}

function sayFindings(findings: Finding[]): void {
  const kinds = new Map<string, string[]>();
  for (const { operation, fault, request } of findings) {
    const kind = `${operation}: ${fault}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), request]);
  }
  for (const [kind, requests] of kinds) {
    say(`${kind} (${requests.length} times)`);
    for (const request of requests.slice(0, EXAMPLES)) say(`    ${request}`);
  }
}

function say(line: string): void {
  console.log(line);
}
