import { setTimeout as delay } from 'node:timers/promises';
import type { Result, Run } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { countsOf, inWords, sum, tally } from '../report.ts';
import { EditLife } from './edit-life.ts';
import { judgeEdits } from './edits-oracle.ts';
import { Editor } from './editor.ts';
import { BULK_FAULTS } from './faults.ts';
import type { Options } from './options.ts';
import { startShops } from './shops.ts';
import { BULK_STEPS, strike } from './strike.ts';

/** How many edits go on at a time. */
const HANDS = 6;
const LOOK_EVERY_MS = 1_000;
const MOMENT_MS = 400;
const HOOKS = [
  'hands/hooks/quick.ts',
  'bulk/hooks/no-figures.ts',
  'hooks/clock.ts',
  'hooks/no-quota.ts',
  'changes/hooks/steps.ts',
  'bulk/hooks/steps.ts',
];

/** Random edits of many locations while others write elsewhere, servers are killed and Google fails. */
export async function randomEdits(options: Options, run: Run): Promise<Result> {
  const controls = options.control ? [`bulk/controls/${options.control}.ts`] : [];
  const shops = await startShops(options, [...controls, ...HOOKS], run);
  const { google, store, replicas, person, locations } = shops;
  const editor = new Editor(person);
  run.begin(`${locations.length} locations are read`);
  await google.beginRecord();
  if (options.faults === 'on') await google.beginFaults(BULK_FAULTS, options.seed);
  const life = new EditLife(
    {
      google: google.control,
      editor,
      email: person.email,
      locations,
      settled: async (id) => {
        while ((await editor.set(id)).progress.waiting > 0) await delay(LOOK_EVERY_MS);
      },
      moment: () => delay(MOMENT_MS),
    },
    { ...options, hands: HANDS },
  );
  const kills = new Kills(replicas, BULK_STEPS, options);
  await Promise.all([life.live(), strike(kills, options.kills, () => life.progress)]);
  await google.endFaults();
  await person.readAll();
  const log = await editor.log();
  run.note(...(await stopAll(replicas)));
  const journal = await google.control.journal.list();
  const faults = await google.struck();
  const calls = (await google.calls()).filter(({ operation }) =>
    ['locations.get', 'locations.patch'].includes(operation),
  );
  const evidence = { edits: life.done, journal, calls, log };
  run.keep(evidence);
  const { verdict, unseen } = judgeEdits(evidence);
  for (const words of unseen) run.say(`not to be seen: ${words}`);
  const ours = log.filter(({ setKind }) => setKind === 'bulk' || setKind === 'undo');
  const states = tally(ours.map(({ setKind, state }) => `${setKind} ${state}`));
  const { conflict = 0 } = tally(ours.map(({ state }) => state));
  return {
    verdict,
    lines: [
      ['run', `${locations.length} locations, ${store.about}, seed ${options.seed}, ${run.minutes}`],
      ['acts', inWords(life.acts)],
      ['kills', inWords(kills.dealt)],
      ['faults', inWords(faults)],
      ['log', inWords(states)],
      ['unseen', String(unseen.length)],
    ],
    rows: [
      [
        options.control ?? store.about.split(' ')[0]!,
        options.seed,
        life.done.length,
        sum(kills.dealt),
        sum(faults),
        ours.length,
        conflict,
        unseen.length,
        ...Object.values(countsOf(verdict)),
        run.minutes,
      ],
    ],
  };
}
