import { setTimeout as delay } from 'node:timers/promises';
import { command, type Result, type Run } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { NOTICE_STEPS } from '../step.ts';
import { shareOf, until } from '../until.ts';
import { causesIn, testify } from './causes.ts';
import { Life } from './life.ts';
import { type Options, readOptions } from './options.ts';
import { judge } from './oracle.ts';
import { resultOf } from './report.ts';
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

/** Things that people get notices of, while servers die and what they send does not arrive. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, perform);
}

async function perform(options: Options, run: Run): Promise<Result> {
  const { rounds, seed } = options;
  const setting = await startSubscribed(options, rounds * LOCATIONS_A_ROUND + LOCATIONS_ONCE, run);
  const { google, store, replicas, sinks, people } = setting;
  const { control } = google;
  run.begin(`${people.length} people and their locations are read`);
  const since = await google.beginRecord();
  sinks.fail(FAULTS);

  const life = new Life(control, () => control.clock.now(), seed);
  const kills = new Kills(replicas, NOTICE_STEPS, options);
  for (let number = 0; number < rounds; number += 1) {
    const { before, during } = kills.next(shareOf(options.kills, number, rounds));
    const revoking = people[number % people.length]!;
    const act = async (each: (typeof people)[number]) => {
      if (each === revoking) await life.revoke(each, () => delay(LOOK_AGAIN_MS));
      await life.post(each);
      await life.edit(each, each === revoking && number % MANY_EVERY === 0);
    };
    await Promise.all([...people.map(act), before()]);
    await Promise.all([...people.map(({ person }) => person.readAll()), during()]);
    run.say(`round ${number + 1}`);
  }
  await Promise.all(people.map((each) => life.endReviews(each)));
  await Promise.all(people.map(({ person }) => person.readAll()));
  const isSettled = async () => {
    const open = await Promise.all(people.map(({ person }) => person.countOpen()));
    return open.every((count) => count === 0);
  };
  await until(isSettled, SETTLED_WITHIN_MS, LOOK_AGAIN_MS);
  sinks.fail([]);
  run.note(await untilQuiet(setting, { forMs: 1.5 * GATHERED_FOR_MS, withinMs: SETTLED_WITHIN_MS }));
  const shown = await Promise.all(people.map((each) => each.shown()));
  run.note(...(await stopAll(replicas)));

  const witness = await testify(control, people, since);
  const causes = causesIn(witness, life);
  const { arrivals } = sinks;
  const deaths = replicas.map((replica) => replica.deaths);
  const { posts, spells } = life;
  run.keep({ witness, posts, spells, causes, arrivals, deaths, shown });
  return resultOf({
    options,
    store: store.about,
    minutes: run.minutes,
    ...judge(causes, { arrivals, deaths, shown }),
    causes,
    arrivals,
    shown,
    kills: kills.dealt,
  });
}
