import { setTimeout as delay } from 'node:timers/promises';
import { Blows } from './blows.ts';
import { command, say } from './command.ts';
import { tryIntruder } from './intruder.ts';
import { findDelays, measureLateness, refusalsIn } from './lateness.ts';
import { Life } from './life.ts';
import { type Options, readOptions } from './options.ts';
import { inDoubtAt, judge, type Row, type Shown } from './oracle.ts';
import { LISTING_MS, ownerOf } from './google.ts';
import { makePlan } from './plan.ts';
import { stopAll } from './replica.ts';
import { describe, faultsOf, type Outcome, tableRow } from './report.ts';
import { Revocations } from './revocations.ts';
import { type Setting, startSetting } from './setting.ts';

const MINUTE_MS = 60_000;
/** At how many places Google refuses a good token twice in a row. */
const REFUSED_TWICE = 3;

/** Runs as the options say, prints what has come of it and sets the exit code. */
export async function chaos(args: string[]): Promise<void> {
  await command(async (folder, ends) => {
    const options = readOptions(args);
    const outcome = await run(options, folder, await startSetting(options, folder, ends));
    return { ...options, report: `${describe(outcome)}\n\n${tableRow(outcome)}`, faults: faultsOf(outcome) };
  });
}

async function run(options: Options, folder: string, setting: Setting): Promise<Outcome> {
  const { google, store, replicas, people, places, reader } = setting;
  const { posts, blows: plannedBlows, revocations: plannedRevocations } = makePlan(options);
  say(`${posts.length} posts over ${options.minutes} min; everything is up.`);
  if (options.faults === 'on')
    await google.beginFaults(options.seed, options.lists, places.slice(0, REFUSED_TWICE));

  const begin = Date.now();
  const halfTime = begin + (options.minutes * MINUTE_MS) / 2;
  const lastDue = begin + Math.max(...posts.map(({ publishAt }) => publishAt));
  const life = new Life(people, places, begin);
  const blows = new Blows(replicas, store, say);
  const revocations = new Revocations(google, people, say);
  const troubles: (string | undefined)[] = [];
  let readings = 0;
  const note = ({ message }: Error) => void troubles.push(message);
  await Promise.all([
    life.schedule(posts).catch(note),
    blows.deal(plannedBlows, begin).then((faults) => troubles.push(...faults)),
    revocations.deal(plannedRevocations, begin).catch(note),
    intrude().then((fault) => troubles.push(fault)),
    readBeside().catch(note),
  ]);
  await delay(Math.max(0, lastDue - Date.now()));
  await google.endFaults();
  const patience = lastDue + options.patience * MINUTE_MS;
  await life.untilSettled(patience).catch(note);
  const retried = new Set<string>();
  if (options.faults === 'on' && !options.control) await retryWhatIsHeld().catch(note);
  const shown = await life.look().catch((error: Error): Shown[] | undefined => {
    note(error);
    return undefined;
  });
  troubles.push(...(await stopAll(replicas, blows.away)));

  const rows = await store.read().catch((error: Error): Row[] => {
    note(error);
    return [];
  });
  const accepted = await google.accepted(places);
  const inDoubt = inDoubtAt(places, await google.creates());
  const away = [...replicas.flatMap((replica) => [...replica.away, ...replica.halted]), ...blows.away];
  troubles.push(...life.troubles, await revocations.judge(replicas.length));
  if (!options.atOnce) {
    const once = rows.filter(({ id }) => !retried.has(id));
    troubles.push(...findDelays(once, accepted, [...away, ...revocations.spells]));
  }
  // Where there are several servers, the others go on while one is away.
  const alone = replicas.length === 1 ? replicas.flatMap(({ away, halted }) => [...away, ...halted]) : [];
  const placesOf = (person: string) => places.filter((_, index) => ownerOf(index) === person);
  const refusals = refusalsIn(await google.calls(), placesOf);
  const struck = {
    disturbances: [...alone, ...blows.away, ...revocations.spells],
    orphaned: blows.orphaned,
    refusals,
  };
  return {
    options,
    store: store.about,
    rows,
    accepted,
    verdict: judge({
      scheduled: life.scheduled,
      unanswered: life.unanswered,
      rows,
      shown,
      accepted,
      inDoubt,
      disturbances: away,
    }),
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
    troubles: troubles.filter((trouble) => trouble !== undefined),
    minutes: (Date.now() - begin) / MINUTE_MS,
  };

  function latenessOf(isMeant: (row: Row) => boolean) {
    return measureLateness(rows.filter(isMeant), accepted, struck).all;
  }

  /** In the second half all locations of somebody else are read over and over. */
  async function readBeside(): Promise<void> {
    if (options.readings === 0) return;
    await delay(Math.max(0, halfTime - Date.now()));
    for (; Date.now() < lastDue; readings += 1) await reader.readAll();
  }

  /** Their owners retry what could not be confirmed, when Google lists all that it has. */
  async function retryWhatIsHeld(): Promise<void> {
    const last = Math.max(0, ...(await google.accepted(places)).map(({ at }) => at.getTime()));
    await delay(Math.max(0, last + LISTING_MS[options.lists] - Date.now()));
    for (const id of await life.retryUnconfirmed()) retried.add(id);
    await life.untilSettled(patience);
  }

  /** Half-way a second process tries the embedded database; where there is no lock, it stays. */
  async function intrude(): Promise<string | undefined> {
    if (options.store !== 'pglite') return undefined;
    await delay((options.minutes * MINUTE_MS) / 2);
    if (options.control === 'no-lock') return setting.addReplica();
    return tryIntruder(setting.server, folder, setting.env);
  }
}
