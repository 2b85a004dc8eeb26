import pg from 'pg';
import { fromWallText, instantAt } from '../../dist/server/config/wall-time.js';
import { startPostgres } from '../support/runner/postgres.mjs';
import { BUNDLED_VERSION, bundledCourse } from './bundled.ts';
import { compareCourse, type ForeignCourse, QUARTER_MS, ZONES } from './course.ts';

const FROM = Date.UTC(2026, 0, 1);
const TO = Date.UTC(2028, 0, 1);
/** How many differences of a zone are printed. */
const SHOWN = 5;

interface Sum {
  faults: string[];
  /** Zones for which the two sources have different rules, and with which of them we agree. */
  apart: string[];
  skipped: number;
  doubled: number;
  /** Of the doubled ones, for how many Postgres takes the second instant. */
  later: number;
}

/**
 * Prints what was compared with what. Where the rules of a zone differ between the two sources, as their data are of
 * different versions, we must agree with one of them throughout; everywhere else with both.
 * @returns whether nothing else differs
 */
export async function compareZones(): Promise<boolean> {
  const postgres = await startPostgres();
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string }>('select version()');
    const quarters = (TO - FROM) / QUARTER_MS;
    console.log(`${ZONES.length} zones, ${quarters.toLocaleString('en')} quarter hours each, 2026 and 2027.`);
    console.log(`Ours: Node ${process.version}, zone data ${process.versions.tz ?? 'none'}.`);
    console.log(`moment-timezone: zone data ${BUNDLED_VERSION}.`);
    console.log(`Postgres, with the zone data of its machine or package: ${rows[0]?.version ?? ''}.`);
    const sum: Sum = { faults: [], apart: [], skipped: 0, doubled: 0, later: 0 };
    for (const timeZone of ZONES) await compareZone(client, timeZone, sum);
    report(sum);
    return sum.faults.length === 0;
  } finally {
    await client.end();
    await postgres.stop();
  }
}

async function compareZone(client: pg.Client, timeZone: string, sum: Sum): Promise<void> {
  const bundled = bundledCourse(timeZone, FROM, TO);
  const theirs = await courseIn(client, timeZone);
  const [withBundled, withTheirs] = [compareCourse(bundled), compareCourse(theirs)];
  const isApart = bundled.walls.some((wall, index) => wall !== theirs.walls[index]);
  const agreed = [withBundled, withTheirs].filter(({ faults }) => faults.length === 0);
  if (isApart && agreed.length === 1)
    sum.apart.push(
      `${timeZone} (we agree with ${agreed[0] === withBundled ? 'moment-timezone' : 'Postgres'})`,
    );
  else for (const { faults } of [withBundled, withTheirs]) sum.faults.push(...faults.slice(0, SHOWN));
  const [{ skipped, doubled } = withBundled] = agreed;
  sum.skipped += skipped;
  sum.doubled += doubled;
  if (withTheirs.faults.length === 0) await compareBack(client, timeZone, sum);
}

async function courseIn(client: pg.Client, timeZone: string): Promise<ForeignCourse> {
  const { rows } = await client.query<{ wall: string }>(
    `select to_char(at at time zone $1, 'YYYY-MM-DD"T"HH24:MI') as wall
     from generate_series($2::timestamptz, $3::timestamptz - interval '1 second', interval '15 minutes') at order by at`,
    [timeZone, new Date(FROM).toISOString(), new Date(TO).toISOString()],
  );
  return { timeZone, from: FROM, walls: rows.map(({ wall }) => wall) };
}

/**
 * The instants of wall times by Postgres. It chooses for itself where one is shown twice: there ours is the first, and its
 * own is one of the two.
 */
async function compareBack(client: pg.Client, timeZone: string, sum: Sum): Promise<void> {
  const { rows } = await client.query<{ wall: string; at: Date }>(
    `select to_char(wall, 'YYYY-MM-DD"T"HH24:MI') as wall, wall at time zone $1 as at
     from generate_series($2::timestamp, $3::timestamp - interval '1 second', interval '15 minutes') wall`,
    [timeZone, new Date(FROM).toISOString().slice(0, 19), new Date(TO).toISOString().slice(0, 19)],
  );
  const wrong = rows.filter(({ wall, at }) => {
    const ours = instantAt(fromWallText(wall), timeZone);
    if (ours.getTime() === at.getTime()) return false;
    const isSecond = at > ours && wallOf(ours, timeZone) === wallOf(at, timeZone);
    if (isSecond) sum.later += 1;
    return !isSecond;
  });
  sum.faults.push(
    ...wrong
      .slice(0, SHOWN)
      .map(({ wall, at }) => `${timeZone}: ${wall} is at ${at.toISOString()} in Postgres.`),
  );
}

function wallOf(at: Date, timeZone: string): string {
  return at.toLocaleString('en', { timeZone, dateStyle: 'short', timeStyle: 'short' });
}

function report({ faults, apart, skipped, doubled, later }: Sum): void {
  console.log(`${skipped} skipped wall times: as much later. ${doubled} doubled ones: the first instant.`);
  console.log(`Postgres takes the second instant for ${later} of them.`);
  if (apart.length > 0) console.log(`The two sources have different rules for ${apart.join(', ')}.`);
  console.log(faults.length === 0 ? 'Nothing else differs.' : `Differences, the first of each zone:`);
  for (const fault of faults) console.log(`  ${fault}`);
}
