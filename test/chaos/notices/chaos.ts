import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Ends } from '../../support/processes/ends.ts';
import { command, say } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { NOTICE_STEPS } from '../step.ts';
import { causesIn, testify } from './causes.ts';
import { Life } from './life.ts';
import { type Options, readOptions } from './options.ts';
import { judge } from './oracle.ts';
import { describe, type Outcome } from './report.ts';
import { FAULTS } from './sinks.ts';
import { GATHERED_FOR_MS } from './times.ts';
import { startSubscribed, untilQuiet } from './subscribers.ts';

/** What a round and a run need of each person's locations. */
const LOCATIONS_A_ROUND = 16;
const LOCATIONS_ONCE = 60;
/** In every so many rounds Google edits many locations at once. */
const MANY_EVERY = 5;
const LOOK_AGAIN_MS = 500;
/** How long it is waited at the end until no post is open, and until all is delivered. */
const SETTLED_WITHIN_MS = 5 * 60_000;

/** Runs as the options say, prints what has come of it and sets the exit code. */
export async function noticesChaos(args: string[]): Promise<void> {
  await command(async (folder, ends) => {
    const options = readOptions(args);
    const outcome = await run(options, folder, ends);
    return {
      ...options,
      report: describe(outcome),
      faults: [...(Object.values(outcome.verdict).flat() as string[]), ...outcome.troubles],
    };
  });
}

async function run(options: Options, folder: string, ends: Ends): Promise<Outcome> {
  const { rounds, seed } = options;
  const setting = await startSubscribed(options, rounds * LOCATIONS_A_ROUND + LOCATIONS_ONCE, folder, ends);
  const { google, store, replicas, sinks, people } = setting;
  const { control } = google;
  const begin = Date.now();
  say(`${people.length} people and their locations are read; everything is up.`);
  const since = (await control.journal.list()).at(-1)?.seq ?? 0;
  await control.calls.clear();
  sinks.fail(FAULTS);

  const life = new Life(control, () => control.clock.now(), seed);
  const kills = new Kills(replicas, NOTICE_STEPS, options);
  const troubles: (string | undefined)[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const due =
      Math.floor(((number + 1) * options.kills) / rounds) - Math.floor((number * options.kills) / rounds);
    const blows = kills.next(due);
    const revoking = people[number % people.length]!;
    const act = async (each: (typeof people)[number]) => {
      if (each === revoking) await life.revoke(each, () => delay(LOOK_AGAIN_MS));
      await life.post(each);
      await life.edit(each, each === revoking && number % MANY_EVERY === 0);
    };
    await Promise.all([...people.map(act), ...blows.before.map((blow) => blow())]);
    await Promise.all([
      ...people.map(({ person }) => person.readAll()),
      ...blows.during.map((blow) => blow()),
    ]);
    say(`${((Date.now() - begin) / 1000).toFixed(0)} s: round ${number + 1}`);
  }
  await Promise.all(people.map((each) => life.endReviews(each)));
  await Promise.all(people.map(({ person }) => person.readAll()));
  for (let end = Date.now() + SETTLED_WITHIN_MS; Date.now() < end; await delay(LOOK_AGAIN_MS)) {
    const open = await Promise.all(people.map(({ person }) => person.countOpen()));
    if (open.every((count) => count === 0)) break;
  }
  sinks.fail([]);
  troubles.push(await untilQuiet(setting, { forMs: 1.5 * GATHERED_FOR_MS, withinMs: SETTLED_WITHIN_MS }));
  const shown = await Promise.all(people.map((each) => each.shown()));
  troubles.push(...(await stopAll(replicas)));

  const witness = await testify(control, people, since);
  const causes = causesIn(witness, life);
  const { arrivals } = sinks;
  const deaths = replicas.map((replica) => replica.deaths);
  const { posts, spells } = life;
  writeFileSync(
    join(folder, 'run.json'),
    JSON.stringify({ witness, posts, spells, causes, arrivals, deaths, shown }, null, 2),
  );
  return {
    options,
    store: store.about,
    ...judge(causes, { arrivals, deaths, shown }),
    causes,
    arrivals,
    shown,
    kills: kills.dealt,
    troubles: troubles.filter((trouble) => trouble !== undefined),
    minutes: (Date.now() - begin) / 60_000,
  };
}
