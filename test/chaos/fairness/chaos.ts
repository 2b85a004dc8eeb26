import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endAll, type Ends } from '../../support/processes/ends.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { command, type Result, type Run } from '../command.ts';
import type { Google } from '../google.ts';
import { summary } from '../lateness.ts';
import { stopAll } from '../replica.ts';
import { startServers } from '../setting.ts';
import { EFFECTS, type EffectName } from './effects.ts';
import { type Options, readOptions } from './options.ts';

/** How long others may wait: one slow workspace has at most half of the places, ten have all for one effect's length. */
const BEGIN_WITHIN_MS = 2_000;
/** The most locations of a person who is no chain. */
const SMALL = 500;
/** How many effects somebody else has at most. */
const MOST_SINGLES = 20;
const LOOK_EVERY_MS = 50;
const PAUSE_MS = 8_000;

/** What came of one kind. */
interface Watched {
  effect: EffectName;
  begun: number;
  waits: number[];
}

/** Some people's effects take long at Google, and everybody else goes on. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, perform);
}

async function perform(options: Options, run: Run): Promise<Result> {
  const { effect, crowd, count, slow, quota, store } = options;
  const watched: Watched[] = [];
  for (const each of effect ? [effect] : (Object.keys(EFFECTS) as EffectName[]))
    watched.push(await watch(each, options, run));
  return {
    lines: [
      [
        'run',
        `${crowd} with ${count} effects each that take ${slow} ms, on ${store}, quota ${quota}, ${run.minutes}`,
      ],
    ],
    rows: [
      ['effect', 'begun by the crowd', 'begun by somebody else', 'median wait (ms)', 'longest (ms)'],
      ...watched.map(({ effect, begun, waits }) => {
        const { count: singles, p50, most } = summary(waits);
        return [effect, begun, singles, p50, most];
      }),
    ],
    faults: watched.flatMap((each) => faultsOf(each, options)),
  };
}

/** Starts everything again for each kind, since slow effects go on for long. */
async function watch(effect: EffectName, options: Options, run: Run): Promise<Watched> {
  const ends: Ends = [];
  run.ends.push(() => endAll(ends));
  const folder = join(run.folder, effect);
  mkdirSync(folder);
  const servers = await startServers(
    {
      store: options.store,
      skews: [0],
      hooks: [
        ...(options.control ? [`fairness/controls/${options.control}.ts`] : []),
        'fairness/hooks/many-replies.ts',
        ...(options.quota === 'off' ? ['hooks/no-quota.ts'] : []),
      ],
      env: { GOOGLE_UPDATES_PER_DAY: '1000000', READ_REVIEWS_EVERY_MINUTES: '5' },
    },
    { folder, ends },
  );
  const { google } = servers;
  if (options.quota === 'off') await google.liftQuotas();
  const quick = await servers.join(PEOPLE.idris, 0);
  const { operation, many, single } = EFFECTS[effect];
  const times = Math.ceil(options.seconds / (PAUSE_MS / 1000));
  const singles = await single(quick, google, Math.min(times, MOST_SINGLES));
  const slow = options.count > SMALL ? PEOPLE.casimir : PEOPLE.mirela;
  const crowd: (() => Promise<number>)[] = [];
  for (let number = 1; number <= options.crowd; number += 1)
    crowd.push(await many(await servers.join(slow, number), google, options.count));
  run.say(`${effect}: ${options.crowd} with ${options.count} each are ready`);

  await google.control.calls.clear();
  if (options.slow > 0)
    await google.control.faults.rate(operation, 'slow', 1, 1, { ms: options.slow, match: { email: slow } });
  await Promise.all(crowd.map((begin) => begin()));
  const waits: number[] = [];
  for (const begin of singles) {
    waits.push(await waitOf(begin, google, operation));
    await delay(PAUSE_MS);
  }
  for (let end = Date.now() + options.seconds * 1_000 - waits.length * PAUSE_MS; Date.now() < end;)
    await delay(PAUSE_MS);
  const begun = (await google.control.calls.list({ operation, person: slow })).length;
  const troubles = await stopAll(servers.replicas);
  await endAll(ends);
  run.note(...troubles.map((trouble) => `${effect}: ${trouble}`));
  return { effect, begun, waits };
}

/** How long an effect of the quick one takes from when it is due until it is at Google, in ms. */
async function waitOf(
  begin: () => Promise<number>,
  google: Google,
  operation: (typeof EFFECTS)[EffectName]['operation'],
): Promise<number> {
  const count = async () => (await google.control.calls.list({ operation, person: PEOPLE.idris })).length;
  const before = await count();
  const dueAt = await begin();
  while ((await count()) === before) await delay(LOOK_EVERY_MS);
  return Math.max(0, Date.now() - dueAt);
}

/** How long somebody else may wait, in ms. */
function allowedMs({ crowd, slow, quota }: Options): number {
  if (quota === 'on') return Infinity;
  return crowd === 1 ? BEGIN_WITHIN_MS : Math.max(slow, BEGIN_WITHIN_MS);
}

function faultsOf({ effect, waits, begun }: Watched, options: Options): string[] {
  const late = waits.filter((wait) => wait > allowedMs(options));
  return [
    ...(late.length > 0 ? [`${effect}: somebody else waited for ${late.join(', ')} ms`] : []),
    ...(begun < 2 ? [`${effect}: the crowd was not at work`] : []),
  ];
}
