import { setTimeout as delay } from 'node:timers/promises';
import type { NoticeDto } from '../../../dist/server/notices/events/notice.dto.js';
import type { ReviewDto, ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import type { ReviewSummaryDto } from '../../../dist/server/reviews/review-summary.dto.js';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { command, type Result, type Run } from '../command.ts';
import type { FaultRate, Google } from '../google.ts';
import { Kills } from '../kills.ts';
import { late } from '../lateness.ts';
import { Others, tooLate } from '../others.ts';
import { allOf } from '../pages.ts';
import type { Person } from '../person.ts';
import { stopAll } from '../replica.ts';
import { inWords, type Line } from '../report.ts';
import { startServers } from '../setting.ts';
import { READING_STEPS } from '../step.ts';
import { shareOf, untilTime } from '../until.ts';
import { inbox, untilReadAgain } from './inbox.ts';
import { readStormOptions, type StormOptions } from './storm-options.ts';
import { idAtGoogle, judgeStorm, type ShownReviews } from './storm-oracle.ts';

/** What goes wrong at Google while reviews are read, and how often. */
const FAULTS: FaultRate[] = [
  ['reviews.list', 'error-before', 0.05],
  ['reviews.list', 'reset-after', 0.02],
  ['reviews.list', 'garbled', 0.02],
  ['reviews.list', 'slow', 0.05, { ms: 1_500 }],
  ['reviews.batchGet', 'error-before', 0.05],
  ['reviews.batchGet', 'half-sent', 0.02],
  ['reviews.get', 'error-before', 0.05],
];

/** Between two pages of a long list its reviews change, so their lists are often slow. */
const SLOW_BIG = { share: 0.5, ms: 1_500 };
/** In so many bursts the reviews of long lists are changed in each part, with a pause after each. */
const BURSTS = 4;
const BURST_EVERY_MS = 400;

/** In so many parts everything is done; after each the inbox is looked at. */
const PARTS = 20;
/** Locations whose lists have several pages, and how many reviews each of them has to begin with. */
const BIG = 5;
const REVIEWS_OF_BIG = 130;
/** How many reviews the others have together, for each location. */
const REVIEWS_OF_OTHERS = 4;
/** Posts of somebody else fall due so long after they are scheduled. */
const LEAD_MS = 30_000;
/** Beside posts readings are due so many times sooner than usual: Google's quotas allow no more. */
const FASTER_BESIDE_POSTS = '400';
const TOLD: string[] = ['new_review_low', 'new_review'];

/** Readings of reviews that change all the while. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readStormOptions, perform);
}

async function perform(options: StormOptions, run: Run): Promise<Result> {
  const hooks = [
    ...(options.control ? [`reviews/controls/${options.control}.ts`] : []),
    ...['hooks/clock.ts', 'hooks/quick-ticks.ts'],
    ...(options.others > 0 ? [] : ['hooks/no-quota.ts']),
    ...['reviews/hooks/quick-readings.ts', 'reviews/hooks/reading-steps.ts'],
  ];
  const skews = options.store === 'postgres' ? [0, 0] : [0];
  const env: Record<string, string> =
    options.others > 0 ? { CHAOS_READINGS_FASTER: FASTER_BESIDE_POSTS } : {};
  const servers = await startServers({ store: options.store, skews, hooks, env }, run);
  const { google, store, replicas } = servers;
  const person = servers.newPerson(PEOPLE.ottoline);
  const locations = await google.addChain(person.email, options.locations);
  const { world } = google.control;
  const big = locations.slice(-BIG);
  await world.writeReviews({ locations, count: locations.length * REVIEWS_OF_OTHERS, seed: options.seed });
  await world.writeReviews({ locations: big, count: BIG * REVIEWS_OF_BIG, seed: options.seed + 1 });
  const other = servers.newPerson(Others.email);
  const places = options.others > 0 ? await Others.addPlaces(google) : [];
  const schedule = () => Others.schedule(other, places, options.others, Date.now() + LEAD_MS);
  if (options.others > 0) {
    await other.signUp();
    await other.connect();
  }
  const without = await schedule();
  await untilTime(without.lastDue);
  const reading = await schedule();
  const connectedAt = Date.now();
  await person.signUp();
  await person.connect();
  await untilReadAgain(person, connectedAt);
  const beside = await schedule();
  const { length } = await inbox(person);
  const begin = run.begin(`${locations.length} locations with ${length} reviews are read`);

  await google.beginFaults(FAULTS, options.seed);
  for (const [index, location] of big.entries()) {
    const { share, ms } = SLOW_BIG;
    await google.control.faults.rate('reviews.list', 'slow', share, options.seed + index, {
      ms,
      match: { location },
    });
  }
  const kills = new Kills(replicas, READING_STEPS, options);
  const done: Record<string, number> = {};
  let known = new Map<string, string>();
  for (let part = 0; part < PARTS; part += 1) {
    const { before, during } = kills.next(shareOf(options.kills, part, PARTS));
    const act = async (burst: number, count: number, which: string[]) => {
      const seed = options.seed * 1_000 + part * 10 + burst;
      const acts = await world.actOnReviews({ seed, count, locations: which });
      for (const [kind, times] of Object.entries(acts)) done[kind] = (done[kind] ?? 0) + times;
    };
    const half = Math.ceil(shareOf(options.acts, part, PARTS) / 2);
    const actOnBig = async () => {
      for (let burst = 1; burst <= BURSTS; burst += 1) {
        await act(burst, Math.ceil(half / BURSTS), big);
        await delay(BURST_EVERY_MS);
      }
    };
    await Promise.all([act(0, half, locations), before()]);
    await Promise.all([actOnBig(), during()]);
    // What was there, and still is, never leaves the inbox. A page may miss what moves meanwhile, so it is asked for.
    const shown = new Map((await inbox(person)).map((review) => [idAtGoogle(review), review.id]));
    const there = new Set(await idsAt(google, person));
    for (const [googleId, id] of known) {
      if (shown.has(googleId) || !there.has(googleId)) continue;
      const { goneAt } = (await person.expect(200, 'GET', `/api/reviews/${id}`)) as ReviewDto;
      if (goneAt !== null) run.note(`${googleId} left the inbox and is at Google`);
    }
    known = shown;
    // The storm lasts as long as posts fall due.
    await untilTime(begin + ((part + 1) * (beside.lastDue - begin)) / PARTS);
    run.say(`part ${part + 1}`);
  }
  await google.endFaults();
  await world.endReplyReviews({});
  await untilReadAgain(person);
  const atGoogle = await world.reviews({ email: person.email });
  const shown = await shownAtEnd(
    person,
    atGoogle.map(({ location }) => location),
  );
  run.note(...(await stopAll(replicas)));
  const { add = 0 } = done;
  const posts = await world.posts({});
  const lateness = [without, reading, beside].map((others) => others.lateness(posts));
  if (options.kills === 0) run.note(...lateness.flatMap(tooLate));
  const lines: Line[] = [
    ['run', `${locations.length} locations, ${store.about}, seed ${options.seed}, ${run.minutes}`],
    ['acts', inWords(done)],
    ['kills', inWords(kills.dealt)],
    ['faults', inWords(await google.struck())],
    ['inbox', `${shown.items.length} reviews; ${shown.told} told of`],
  ];
  if (options.others > 0)
    for (const [index, when] of ['without', 'beside the first reading', 'beside the storm'].entries())
      lines.push(['posts', `${when}: ${late(lateness[index]!)}`]);
  return { lines, verdict: { wrong: judgeStorm(atGoogle, shown, { begin, adds: add }) } };
}

async function idsAt(google: Google, { email }: Person): Promise<string[]> {
  const all = await google.control.world.reviews({ email });
  return all.flatMap(({ reviews }) => reviews.map(({ id }) => id));
}

async function shownAtEnd(person: Person, locations: string[]): Promise<ShownReviews> {
  const summaries = new Map<string, ReviewSummaryDto>();
  for (const location of locations) {
    const path = `/api/reviews/summary?locationId=${location}`;
    summaries.set(location, (await person.expect(200, 'GET', path)) as ReviewSummaryDto);
  }
  const { counts } = (await person.expect(200, 'GET', '/api/reviews?limit=1')) as ReviewListDto;
  const notices = await allOf<NoticeDto>((path) => person.expect(200, 'GET', path), '/api/notices');
  const told = notices.reduce((all, { kind, count }) => (TOLD.includes(kind) ? all + count : all), 0);
  return { items: await inbox(person), counts, summaries, told };
}
