import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ends } from '../../support/processes/ends.ts';
import { command, say } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { STEPS } from '../step.ts';
import { RECORD_FAULTS } from './faults.ts';
import { idleDay } from './idle-day.ts';
import { Life } from './life.ts';
import { faultsIn, judge } from './oracle.ts';
import { type Options, readOptions } from './options.ts';
import { describe, type Outcome } from './report.ts';
import { startWatched } from './watched.ts';

/** How many edits are made at a time. */
const HANDS = 3;
/** How long a change may take, with the looks for its outcome. */
const SAVE_MS = 45_000;
/** How long the end waits until no change is open. */
const SETTLED_WITHIN_MS = 5 * 60_000;

/** Runs as the options say, prints the outcome and sets the exit code. */
export async function changesChaos(args: string[]): Promise<void> {
  await command(async (folder, ends) => {
    const options = readOptions(args);
    if (options.idleDay) return { ...options, ...(await idleDay(options, folder, ends)) };
    const outcome = await run(options, folder, ends);
    return {
      ...options,
      report: describe(outcome),
      faults: [...faultsIn(outcome.verdict), ...outcome.troubles],
    };
  });
}

async function run(options: Options, folder: string, ends: Ends): Promise<Outcome> {
  const hooks = ['hooks/clock.ts', 'hooks/no-quota.ts', 'changes/hooks/steps.ts'];
  // First: it may have to change a module before any other loads it.
  if (options.control) hooks.unshift(`changes/controls/${options.control}.ts`);
  const { google, store, replicas, person, locations } = await startWatched(options, hooks, folder, ends);
  const begin = Date.now();
  say(`${locations.length} locations are read; everything is up.`);
  const since = (await google.control.journal.list()).at(-1)?.seq ?? 0;
  await google.control.calls.clear();
  for (const [index, [operation, kind, share, more]] of RECORD_FAULTS.entries())
    await google.control.faults.rate(operation, kind, share, options.seed + index, more);

  const send = (method: string, path: string, body?: object) =>
    person.try(method, path, { ...(body && { body }), withinMs: SAVE_MS });
  const life = new Life(
    { google: google.control, send, person: person.email, locations },
    { ...options, hands: HANDS },
  );
  const kills = new Kills(replicas, STEPS, options);
  for (let number = 0; number < options.sweeps; number += 1) {
    const due = (count: number) =>
      Math.floor(((number + 1) * count) / options.sweeps) - Math.floor((number * count) / options.sweeps);
    const edits = due(options.edits);
    const blows = kills.next(due(options.kills));
    await Promise.all([life.act(Math.ceil(edits / 2)), ...blows.before.map((blow) => blow())]);
    const settled = await life.settled();
    await Promise.all([
      person.readAll(),
      life.act(Math.floor(edits / 2)),
      ...blows.during.map((blow) => blow()),
    ]);
    await life.release(settled);
    say(`${((Date.now() - begin) / 1000).toFixed(0)} s: reading ${number + 1}`);
  }
  await google.endFaults();
  for (let end = Date.now() + SETTLED_WITHIN_MS; Date.now() < end; await delay(1_000))
    if ((await life.open()).size === 0) break;
  const settled = await life.settled();
  await person.readAll();
  await life.release(settled);
  const shown = await life.log();
  const troubles: (string | undefined)[] = [];
  troubles.push(...(await stopAll(replicas)));
  const journal = await google.control.journal.list({ after: since });
  const patches = await google.control.calls.list({ operation: 'locations.patch' });
  writeFileSync(
    join(folder, 'run.json'),
    JSON.stringify({ journal, patches, shown, asked: life.asked }, null, 2),
  );
  return {
    options,
    store: store.about,
    verdict: judge({ journal, calls: patches, asked: life.asked }, shown),
    shown,
    journal,
    done: life.done,
    kills: kills.dealt,
    faults: await google.struck(),
    troubles: troubles.filter((trouble) => trouble !== undefined),
    minutes: (Date.now() - begin) / 60_000,
  };
}
