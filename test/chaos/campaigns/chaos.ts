import type { CampaignDto } from '../../../dist/server/campaigns/campaign.dto.js';
import { createRandom } from '../../support/seeded-random.ts';
import { Blows } from '../publishing/blows.ts';
import { command, type Result, type Run } from '../command.ts';
import { LISTING_MS } from '../google.ts';
import { Kills } from '../kills.ts';
import { readOptions as readPlanOptions } from '../publishing/options.ts';
import { makePlan } from '../publishing/plan.ts';
import { Others, tooLate } from '../others.ts';
import { stopAll } from '../replica.ts';
import { sum } from '../report.ts';
import { until, untilTime } from '../until.ts';
import { bodyOf } from './author.ts';
import { controlHooks, startDesks } from './desks.ts';
import { CAMPAIGN_FAULTS } from './faults.ts';
import { isSettled, judgeFirst, judgeQuotas, judgeRetried, nothingWrong } from './oracle.ts';
import { type Options, readOptions } from './options.ts';
import { resultOf } from './report.ts';
import { undoRuns } from './undo.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
/** When a campaign is due as it is planned, and as it is changed: so long after that. */
const PLANNED_MS = 6 * 60 * MINUTE_MS;
const LEAD_MS = 90 * SECOND_MS;
/** Every so many kills strike while posts are made, and as many while they are changed. */
const FAN_OUT_KILLS = 12;
const FAN_OUT_STEPS = ['in-slice', 'after-slice'] as const;
/** How many posts of a campaign are due in a minute, where not all are due at once. */
const DUE_A_MINUTE = 70;
/** How long it is waited until nothing more becomes of a campaign. */
const PATIENCE_MS = 12 * MINUTE_MS;
/** One location of so many is left out in the plan and taken in later. */
const LEFT_OUT_EVERY = 10;
/** How many tabs take the same locations in at once. */
const TABS = 3;
/** How many locations fail alone: Google suspends all but the last, and refuses that one. */
const SABOTAGED = 3;
const FOR_EVER = 1_000_000;

const TEXT = 'Winter list: {name} has new offers.';
const CHANGED_TEXT = 'Winter list: ask in {city} for offer {storeCode}.';

/** A campaign that goes out while servers are killed and Google fails, or many that are undone. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, (options, run) => (options.undo > 0 ? undoRuns : perform)(options, run));
}

async function perform(options: Options, run: Run): Promise<Result> {
  const hooks = [
    // First what changes a module, before any other loads it.
    'campaigns/hooks/small-slices.ts',
    ...controlHooks(options),
    'hooks/clock.ts',
    'publishing/hooks/steps.ts',
    'campaigns/hooks/steps.ts',
  ];
  const setting = await startDesks(options, options.locations, hooks, run);
  const { google, store, replicas, author, desks } = setting;
  const { calls, world, faults } = google.control;
  const begin = run.begin(`${desks.length} locations are read`);
  await calls.clear();
  const picked = pick(
    desks.map(({ id }) => id),
    SABOTAGED,
    options.seed,
  );
  const refused = picked.at(-1)!;
  const refuse = () =>
    faults.next('localPosts.create', 'forbidden', { times: FOR_EVER, match: { location: refused } });

  // Posts are made, and changed once, while servers are killed and left-out locations are taken in.
  const each = Math.floor(options.kills / FAN_OUT_KILLS);
  const isAtOnce = options.kills === 0;
  const minutes = isAtOnce ? 0 : Math.ceil(options.locations / DUE_A_MINUTE);
  const fanOut = new Kills(replicas, FAN_OUT_STEPS, options);
  const planned = await author.plan(
    {
      choice: { storeCodes: desks.map(({ storeCode }) => storeCode) },
      time: timeOf(begin + PLANNED_MS),
      postBody: bodyOf(TEXT),
    },
    'campaign',
  );
  if (planned.plan.posts !== desks.length) run.note(`the plan has ${planned.plan.posts} posts`);
  const late = pick(
    desks.map(({ id }) => id),
    Math.ceil(options.locations / LEFT_OUT_EVERY),
    options.seed + 1,
  );
  const half = late.slice(0, Math.ceil(late.length / 2));
  /** Several tabs take the same locations in at once: some of them, or all that are left out still. */
  const takeIn = (some?: string[]) =>
    Promise.all(Array.from({ length: TABS }, () => author.takeIn(planned.id, some)));
  const seen = await author.leaveOut(planned.id, late);
  await configureFaults();
  await Promise.all([author.confirm(seen).then(() => takeIn(half)), fanOut.inTurn(each)]);
  await untilMade(planned);
  const dueAt = Math.ceil((Date.now() + LEAD_MS) / SECOND_MS) * SECOND_MS;
  const change = { postBody: bodyOf(CHANGED_TEXT), time: timeOf(dueAt) };
  await Promise.all([author.change(planned.id, change), takeIn(), fanOut.inTurn(each)]);
  const others = await Others.schedule(setting.other, setting.otherPlaces, options.others, dueAt);
  await untilMade(planned);
  run.say(
    `the posts are made and changed, ${((dueAt - Date.now()) / SECOND_MS).toFixed(0)} s before they are due`,
  );
  // Where servers were down until they fell due, some may have gone out already.
  const out = new Set((await world.posts({})).map(({ locationId }) => locationId));
  const sabotaged = picked.filter((id) => !out.has(id));
  for (const id of sabotaged)
    if (id !== refused) await world.setVerification({ location: id, verification: 'SUSPENDED' });

  // They go out while servers are killed and Google fails.
  const blows = new Blows(replicas, store, run);
  await untilTime(dueAt);
  // Their making may have taken longer than that.
  const from = Date.now();
  const lastDue = Math.max(from + minutes * MINUTE_MS, others.lastDue);
  await blows.deal(plannedBlows(options, 2 * each, Math.max(1, minutes)), from);
  await untilTime(lastDue);
  await faults.clear();
  await refuse();
  const settledWithin = async () => isSettled((await author.look(planned.id)).progress);
  const isOut = await until(settledWithin, PATIENCE_MS);
  if (!isOut) run.note('posts are still open, so that nothing is retried');
  const targets = await author.targets(planned.id);
  const doubtful = targets.filter(({ state }) => state === 'unconfirmed');
  const attempts = new Map<string, Awaited<ReturnType<typeof author.attempts>>>();
  for (const target of doubtful) attempts.set(target.locationId, await author.attempts(target));
  const firstCalls = await calls.list();
  const verdict = nothingWrong();
  const posts = await world.posts({});
  const evidence = { desks, text: CHANGED_TEXT, posts, targets };
  const deaths = replicas.flatMap((replica) => replica.deaths);
  judgeFirst(evidence, { ...options, sabotaged, calls: firstCalls, attempts, deaths }, verdict);
  run.say(`${doubtful.length} could not be confirmed`);

  // What failed is retried, when Google lists all that it has and refuses nothing any more.
  await faults.clear();
  for (const id of sabotaged) await world.setVerification({ location: id, verification: 'VERIFIED' });
  await google.untilListed(LISTING_MS.within);
  const retried = targets.flatMap(({ state, locationId }) =>
    state === 'failed' || state === 'unconfirmed' ? [locationId] : [],
  );
  if (isOut) {
    await author.retry(planned.id);
    if (!(await until(settledWithin, PATIENCE_MS))) run.note('posts are still open after the retry');
  }
  const retriedTargets = await author.targets(planned.id);
  run.note(...(await stopAll(replicas, blows.away)));
  const allCalls = await calls.list();
  const after = firstCalls.at(-1)?.number ?? 0;
  const sinceRetry = allCalls.filter(({ number }) => number > after);
  const finalPosts = await world.posts({});
  if (isOut)
    judgeRetried({ ...evidence, posts: finalPosts, targets: retriedTargets }, retried, sinceRetry, verdict);
  const most = judgeQuotas(allCalls, verdict);
  const lateness = others.lateness(finalPosts);
  const dealt = { ...fanOut.dealt };
  for (const [name, count] of Object.entries(blows.dealt)) dealt[name] = (dealt[name] ?? 0) + count;
  if (options.kills === 0 && sum(dealt) === 0) run.note(...tooLate(lateness));
  run.keep({ sabotaged, retried, targets, retriedTargets, posts: finalPosts, calls: allCalls, deaths });
  return resultOf({
    options,
    store: store.about,
    minutes: run.minutes,
    verdict,
    held: doubtful.length,
    retried: isOut ? retried.length : 0,
    posts: finalPosts.filter(({ locationId }) => desks.some(({ id }) => id === locationId)).length,
    most,
    others: lateness,
    kills: dealt,
    faults: await google.struck(),
  });

  function timeOf(dueAt: number) {
    return {
      publishAt: new Date(dueAt).toISOString(),
      timeZone: 'Europe/London',
      spreadMinutes: minutes,
    };
  }

  async function configureFaults(): Promise<void> {
    await google.control.configure({ listingMs: options.faults === 'on' ? LISTING_MS.within : 0 });
    await refuse();
    if (options.faults === 'on') await google.beginFaults(CAMPAIGN_FAULTS, options.seed);
  }

  async function untilMade({ id }: CampaignDto): Promise<void> {
    const isMade = async () => (await author.look(id)).state === 'scheduled';
    if (!(await until(isMade, PATIENCE_MS, 250))) throw new Error('The posts are not made.');
  }
}

/** The kills while posts fall due; without fencing a halted server does harm as well. */
function plannedBlows({ kills, blow, seed, store, control }: Options, dealt: number, minutes: number) {
  const options = [`--seed=${seed}`, `--minutes=${minutes}`, `--store=${store}`];
  if (store === 'postgres') options.push('--replicas=2');
  // A killed server sends nothing any more: only one that was halted can go on with what another has.
  if (control !== 'no-fencing') options.push(`--kills=${kills - dealt}`, `--blow=${blow}`);
  else options.push('--control=no-fencing', '--freezes=12', '--kills=0');
  return makePlan(readPlanOptions(options)).blows;
}

/** So many of them, chosen by the seed. */
function pick(ids: string[], count: number, seed: number): string[] {
  const random = createRandom(seed);
  return ids
    .map((id) => [random(), id] as const)
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, id]) => id);
}
