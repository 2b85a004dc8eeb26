import { setTimeout as delay } from 'node:timers/promises';
import { command, type Result, type Run } from '../command.ts';
import { type Google, LISTING_MS, ownerOf } from '../google.ts';
import { stopAll } from '../replica.ts';
import { untilTime } from '../until.ts';
import { Blows } from './blows.ts';
import { FAULTS } from './faults.ts';
import { tryIntruder } from './intruder.ts';
import { findDelays, measureLateness, refusalsIn } from './lateness.ts';
import { Life } from './life.ts';
import { type Options, readOptions } from './options.ts';
import { acceptedAt, inDoubtAt, judge, type Row, type Shown } from './oracle.ts';
import { makePlan } from './plan.ts';
import { resultOf } from './report.ts';
import { Revocations } from './revocations.ts';
import { readPosts } from './rows.ts';
import { startSetting } from './setting.ts';

const MINUTE_MS = 60_000;
/** At how many places Google refuses a good token twice in a row. */
const REFUSED_TWICE = 3;

/** Posts that go out while Google, the servers and the database are struck. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, perform);
}

async function perform(options: Options, run: Run): Promise<Result> {
  const setting = await startSetting(options, run);
  const { google, store, replicas, people, places, reader } = setting;
  const { posts, blows: plannedBlows, revocations: plannedRevocations } = makePlan(options);
  if (options.faults === 'on') await beginFaults(google, options, places);

  const begin = run.begin(`${posts.length} posts over ${options.minutes} min`);
  const halfTime = begin + (options.minutes * MINUTE_MS) / 2;
  const lastDue = begin + Math.max(...posts.map(({ publishAt }) => publishAt));
  const life = new Life(people, places, begin, run);
  const blows = new Blows(replicas, store, run);
  const revocations = new Revocations(google, people, run);
  let readings = 0;
  const note = ({ message }: Error) => run.note(message);
  await Promise.all([
    life.schedule(posts).catch(note),
    blows.deal(plannedBlows, begin),
    revocations.deal(plannedRevocations, begin).catch(note),
    intrude().then((fault) => run.note(fault)),
    readBeside().catch(note),
  ]);
  await untilTime(lastDue);
  await google.endFaults();
  const patience = lastDue + options.patience * MINUTE_MS;
  await life.untilSettled(patience).catch(note);
  const retried = new Set<string>();
  if (options.faults === 'on' && !options.control) await retryWhatIsHeld().catch(note);
  const shown = await life.look().catch((error: Error): Shown[] | undefined => {
    note(error);
    return undefined;
  });
  run.note(...(await stopAll(replicas, blows.away)));

  const rows = await store.read(readPosts).catch((error: Error): Row[] => {
    note(error);
    return [];
  });
  const calls = await google.calls();
  const creates = calls.filter(({ operation }) => operation === 'localPosts.create');
  const accepted = acceptedAt(places, await google.control.world.posts({}), creates);
  const inDoubt = inDoubtAt(places, creates);
  const { scheduled, unanswered } = life;
  const disturbances = [
    ...replicas.flatMap((replica) => [...replica.away, ...replica.halted]),
    ...blows.away,
  ];
  run.note(await revocations.judge(replicas.length));
  if (!options.atOnce) {
    const once = rows.filter(({ id }) => !retried.has(id));
    run.note(...findDelays(once, accepted, [...disturbances, ...revocations.spells]));
  }
  // Where there are several servers, the others go on while one is away.
  const alone = replicas.length === 1 ? replicas.flatMap(({ away, halted }) => [...away, ...halted]) : [];
  const placesOf = (person: string) => places.filter((_, index) => ownerOf(index) === person);
  const struck = {
    disturbances: [...alone, ...blows.away, ...revocations.spells],
    orphaned: blows.orphaned,
    refusals: refusalsIn(calls, placesOf),
  };
  const latenessOf = (isMeant: (row: Row) => boolean) =>
    measureLateness(rows.filter(isMeant), accepted, struck).all;
  return resultOf({
    options,
    store: store.about,
    minutes: run.minutes,
    rows,
    accepted,
    verdict: judge({ scheduled, unanswered, rows, shown, accepted, inDoubt, disturbances }),
    lateness: measureLateness(rows, accepted, struck),
    besideReadings: options.readings > 0 && {
      without: latenessOf(({ publishAt }) => publishAt.getTime() < halfTime),
      beside: latenessOf(({ publishAt }) => publishAt.getTime() >= halfTime),
      readings,
    },
    faults: await google.struck(),
    changes: life.changes,
    blows: {
      ...blows.dealt,
      ...(revocations.spells.length > 0 && { 'grant revoked': revocations.spells.length }),
    },
    boots: replicas.flatMap((replica) => replica.away).map(({ from, to }) => to - from),
  });

  /** In the second half all locations of somebody else are read over and over. */
  async function readBeside(): Promise<void> {
    if (options.readings === 0) return;
    await untilTime(halfTime);
    for (; Date.now() < lastDue; readings += 1) await reader.readAll();
  }

  /** Their owners retry what could not be confirmed, when Google lists all that it has. */
  async function retryWhatIsHeld(): Promise<void> {
    await google.untilListed(LISTING_MS[options.lists]);
    for (const id of await life.retryUnconfirmed()) retried.add(id);
    await life.untilSettled(patience);
  }

  /** Half-way a second process tries the embedded database; where there is no lock, it stays. */
  async function intrude(): Promise<string | undefined> {
    if (options.store !== 'pglite') return undefined;
    await delay((options.minutes * MINUTE_MS) / 2);
    if (options.control === 'no-lock') return setting.addReplica();
    return tryIntruder(setting.server, run.folder, setting.env);
  }
}

/** From now on Google fails at random, lists late, and takes no token for the next post of some places. */
async function beginFaults(google: Google, { seed, lists }: Options, places: string[]): Promise<void> {
  await google.control.configure({ listingMs: LISTING_MS[lists] });
  // Twice: a new token is refused as well, which must not pass for a grant that is gone.
  for (const location of places.slice(0, REFUSED_TWICE))
    await google.control.faults.next('localPosts.create', 'unauthenticated', {
      times: 2,
      match: { location },
    });
  await google.beginFaults(FAULTS, seed);
}
