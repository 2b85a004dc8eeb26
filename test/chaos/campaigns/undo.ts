import { setTimeout as delay } from 'node:timers/promises';
import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { createRandom } from '../../support/seeded-random.ts';
import type { Result, Run } from '../command.ts';
import { LISTING_MS } from '../google.ts';
import { Kills } from '../kills.ts';
import { stopAll } from '../replica.ts';
import { inWords, sum, tally } from '../report.ts';
import { CAMPAIGN_STEPS, STEPS } from '../step.ts';
import { until } from '../until.ts';
import { controlHooks, type Desks, startDesks } from './desks.ts';
import { CAMPAIGN_FAULTS } from './faults.ts';
import { bodyOf } from './author.ts';
import { type Desk, judgeUndone, nothingWrong } from './oracle.ts';
import type { Options } from './options.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** As many as the world has. */
const ALL_DESKS = 500;
/** When a campaign is due as it is planned, and as it is changed: so long after that. Its last post is due a minute later. */
const PLANNED_MS = 6 * 60 * MINUTE_MS;
const LEAD_MS = 60 * SECOND_MS;
const SPREAD_MINUTES = 1;
/** So long after it was confirmed a campaign is undone at the latest: some are out by then, with their reviews. */
const UNDONE_WITHIN_MS = 180 * SECOND_MS;
/** In real time, which leases and the settle window need; after that it goes by faster. */
const PATIENCE_MS = 4 * MINUTE_MS;
/** How time goes on after an undo, a step after the other: until it is over, and then to the seventh day. */
const STEPS_MS = [...Array<number>(30).fill(MINUTE_MS), ...Array<number>(23).fill(60 * MINUTE_MS)];
const DAYS = 7;
/** In this time servers notice that a step of time has passed. */
const TICK_MS = 2 * SECOND_MS;
const HOOKS = [
  'campaigns/hooks/database-clock.ts',
  'campaigns/hooks/small-slices.ts',
  'hooks/clock.ts',
  'hooks/no-quota.ts',
  'hooks/quick-ticks.ts',
  'publishing/hooks/steps.ts',
  'campaigns/hooks/steps.ts',
];

/** One campaign, undone at a moment that its seed chooses. */
interface UndoRun {
  seed: number;
  planned: CampaignDto;
  id: string;
  desks: Desk[];
  text: string;
  /** When it is undone, counted from its confirmation. */
  undoneAfterMs: number;
}

/** Undoes campaigns, as many at a time as there are locations for, and lets seven days pass. */
export async function undoRuns(options: Options, run: Run): Promise<Result> {
  const setting = await startDesks(options, ALL_DESKS, [...controlHooks(options), ...HOOKS], run);
  const { google, replicas, author, desks } = setting;
  const { world } = google.control;
  await google.liftQuotas();
  await google.control.configure({ listingMs: options.faults === 'on' ? LISTING_MS.within : 0 });
  run.begin(`${desks.length} locations are read`);
  const kills = new Kills(replicas, [...CAMPAIGN_STEPS, ...STEPS], options);
  const runs: UndoRun[] = [];
  const atATime = Math.floor(desks.length / options.locations);
  for (let first = 0; first < options.undo; first += atATime) {
    const count = Math.min(atATime, options.undo - first);
    if (options.faults === 'on') await google.beginFaults(CAMPAIGN_FAULTS, options.seed + first);
    const planned = await Promise.all(
      Array.from({ length: count }, (_, index) => {
        const theirs = desks.slice(index * options.locations, (index + 1) * options.locations);
        return plan(setting, options.seed + first + index, theirs);
      }),
    );
    const undoing = planned.map((each) => liveAndUndo(setting, each));
    await Promise.all([...undoing, kills.inTurn(options.kills)]);
    await google.endFaults();
    runs.push(...planned);
    for (const { id } of planned)
      await until(async () => (await author.look(id)).state === 'undone', PATIENCE_MS);
    run.say(`${runs.length} campaigns were undone`);
  }
  await passSevenDays(setting);
  // Sessions have ended by then.
  await setting.person.signIn();

  const verdict = nothingWrong();
  const posts = await world.posts({});
  const states: string[] = [];
  const leftovers: string[] = [];
  const shown = [];
  for (const { id, desks: theirs, text, seed, undoneAfterMs } of runs) {
    const targets = await author.targets(id);
    const { state } = await author.look(id);
    if (state !== 'undone') verdict.stuck.push(`campaign ${seed} is still ${state}`);
    states.push(...targets.map((target) => target.state));
    leftovers.push(...judgeUndone({ desks: theirs, text, posts, targets }, verdict));
    shown.push({ id, text, seed, undoneAfterMs, state, targets });
  }
  // A process that dies between its intent and its request leaves a doubt too; one that stops does not.
  const hasDied = options.kills > 0 && options.blow === 'kill';
  if (options.faults === 'off' && !hasDied && leftovers.length > 0)
    verdict.lost.push(`${leftovers.length} leftovers although nothing failed`);
  run.note(...(await stopAll(replicas)));
  run.keep({ shown, posts, calls: await google.calls() });
  const faults = await google.struck();
  return {
    lines: [
      [
        'run',
        `${runs.length} campaigns of ${options.locations} locations, ${setting.store.about}, seeds from ${options.seed}, ${run.minutes}`,
      ],
      ['kills', inWords(kills.dealt)],
      ['faults', inWords(faults)],
      ['locations', inWords(tally(states))],
    ],
    verdict,
    rows: [
      [
        options.control ?? options.store,
        options.seed,
        runs.length,
        options.locations,
        sum(kills.dealt),
        sum(faults),
        leftovers.length,
        verdict.lost.length,
        verdict.stuck.length,
      ],
    ],
  };
}

async function plan({ author }: Desks, seed: number, desks: Desk[]): Promise<UndoRun> {
  const random = createRandom(seed);
  const text = `Offer ${seed}: ask in {city} for {storeCode}.`;
  const draft = {
    choice: { storeCodes: desks.map(({ storeCode }) => storeCode) },
    time: timeIn(PLANNED_MS),
    postBody: bodyOf(`Offer ${seed}: {name} has something new.`),
  };
  const planned = await author.plan(draft, `campaign-${seed}`);
  return {
    seed,
    planned,
    id: planned.id,
    desks,
    text,
    undoneAfterMs: Math.round(random() * UNDONE_WITHIN_MS),
  };
}

/** Confirms a campaign, changes its text and its time, so that it is due soon, and undoes it at its moment. */
async function liveAndUndo({ author }: Desks, { id, planned, text, undoneAfterMs }: UndoRun): Promise<void> {
  await author.confirm(planned);
  const moment = delay(undoneAfterMs);
  await author.change(id, { postBody: bodyOf(text), time: timeIn(LEAD_MS) });
  await moment;
  await author.undo(id);
}

function timeIn(ms: number) {
  return {
    publishAt: new Date(Date.now() + ms).toISOString(),
    timeZone: 'Europe/London',
    spreadMinutes: SPREAD_MINUTES,
  };
}

/** Time goes on for Google, the servers and their database. */
async function passSevenDays({ google, replicas }: Desks): Promise<void> {
  const steps = [...STEPS_MS, ...Array<number>(DAYS).fill(DAY_MS)];
  let aheadMs = 0;
  for (const step of steps) {
    aheadMs += step;
    await google.control.clock.advance(step);
    for (const replica of replicas) {
      await replica.ready();
      replica.setSkew(aheadMs);
    }
    await delay(TICK_MS);
  }
}
