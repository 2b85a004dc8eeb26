import { setTimeout as delay } from 'node:timers/promises';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import type { Result, Run } from '../command.ts';
import { Others, tooLate } from '../others.ts';
import { stopAll } from '../replica.ts';
import { inWords, tally } from '../report.ts';
import { startServers } from '../setting.ts';
import { SingleSaves } from '../single-saves.ts';
import type { Options } from './options.ts';

/** How far the second server's clock is ahead, in minutes. */
const SKEW = 7;
/** So many changes Google takes in a day here: 413 without a person who waits, the others for those with one. */
const A_DAY = 600;
const QUEUED_A_DAY = 413;
const PHONE = { phoneNumbers: { primaryPhone: '+44 1632 960199' } };
/** How many posts of somebody else fall due beside it, and how long after they are scheduled the first of them. */
const POSTS = 60;
const FIRST_POST_MS = 90_000;
const LOOK_EVERY_MS = 5_000;
/** After so long without one more, the locks have done what they may today. */
const QUIET_MS = 60_000;
/** How long it may take until they have. */
const OVER_WITHIN_MS = 30 * 60_000;
/** So many saves of a person are still taken then. */
const SAVES_AFTER = 5;

/**
 * The public changes the phone of all locations at once, and locks keep it, under Google's quotas: each location is put back
 * once at most, the share of the day that is kept for persons stays, and posts and saves of somebody else are as quick as without.
 */
export async function storm({ store: kind, locations: count, seed }: Options, run: Run): Promise<Result> {
  const { google, store, replicas, join } = await startServers(
    {
      store: kind,
      skews: kind === 'postgres' ? [0, SKEW] : [0],
      hooks: ['hooks/clock.ts'],
      env: { GOOGLE_UPDATES_PER_DAY: String(A_DAY) },
      // A post that falls due soon is refused by a server whose clock is ahead.
      isAskedAtRightTime: true,
    },
    run,
  );
  await google.control.configure({ updatesPerDay: A_DAY });
  const locations = await google.addChain(PEOPLE.ottoline, count);
  const places = await Others.addPlaces(google);
  const owner = await join(PEOPLE.ottoline);
  const other = await join(Others.email);
  await owner.expect(201, 'POST', '/api/locks', { body: { fields: ['phoneNumber'], choice: {} } });
  run.begin(`${locations.length} locations are read and locked`);
  const saves = new SingleSaves(other, places);
  await saves.some();
  const others = await Others.schedule(other, places, POSTS, Date.now() + FIRST_POST_MS);
  await google.beginRecord();
  const savedBefore = saves.count;
  for (const location of locations)
    await google.control.world.editByGoogle({ location, fields: PHONE, by: 'public' });
  run.say('all phones are changed');
  saves.begin();
  await owner.readAll();
  run.say('all locations are read');

  const stormed = new Set(locations);
  const putBack = async () =>
    (await google.control.calls.list({ operation: 'locations.patch' })).filter(({ path }) =>
      stormed.has(path.split('/').at(-1)!),
    );
  let sent = await putBack();
  const end = performance.now() + OVER_WITHIN_MS;
  for (let last = performance.now(); performance.now() - last < QUIET_MS || sent.length === 0;) {
    await delay(LOOK_EVERY_MS);
    const now = await putBack();
    if (now.length > sent.length) last = performance.now();
    sent = now;
    if (performance.now() > end) break;
  }
  const besides = saves.count - savedBefore;
  const times = await saves.end();
  run.say(`${sent.length} are put back`);
  for (const location of locations.slice(-SAVES_AFTER)) {
    const body = { description: 'Bread from our own oven.' };
    await owner.expect(200, 'PATCH', `/api/locations/${location}`, { body, withinMs: 45_000 });
  }
  const faults = [...times.faults];
  const after = (await putBack()).length - SAVES_AFTER;
  if (after > QUEUED_A_DAY) faults.push(`${after} were put back, of ${QUEUED_A_DAY} that may be`);
  if (after + besides + savedBefore < QUEUED_A_DAY)
    faults.push(`only ${after} were put back, beside ${savedBefore + besides} saves`);
  const each = tally(sent.map(({ path }) => path));
  const twice = Object.values(each).filter((times) => times > 1).length;
  if (twice > 0) faults.push(`${twice} locations were put back twice`);
  run.note(...(await stopAll(replicas)));
  const calls = await google.calls();
  const refused = calls.filter((call) => call.status === 429).length;
  if (refused > 0) faults.push(`Google refused ${refused} requests as too many`);
  const lateness = others.lateness(await google.control.world.posts({}));
  faults.push(...tooLate(lateness));
  return {
    faults,
    lines: [
      ['run', `${locations.length} locations, ${store.about}, seed ${seed}, ${run.minutes}`],
      ['put back', `${after}, beside ${savedBefore + besides} saves of somebody else`],
      [
        'posts',
        `${lateness.count} of somebody else, late by ${lateness.p50} ms (p50), ${lateness.p99} ms (p99)`,
      ],
      ['saves', times.words],
      ['calls', inWords(tally(calls.map(({ operation }) => operation)))],
    ],
    rows: [
      [
        store.about.split(' ')[0]!,
        locations.length,
        after,
        savedBefore + besides + SAVES_AFTER,
        `${lateness.p50} / ${lateness.p99} ms`,
        `${times.quiet} / ${times.busy} ms`,
        run.minutes,
      ],
    ],
  };
}
