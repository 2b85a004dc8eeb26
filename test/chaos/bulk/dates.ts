import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeSetDto } from '../../../dist/server/changes/change-set.dto.js';
import type { Result, Run } from '../command.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { countsOf, inWords, sum, tally } from '../report.ts';
import { shareOf } from '../until.ts';
import { judgeBack, judgeGiven, judgeSent, nothingWrong, type SetEvidence } from './dates-oracle.ts';
import { Editor } from './editor.ts';
import { BULK_FAULTS, SLOW_READINGS } from './faults.ts';
import type { Options } from './options.ts';
import { profilesOf, startShops } from './shops.ts';
import { WANTED } from './special-hours.ts';
import { BULK_STEPS, strike } from './strike.ts';

/** How many tabs do the same at once. */
const TABS = 3;
const LOOK_EVERY_MS = 1_000;
/** How long it is waited until a set goes on. */
const PATIENCE_MS = 6 * 60_000;
/** After so many locations the first set is stopped, while some are being read to be compared. */
const SENT_BEFORE_STOP = 8;
/** How often what has not gone back is tried once more. */
const MOST_UNDOS = 5;
const HOOKS = [
  'bulk/hooks/late-ends.ts',
  'bulk/hooks/small-slices.ts',
  'bulk/hooks/no-figures.ts',
  'hooks/clock.ts',
  'changes/hooks/steps.ts',
  'bulk/hooks/steps.ts',
];

/**
 * Special hours for two dates: a set that is stopped in the middle, one that goes out whole, and the undo of each, while
 * servers are killed, Google fails and several tabs do the same.
 */
export async function dates(options: Options, run: Run): Promise<Result> {
  const hooks = options.locations > 500 ? HOOKS.filter((file) => !file.includes('small-slices')) : HOOKS;
  const controls = options.control ? [`bulk/controls/${options.control}.ts`] : [];
  const shops = await startShops(options, [...controls, ...hooks, 'hooks/no-quota.ts'], run);
  const { google, store, replicas, locations } = shops;
  const editor = new Editor(shops.person);
  const verdict = nothingWrong();
  run.begin(`${locations.length} locations are read`);
  const since = await google.beginRecord();
  const first = await profilesOf(google, locations);
  const kills = new Kills(replicas, BULK_STEPS, options);
  const share = (part: number) => shareOf(options.kills, part, 3);
  const sets: SetEvidence[] = [];
  let faults: Record<string, number> = {};

  // The first set is stopped while its changes are between their claims and their intents.
  const stopped = await confirm();
  await google.beginFaults(SLOW_READINGS, options.seed);
  await until(stopped, async ({ progress }) => progress.sent >= SENT_BEFORE_STOP && (await isBeingRead()));
  const stoppedAt = await Promise.any(together(() => editor.stop(stopped.id).then(() => Date.now())));
  if (options.kills > 0) await kills.inTurn(1);
  await until(stopped, isOver);
  await noteFaults();
  await note(stopped, { stoppedAt });
  judgeGiven(sets.at(-1)!, verdict);
  if (options.control === undefined) {
    await undoAll(stopped, 0);
    // The second one goes out whole.
    const whole = await confirm();
    await beginFaults();
    await sendAll(whole, share(1));
    await retry(whole);
    await noteFaults();
    await note(whole);
    judgeGiven(sets.at(-1)!, verdict);
    await beginFaults();
    await undoAll(whole, share(2));
    await noteFaults();
  }
  run.note(...(await stopAll(replicas)));
  const journal = await google.control.journal.list({ after: since });
  const last = await profilesOf(google, locations);
  if (options.control === undefined) judgeBack(journal, first, last, verdict);
  run.keep({ sets: sets.map((set) => ({ ...set, before: undefined, after: undefined })), journal });
  const patches = sets.flatMap((set) => set.patches);
  return {
    verdict,
    lines: [
      ['run', `${locations.length} locations, ${store.about}, seed ${options.seed}, ${run.minutes}`],
      ...sets.map(({ name, said, patches: sent }): [string, string] => [
        'set',
        `${name}: ${sent.length} requests; ${inWords(tally(said.map(({ state }) => state)))}`,
      ]),
      ['kills', inWords(kills.dealt)],
      ['faults', inWords(faults)],
      ['journal', `${journal.length} entries`],
    ],
    rows: [
      [
        options.control ?? store.about.split(' ')[0]!,
        options.seed,
        locations.length,
        patches.length,
        sum(kills.dealt),
        sum(faults),
        ...Object.values(countsOf(verdict)),
        run.minutes,
      ],
    ],
  };

  /** Prepares the edit, and says yes in several tabs. */
  async function confirm(): Promise<Confirmed> {
    const change = { specialHours: { mode: 'merge' as const, periods: WANTED } };
    const draft = await editor.draft({ choice: shops.choice, change, name: `Edit ${sets.length + 1}` });
    const expected = (await editor.rows(draft.id)).map(({ locationId }) => locationId);
    const begin = await records();
    const answers = await Promise.all(together(() => editor.confirm(draft)));
    const wrong = answers.filter(
      ({ status, body }) =>
        !(status === 202 && (body as { setId: string }).setId === draft.id) &&
        !(status === 409 && (body as { code: string }).code === 'bulk_edit_confirmed'),
    );
    verdict.answers.push(...wrong.map((answer) => `confirm: ${JSON.stringify(answer)}`));
    const taken = answers.filter(({ status }) => status === 202).length;
    if (taken > 1) verdict.answers.push(`${taken} tabs have confirmed the same draft`);
    return { id: draft.id, name: draft.name!, expected, ...begin };
  }

  /** Waits until a set is over while servers are killed. */
  async function sendAll(set: Confirmed, count: number): Promise<void> {
    let progress = 0;
    const sending = until(set, (now) => {
      const { total, waiting } = now.progress;
      progress = total > 0 ? 1 - waiting / total : 0;
      return isOver(now);
    });
    await Promise.all([sending.finally(() => (progress = 1)), strike(kills, count, () => progress)]);
  }

  /** What failed is tried again, when Google fails no more. */
  async function retry(set: Confirmed): Promise<void> {
    await google.endFaults();
    await Promise.all(together(() => editor.retry(set.id)));
    await until(set, isOver);
  }

  /** Takes a set back in several tabs, and what has not gone back once more. */
  async function undoAll(set: Confirmed, count: number): Promise<void> {
    for (let number = 0; number < MOST_UNDOS; number += 1) {
      const expected = await editor.goingBack(set.id);
      if (expected.length === 0) {
        if (number === 0) verdict.answers.push(`nothing of ${set.name} can be undone`);
        return;
      }
      const begin = await records();
      const undos = (await Promise.all(together(() => editor.undo(set.id)))).filter((id) => id !== undefined);
      if (undos.length > 1) verdict.answers.push(`${undos.length} tabs have undone the same set`);
      const [id] = undos;
      if (id === undefined) {
        verdict.answers.push(`${set.name} could not be undone`);
        return;
      }
      const undo = { id, name: `undo ${number + 1} of ${set.name}`, expected, ...begin };
      await sendAll(undo, number === 0 ? count : 0);
      if (number === 0) await retry(undo);
      await note(undo);
      judgeSent(sets.at(-1)!, verdict);
    }
  }

  /** Keeps what has come of a set that is over. */
  async function note(set: Confirmed, more: { stoppedAt?: number } = {}): Promise<void> {
    const { calls, journal } = google.control;
    const patches = (await calls.list({ operation: 'locations.patch' })).filter(
      ({ number }) => number > set.calls,
    );
    const evidence = {
      ...set,
      journal: await journal.list({ after: set.from }),
      patches,
      said: await editor.locations(set.id),
      after: await profilesOf(google, locations),
      ...more,
    };
    sets.push(evidence);
    run.say(`${set.name}: ${inWords(tally(evidence.said.map(({ state }) => state)))}`);
  }

  /** Waits until it is so of a set, as long as it goes on. */
  async function until(
    { id, name }: Pick<Confirmed, 'id' | 'name'>,
    isSo: (set: ChangeSetDto) => boolean | Promise<boolean>,
  ): Promise<void> {
    let last = '';
    for (let end = performance.now() + PATIENCE_MS; ; await delay(LOOK_EVERY_MS)) {
      const set = await editor.set(id);
      if (await isSo(set)) return;
      const now = JSON.stringify(set.progress);
      if (now !== last) end = performance.now() + PATIENCE_MS;
      else if (performance.now() > end) throw new Error(`${name} does not go on: ${now}`);
      last = now;
    }
  }

  /** Whether nothing of a set is open, also of one that was stopped. */
  async function isOver({ id, progress }: ChangeSetDto): Promise<boolean> {
    return progress.waiting === 0 && (await editor.isEnded(id));
  }

  /** Whether some locations of a set are between their claim and their intent: they are read, and not sent yet. */
  async function isBeingRead(): Promise<boolean> {
    const calls = await google.calls();
    const paths = (operation: string) =>
      new Set(calls.filter((call) => call.operation === operation).map(({ path }) => path));
    const [read, sent] = [paths('locations.get'), paths('locations.patch')];
    return read.size - sent.size >= Math.min(2, replicas.length);
  }

  async function beginFaults(): Promise<void> {
    if (options.faults === 'on') await google.beginFaults(BULK_FAULTS, options.seed);
  }

  /** Ends faults, and counts those that have struck. */
  async function noteFaults(): Promise<void> {
    await google.endFaults();
    faults = await google.struck();
  }

  /** How far Google’s records are, and what it has. */
  async function records(): Promise<Pick<Confirmed, 'from' | 'calls' | 'before'>> {
    const { journal, calls } = google.control;
    return {
      from: (await journal.list({ after: since })).at(-1)?.seq ?? since,
      calls: (await calls.list()).at(-1)?.number ?? 0,
      before: await profilesOf(google, locations),
    };
  }
}

/** A set that was confirmed, with how far Google's records were before that. */
interface Confirmed extends Pick<SetEvidence, 'name' | 'expected' | 'before'> {
  id: string;
  from: number;
  calls: number;
}

/** The same in several tabs at once. */
function together<Answer>(act: () => Promise<Answer>): Promise<Answer>[] {
  return Array.from({ length: TABS }, act);
}
