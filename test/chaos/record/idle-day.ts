import type { Ends } from '../../support/ends.ts';
import { say } from '../command.ts';
import { inWords, tally } from '../report.ts';
import type { Options } from './options.ts';
import { startWatched } from './watched.ts';

const HOURS = 24;
const HOUR_MS = 60 * 60_000;
/** So many locations in a hundred show something else than their owner says. */
const FLAGGED = 0.01;
/** Google's largest page of locations. */
const PAGE = 100;

/** Reads all locations once an hour for a day in which nothing changes, and counts the requests by Google's own record. */
export async function idleDay(
  options: Options,
  folder: string,
  ends: Ends,
): Promise<{ report: string; faults: string[] }> {
  const hooks = ['hooks/clock.ts', 'hooks/no-quota.ts', 'record/hooks/steps.ts'];
  const { google, replicas, person, locations } = await startWatched(options, hooks, folder, ends);
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
  for (let hour = 1; hour <= HOURS; hour += 1) {
    await clock.advance(HOUR_MS);
    for (const replica of replicas) replica.setSkew(hour * HOUR_MS);
    await person.readAll();
    say(`hour ${hour}`);
  }
  const made = await calls.list();
  const counts = tally(made.map(({ operation }) => operation));
  const lists = (counts['locations.list'] ?? 0) / HOURS;
  const report = [
    `${locations.length} locations, of which up to ${flagged} show an edit of Google's; ${HOURS} readings`,
    `requests    ${made.length}: ${inWords(counts)}`,
    `lists       ${lists.toFixed(1)} in a reading, ${(lists / Math.ceil(locations.length / PAGE)).toFixed(1)} for each hundred locations`,
  ];
  return { report: report.join('\n'), faults: [] };
}
