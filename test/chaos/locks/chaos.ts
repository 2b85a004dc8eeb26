import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNotNull, lte, sql } from 'drizzle-orm';
import { hashesOf } from '../../../dist/server/business-profile/changes/locked-fields.js';
import { googleEdits, changeLines, changeSets } from '../../../dist/server/database/changes.schema.js';
import { NOW } from '../../../dist/server/database/database-clock.js';
import type { Database } from '../../../dist/server/database/database.js';
import { lockedFields, lockEvents } from '../../../dist/server/database/locks.schema.js';
import { RECORD_FAULTS } from '../changes/faults.ts';
import { startWatched } from '../changes/watched.ts';
import { command, type Result, type Run } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { countsOf, inWords, sum, tally } from '../report.ts';
import { STEPS } from '../step.ts';
import { shareOf, until } from '../until.ts';
import { Life, LOCKED } from './life.ts';
import { type Options, readOptions } from './options.ts';
import { type Counted, judge, type Left, type LockLine } from './oracle.ts';
import { storm } from './storm.ts';

const DAY_MS = 24 * 60 * 60_000;
/** How long the work of a day may take. */
const SETTLED_WITHIN_MS = 4 * 60_000;
/** After so many days a person signs in again. */
const SIGNED_IN_DAYS = 5;
/** An unknown outcome is looked for after so long; then the clocks go on, so that this need not be waited for. */
const ON_MS = 60_000;
/** How long an embedded server works before it is killed for the next look into its database. */
const LEFT_AT_WORK_MS = 3_000;

/** Locks over weeks of Google's clock, while servers are killed, or a storm of edits under Google's quotas. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, (options, run) => (options.storm ? storm : days)(options, run));
}

async function days(options: Options, run: Run): Promise<Result> {
  const hooks = ['locks/hooks/own-clock.ts', 'hooks/no-quota.ts', 'changes/hooks/steps.ts'];
  // First: it has to change a module before any other loads it.
  if (options.control) hooks.unshift(`locks/controls/${options.control}.ts`);
  const { google, store, replicas, person, locations } = await startWatched(options, hooks, run);
  run.begin(`${locations.length} locations are read`);
  await person.expect(201, 'POST', '/api/locks', { body: { fields: LOCKED, choice: {} } });
  const since = await google.beginRecord();
  const life = new Life({ google, person, locations }, options.seed);
  const kills = new Kills(replicas, STEPS, options);
  const isEmbedded = options.store === 'pglite';
  let aheadMs = 0;
  /** Reads the database; an embedded one while its server is away, which is one kill more. */
  const read = async <Read>(reading: (database: Database) => Promise<Read>): Promise<Read> => {
    if (!isEmbedded) return store.read(reading);
    return replicas[0]!.without(() => store.read(reading));
  };
  /** Moves all clocks: Google's, the database's and those of the servers. Then it reads. */
  const goOn = async <Read>(ms: number, reading: (database: Database) => Promise<Read>): Promise<Read> => {
    aheadMs += ms;
    await google.control.clock.advance(ms);
    for (const replica of replicas) replica.setSkew(aheadMs);
    return read(async (database) => {
      await setClock(database, aheadMs);
      return reading(database);
    });
  };
  const left: Left[] = [];
  const reviewed: string[] = [];
  for (let day = 1; day <= options.days; day += 1) {
    const before = await goOn(DAY_MS, (database) => countedOfNames(database, life.underReview));
    if (day % SIGNED_IN_DAYS === 1) await person.signIn();
    const isReviewed = new Set(life.underReview);
    if (options.faults === 'on') await google.beginFaults(RECORD_FAULTS, options.seed + day);
    await life.day();
    const struck = kills.next(shareOf(options.kills, day - 1, options.days));
    await Promise.all([struck.before(), person.readAll()]);
    await Promise.all([struck.during(), person.readAll()]);
    await google.endFaults();
    const isOver = await until(async () => {
      await person.readAll();
      if (isEmbedded) await delay(LEFT_AT_WORK_MS);
      return goOn(ON_MS, isSettled);
    }, SETTLED_WITHIN_MS);
    if (!isOver) run.note(`day ${day} was not over in time`);
    const [leftToday, after] = await read(async (database) => [
      await leftOf(database, { day, life }),
      await countedOfNames(database, life.underReview),
    ]);
    left.push(...leftToday);
    for (const [location, count] of after)
      if (isReviewed.has(location) && life.underReview.has(location) && count > (before.get(location) ?? 0))
        reviewed.push(`${location} was put back on day ${day}, under review`);
    if (day % 10 === 0) run.say(`day ${day}`);
  }
  run.note(...(await stopAll(replicas)));
  const { counted, lines } = await store.read(readOut);
  const journal = await google.control.journal.list({ after: since });
  const calls = await google.control.calls.list({ operation: 'locations.patch' });
  run.keep({ journal, calls, counted, lines, left });

  const verdict = judge({ journal, calls, counted, lines, left, reviewed });
  const { seed, control } = options;
  const states = inWords(tally(lines.map(({ state }) => state)));
  const waits = inWords(tally(left.map(({ waits: why }) => why ?? 'review')));
  return {
    verdict,
    lines: [
      [
        'run',
        `${locations.length} locations, ${options.days} days, ${store.about}, seed ${seed}, ${run.minutes}`,
      ],
      ['done', inWords(life.done)],
      ['kills', inWords(kills.dealt)],
      ['requests', `${calls.length}, ${counted.length} counted`],
      ['log', `${lines.length} lines of locks: ${states}`],
      ['left', `${left.length} at the ends of days: ${waits}`],
    ],
    rows: [
      [
        control ?? 'product',
        seed,
        locations.length,
        options.days,
        sum(life.done),
        sum(kills.dealt),
        counted.length,
        ...Object.values(countsOf(verdict)),
      ],
    ],
  };
}

async function setClock(database: Database, aheadMs: number): Promise<void> {
  await database.executeSql(
    `create or replace function shingle_now() returns timestamp with time zone
     as $$ select now() + interval '${aheadMs} milliseconds' $$ language sql stable`,
  );
}

/** Whether no lock has anything to do, and no change is open. */
async function isSettled({ orm }: Database): Promise<boolean> {
  const due = await orm.$count(
    lockedFields,
    lte(lockedFields.nextStepAt, sql`${NOW} + interval '2 minutes'`),
  );
  const open = await orm.$count(
    changeLines,
    sql`${changeLines.state} in ('waiting', 'sending', 'unconfirmed')`,
  );
  return due + open === 0;
}

/** The edits of Google that are there, with what their locks say. */
async function leftOf({ orm }: Database, { day, life }: { day: number; life: Life }): Promise<Left[]> {
  const rows = await orm
    .select({
      edit: googleEdits,
      waits: lockedFields.waits,
      waitsWith: lockedFields.waitsWith,
      waitsSince: lockedFields.waitsSince,
      now: sql`extract(epoch from ${NOW}) * 1000`.mapWith(Number),
      isLater: isNotNull(lockedFields.nextStepAt),
    })
    .from(lockedFields)
    .innerJoin(
      googleEdits,
      and(eq(googleEdits.locationId, lockedFields.locationId), eq(googleEdits.field, lockedFields.field)),
    )
    .where(eq(googleEdits.state, 'OPEN'));
  return rows.map(({ edit, waits, waitsWith, waitsSince, now, isLater }) => ({
    location: edit.locationId,
    field: edit.field,
    day,
    waits: waitsWith === edit.id ? waits : null,
    isUnderReview: Boolean(isLater) || life.underReview.has(edit.locationId),
    at: waitsWith === edit.id ? (waitsSince?.getTime() ?? now) : now,
    ...hashesOf(edit.field, { publicValue: edit.publicValue, kept: edit.ownerValue }),
  }));
}

/** How often locks sent names of these locations. */
async function countedOfNames(
  database: Database,
  locations: ReadonlySet<string>,
): Promise<Map<string, number>> {
  const { counted } = await readOut(database);
  return new Map(
    [...locations].map((id) => [
      id,
      counted.filter(({ location, field }) => location === id && field === 'name').length,
    ]),
  );
}

async function readOut({ orm }: Database): Promise<{ counted: Counted[]; lines: LockLine[] }> {
  const events = await orm.select().from(lockEvents).where(eq(lockEvents.kind, 'put_back'));
  const lines = await orm
    .select({ location: changeLines.locationId, field: changeLines.field, state: changeLines.state })
    .from(changeLines)
    .innerJoin(changeSets, eq(changeSets.id, changeLines.setId))
    .where(eq(changeSets.kind, 'lock'));
  const counted = events.map(({ locationId, field, publicHash, keptHash, at }) => ({
    location: locationId ?? '',
    field,
    publicHash: publicHash ?? '',
    keptHash: keptHash ?? '',
    at: at.getTime(),
  }));
  return { counted, lines };
}
