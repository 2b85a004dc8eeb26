import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { endAll, type Ends } from '../../support/ends.ts';
import { PEOPLE } from '../../support/google-simulator.ts';
import { command, say } from '../command.ts';
import type { Google } from '../google.ts';
import { Person } from '../person.ts';
import { type Servers, startServers } from '../setting.ts';
import { EFFECTS, type EffectName } from './effects.ts';
import { type Options, readOptions } from './options.ts';

/** How long each effect of the crowd takes at Google: a request is given up after 8 s. */
const SLOW_MS = 7_500;
/** How long others may wait: one slow workspace has at most half of the places, ten have all for one effect's length. */
const BEGIN_WITHIN_MS = 2_000;
const ASK_EVERY_MS = 250;
const LOOK_EVERY_MS = 50;
const PAUSE_MS = 8_000;
const PATIENCE_MS = 60 * 60_000;
const FOR_EVER = 1_000_000;

/** What came of one kind. */
interface Row {
  effect: EffectName;
  begun: number;
  waits: number[];
  asked: number;
  refused: number;
}

/** Runs as the options say, prints what has come of it and sets the exit code. */
export async function fairnessChaos(args: string[]): Promise<void> {
  await command(async (folder, ends) => {
    const options = readOptions(args);
    const rows: Row[] = [];
    for (const effect of options.effects) rows.push(await watch(effect, options, folder, ends));
    return {
      ...options,
      report: describe(rows, options),
      faults: rows.flatMap((row) => faultsOf(row, options)),
    };
  });
}

/** Everything anew for each kind, since slow effects go on for long. */
async function watch(effect: EffectName, options: Options, folder: string, ends: Ends): Promise<Row> {
  const own: Ends = [];
  ends.push(() => endAll(own));
  const place = join(folder, effect);
  mkdirSync(place);
  const servers = await startServers(
    {
      store: options.store,
      skews: [0],
      hooks: ['fairness/hooks/many-replies.ts', 'hooks/no-quota.ts'],
      env: { GOOGLE_UPDATES_PER_DAY: '1000000', READ_REVIEWS_EVERY_MINUTES: '5' },
    },
    place,
    own,
  );
  const { google } = servers;
  await google.control.configure({ requestsPerMinute: FOR_EVER, editsPerMinute: FOR_EVER });
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const person = async (email: string, number: number) => {
    const somebody = new Person(email, () => servers.replicas.map(({ origin }) => origin), patience, number);
    await somebody.signUp();
    await somebody.connect();
    return somebody;
  };
  const quick = await person(PEOPLE.idris, 0);
  const { operation, many, single } = EFFECTS[effect];
  const times = Math.ceil(options.seconds / (PAUSE_MS / 1000));
  const singles = await single(quick, google, Math.min(times, 20));
  const crowd: (() => Promise<number>)[] = [];
  for (let number = 1; number <= options.crowd; number += 1)
    crowd.push(await many(await person(PEOPLE.mirela, number), google, options.count));
  say(`${effect}: ${options.crowd} with ${options.count} each are ready`);

  await google.control.calls.clear();
  await google.control.faults.rate(operation, 'slow', 1, 1, { ms: SLOW_MS, match: { email: PEOPLE.mirela } });
  const asking = askReadiness(servers);
  await Promise.all(crowd.map((begin) => begin()));
  const waits: number[] = [];
  for (const begin of singles) {
    waits.push(await waitOf(begin, google, operation));
    await delay(PAUSE_MS);
  }
  const { asked, refused } = await asking.end();
  const begun = (await google.control.calls.list({ operation, person: PEOPLE.mirela })).length;
  await endAll(own);
  return { effect, begun, waits, asked, refused };
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

/** Asks again and again whether the server is ready. */
function askReadiness({ replicas }: Servers) {
  const counts = { asked: 0, refused: 0 };
  const stop = new AbortController();
  const asking = (async () => {
    while (!stop.signal.aborted) {
      for (const { origin } of replicas) {
        const { status } = await fetch(`${origin}/api/health/ready`);
        counts.asked += 1;
        if (status !== 200) counts.refused += 1;
      }
      await delay(ASK_EVERY_MS);
    }
  })();
  return {
    async end() {
      stop.abort();
      await asking;
      return counts;
    },
  };
}

function allowedMs({ crowd }: Options): number {
  return crowd === 1 ? BEGIN_WITHIN_MS : SLOW_MS + BEGIN_WITHIN_MS;
}

function faultsOf({ effect, waits, refused, begun }: Row, options: Options): string[] {
  const late = waits.filter((wait) => wait > allowedMs(options));
  return [
    ...(refused > 0 ? [`${effect}: ${refused} times the server said that it was not ready`] : []),
    ...(late.length > 0 ? [`${effect}: somebody else waited for ${late.join(', ')} ms`] : []),
    ...(begun < 2 ? [`${effect}: the crowd was not at work`] : []),
  ];
}

function describe(rows: Row[], { crowd, count, store }: Options): string {
  const lines = rows.map(({ effect, begun, waits, asked, refused }) => {
    const sorted = waits.toSorted((one, other) => one - other);
    const median = sorted[Math.floor(sorted.length / 2)];
    return `| ${effect} | ${begun} | ${waits.length} | ${median} | ${sorted.at(-1)} | ${asked} | ${refused} |`;
  });
  return [
    `${crowd} with ${count} effects each that take ${SLOW_MS} ms, on ${store}`,
    '| effect | begun by the crowd | begun by somebody else | median wait (ms) | longest | readiness asked | not ready |',
    ...lines,
  ].join('\n');
}
