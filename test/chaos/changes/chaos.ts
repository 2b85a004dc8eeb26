import { command, type Result, type Run } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { countsOf, inWords, sum, tally } from '../report.ts';
import { STEPS } from '../step.ts';
import { shareOf, until } from '../until.ts';
import { RECORD_FAULTS } from './faults.ts';
import { idleDay } from './idle-day.ts';
import { Life } from './life.ts';
import { judge } from './oracle.ts';
import { type Options, readOptions } from './options.ts';
import { startWatched } from './watched.ts';

/** How many edits are made at a time. */
const HANDS = 3;
/** How long a change may take, with the looks for its outcome. */
const SAVE_MS = 45_000;
/** How long the end waits until no change is open. */
const SETTLED_WITHIN_MS = 5 * 60_000;

/** Profiles that are edited from all sides, and a change log; or a day on which nothing is. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, (options, run) => (options.idleDay ? idleDay : perform)(options, run));
}

async function perform(options: Options, run: Run): Promise<Result> {
  const hooks = ['hooks/clock.ts', 'hooks/no-quota.ts', 'changes/hooks/steps.ts'];
  // First: it may have to change a module before any other loads it.
  if (options.control) hooks.unshift(`changes/controls/${options.control}.ts`);
  const { google, store, replicas, person, locations } = await startWatched(options, hooks, run);
  run.begin(`${locations.length} locations are read`);
  const since = await google.beginRecord();
  await google.beginFaults(RECORD_FAULTS, options.seed);

  const send = (method: string, path: string, body?: object) =>
    person.try(method, path, { ...(body && { body }), withinMs: SAVE_MS });
  const life = new Life(
    { google: google.control, send, person: person.email, locations },
    { ...options, hands: HANDS },
  );
  const kills = new Kills(replicas, STEPS, options);
  for (let number = 0; number < options.sweeps; number += 1) {
    const edits = shareOf(options.edits, number, options.sweeps);
    const { before, during } = kills.next(shareOf(options.kills, number, options.sweeps));
    await Promise.all([life.act(Math.ceil(edits / 2)), before()]);
    const settled = await life.settled();
    await Promise.all([person.readAll(), life.act(Math.floor(edits / 2)), during()]);
    await life.release(settled);
    run.say(`reading ${number + 1}`);
  }
  await google.endFaults();
  await until(async () => (await life.open()).size === 0, SETTLED_WITHIN_MS);
  const settled = await life.settled();
  await person.readAll();
  await life.release(settled);
  const shown = await life.log();
  run.note(...(await stopAll(replicas)));
  const journal = await google.control.journal.list({ after: since });
  const patches = await google.control.calls.list({ operation: 'locations.patch' });
  const { asked, done } = life;
  run.keep({ journal, patches, shown, asked });

  const verdict = judge({ journal, calls: patches, asked }, shown);
  const faults = await google.struck();
  const { sweeps, seed, control } = options;
  const written = inWords(tally(journal.map(({ view, author }) => `${author} ${view}`)));
  const logged = inWords(tally(shown.map(({ origin, state }) => `${origin} ${state}`)));
  return {
    verdict,
    lines: [
      [
        'run',
        `${locations.length} locations, ${sweeps} readings, ${store.about}, seed ${seed}, ${run.minutes}`,
      ],
      ['edits', inWords(done)],
      ['kills', inWords(kills.dealt)],
      ['faults', inWords(faults)],
      ['journal', `${journal.length} entries: ${written}`],
      ['log', `${shown.length} lines: ${logged}`],
    ],
    rows: [
      [
        control ?? options.store,
        seed,
        locations.length,
        sum(done),
        sweeps,
        sum(kills.dealt),
        sum(faults),
        shown.length,
        ...Object.values(countsOf(verdict)),
      ],
    ],
  };
}
