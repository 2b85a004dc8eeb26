import { endAll, type Ends } from '../support/ends.ts';
import { startPostgres } from '../support/postgres.mjs';
import { leaveFirstCore } from './pinned-process.ts';
import { doNothing, loopOver, publishAll, type Size, startSetting } from './publishing-setting.ts';
import { atLeastTimes, type Bench, compared, median, quantile, type Row } from './row.ts';

/** As many as a server sends at once where Google's quota allows it, for one person, and at one place. */
const AT_ONCE = { all: 64, perPerson: 32, perPlace: 1 };
/** In each round; before the first one half of it, so that nobody is measured cold. */
const POSTS = 2000;

const MAIN: Size = { people: 100, placesEach: 10 };
/** How it grows. */
const GROWTH: Size[] = [
  { people: 1, placesEach: 10 },
  { people: 1, placesEach: 1000 },
  { people: 1000, placesEach: 10 },
];

/** Of each round. */
interface Measured {
  /** Posts a second. */
  ours: number[];
  loop: number[];
  /** How late each post, and each job that does nothing, was (ms). */
  late: number[][];
  jobsLate: number[][];
}

/** How many posts a second are published, and how late those are that fall due together. */
export async function rows(bench: Bench): Promise<Row[]> {
  bench.ends.push(leaveFirstCore());
  const postgres = await startPostgres({ survivesCrashes: true });
  bench.ends.push(() => postgres.stop());
  const main = await measure(bench, postgres.url, MAIN);
  const found = [rate('publishing/rate', MAIN, main), ...lateness(main)];
  for (const size of GROWTH) {
    const name = `publishing/rate-${size.people}-by-${size.placesEach}`;
    found.push(rate(name, size, await measure(bench, postgres.url, size)));
  }
  return found;
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
  const measured: Measured = { ours: [], loop: [], late: [], jobsLate: [] };
  await publishAll(setting, POSTS / 2);
  await loopOver(setting, POSTS / 2, concurrency);
  for (let round = 1; round <= bench.rounds; round += 1) {
    const { perSecond, late } = await publishAll(setting, POSTS);
    measured.ours.push(perSecond);
    measured.late.push(late);
    measured.loop.push(await loopOver(setting, POSTS, concurrency));
    measured.jobsLate.push(await doNothing(setting, POSTS));
    const [ours, loop] = [measured.ours, measured.loop].map((rates) => Math.round(rates.at(-1) ?? NaN));
    bench.say(`publishing, ${size.people} users, round ${round}: ${ours} posts/s, bare loop ${loop}`);
  }
  await endAll(ends);
  return measured;
}

function rate(name: string, { people, placesEach }: Size, { ours, loop }: Measured): Row {
  const peer = { what: 'bare loop: two commits and the call', value: median(loop) };
  const users = people === 1 ? 'one user' : `${people} users`;
  const what = `posts published: ${users} with ${placesEach} places each`;
  return atLeastTimes(0.5, { name, what, ours: median(ours), unit: 'posts/s', peer });
}

function lateness({ late, jobsLate }: Measured): Row[] {
  return [0.5, 0.99].map((share) => {
    const of = (rounds: number[][]): number => median(rounds.map((values) => quantile(values, share)));
    const percentile = `p${share * 100}`;
    return compared({
      name: `publishing/lateness-${percentile}`,
      what: `${POSTS} posts due in the same second: until Google has them, ${percentile}`,
      ours: of(late),
      unit: 'ms',
      peer: { what: 'as many no-op jobs of the same engine', value: of(jobsLate) },
    });
  });
}
