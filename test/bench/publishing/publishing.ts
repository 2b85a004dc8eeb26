import { setTimeout as delay } from 'node:timers/promises';
import { type Ends, endAll } from '../../support/processes/ends.ts';
import { startPostgres } from '../../support/runner/postgres.mjs';
import { leaveFirstCore } from '.././pinned-process.ts';
import { type Size, loopOver, publishAll, readStatistics, startSetting } from './publishing-setting.ts';
import { type Bench, type Row, atLeast, atLeastTimes, atMost, median, quantile } from '.././row.ts';

/** As many as a server sends at once where Google's quota allows it, for one person, and at one place. */
const AT_ONCE = { all: 64, perPerson: 32, perPlace: 1 };
/** In each round; before the first one half of it, so that neither is measured cold. */
const POSTS = 2000;

const PEOPLE: Size = { people: 100, placesEach: 10 };
const CHAINS: Size = { people: 100, placesEach: 30 };
/** Within which reading begins. */
const STATISTICS_BEGIN_MS = 21_000;
const LEAST_PER_SECOND = 200;
const MOST_LATE_MS = 6000;

/** Of each round. */
interface Measured {
  /** Posts a second. */
  ours: number[];
  loop: number[];
  /** How late each post was (ms). */
  late: number[][];
}

/** How many posts a second are published, and how late those are that fall due together. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  const postgres = await startPostgres({ survivesCrashes: true });
  bench.ends.push(() => postgres.stop());
  const { ours, loop, late } = await measure(bench, postgres.url, PEOPLE);
  const what = `posts published: ${PEOPLE.people} users with ${PEOPLE.placesEach} locations each`;
  const unit = 'posts/s';
  return [
    atLeastTimes(0.2, {
      name: 'publishing/rate',
      what,
      ours: median(ours),
      unit,
      peer: { what: 'bare loop: two commits and the call', value: median(loop) },
    }),
    atLeast(LEAST_PER_SECOND, { name: 'publishing/per-second', what, ours: median(ours), unit }),
    atMost(MOST_LATE_MS, {
      name: 'publishing/lateness-p99',
      what: `${POSTS} posts due in the same second: until Google has them, p99`,
      ours: median(late.map((values) => quantile(values, 0.99))),
      unit: 'ms',
    }),
    await besideStatistics(bench, postgres.url),
  ];
}

/** How fast posts go out while the statistics of 3,000 locations are read, beside how fast they do otherwise. */
async function besideStatistics(bench: Bench, postgresUrl: string): Promise<Row> {
  const ends: Ends = [];
  bench.ends.push(() => endAll(ends));
  const setting = await startSetting(bench, postgresUrl, CHAINS, ends);
  const rates: Record<'ours' | 'alone', number[]> = { ours: [], alone: [] };
  await publishAll(setting, POSTS / 2);
  for (let round = 1; round <= bench.rounds; round += 1) {
    rates.alone.push((await publishAll(setting, POSTS)).perSecond);
    const end = await readStatistics(setting);
    // What looks for locations that are due does so every 20 seconds.
    await delay(STATISTICS_BEGIN_MS);
    rates.ours.push((await publishAll(setting, POSTS)).perSecond);
    const read = await end();
    if (read === 0) throw new Error('No figures were read.');
    bench.say(
      `beside figures, round ${round}: ${Math.round(rates.ours.at(-1) ?? NaN)} posts/s, ${read} locations read`,
    );
  }
  await endAll(ends);
  return atLeastTimes(0.8, {
    name: 'publishing/beside-figures',
    what: `posts published while figures of ${CHAINS.people * CHAINS.placesEach} locations are read`,
    ours: median(rates.ours),
    unit: 'posts/s',
    peer: { what: 'the same without', value: median(rates.alone) },
  });
}

async function measure(bench: Bench, postgresUrl: string, size: Size): Promise<Measured> {
  const ends: Ends = [];
  bench.ends.push(() => endAll(ends));
  const setting = await startSetting(bench, postgresUrl, size, ends);
  const { people, placesEach } = size;
  const concurrency = Math.min(
    AT_ONCE.all,
    people * AT_ONCE.perPerson,
    people * placesEach * AT_ONCE.perPlace,
  );
  const measured: Measured = { ours: [], loop: [], late: [] };
  await publishAll(setting, POSTS / 2);
  await loopOver(setting, POSTS / 2, concurrency);
  for (let round = 1; round <= bench.rounds; round += 1) {
    const { perSecond, late } = await publishAll(setting, POSTS);
    measured.ours.push(perSecond);
    measured.late.push(late);
    measured.loop.push(await loopOver(setting, POSTS, concurrency));
    const [ours, loop] = [measured.ours, measured.loop].map((rates) => Math.round(rates.at(-1) ?? NaN));
    bench.say(`publishing, round ${round}: ${ours} posts/s, bare loop ${loop}`);
  }
  await endAll(ends);
  return measured;
}
