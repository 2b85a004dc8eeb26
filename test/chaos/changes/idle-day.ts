import { setTimeout as delay } from 'node:timers/promises';
import { type Result, type Run, say } from '../command.ts';
import { inWords, tally } from '../report.ts';
import type { Options } from './options.ts';
import { startWatched } from './watched.ts';

const STEP_MS = 15 * 60_000;
/** A day. */
const STEPS = 96;
/** In this time the servers notice that a reading is due. */
const TICK_MS = 1_500;
/** So many locations in a hundred show something else than their owner says. */
const FLAGGED = 0.01;
/** Google's largest page of locations. */
const PAGE = 100;

/** Lets a day pass in which nothing changes, and counts the requests of its readings by Google's own record. */
export async function idleDay(options: Options, run: Run): Promise<Result> {
  const hooks = ['hooks/clock.ts', 'hooks/no-quota.ts', 'hooks/quick-ticks.ts'];
  const { google, replicas, person, locations } = await startWatched(options, hooks, run);
  const { world, clock, calls } = google.control;
  await person.signIn();
  const flagged = Math.ceil(locations.length * FLAGGED);
  await world.editSome({
    email: person.email,
    seed: options.seed,
    count: flagged,
    kinds: ['google'],
    locations: locations.slice(-flagged),
  });
  await person.readAll();
  await calls.clear();
  for (let step = 1; step <= STEPS; step += 1) {
    await clock.advance(STEP_MS);
    for (const replica of replicas) replica.setSkew(step * STEP_MS);
    await delay(TICK_MS);
    await person.untilRead();
    if (step % 4 === 0) say(`hour ${step / 4}`);
  }
  const made = await calls.list();
  const counts = tally(made.map(({ operation }) => operation));
  // Each reading asks once for the accounts that are below no other.
  const readings = made.filter(
    ({ operation, query }) => operation === 'accounts.list' && !query.parentAccount && !query.pageToken,
  ).length;
  const lists = (counts['locations.list'] ?? 0) / readings;
  const perHundred = (lists / Math.ceil(locations.length / PAGE)).toFixed(1);
  return {
    lines: [
      [
        'run',
        `${locations.length} locations, of which up to ${flagged} show an edit of Google's; ${readings} readings`,
      ],
      ['requests', `${made.length}: ${inWords(counts)}`],
      ['lists', `${lists.toFixed(1)} in a reading, ${perHundred} for each hundred locations`],
    ],
  };
}
