import { setTimeout as delay } from 'node:timers/promises';
import type { ChangeDto } from '../../../dist/server/changes/change.dto.js';
import type { GoogleEditDto } from '../../../dist/server/changes/google-edit.dto.js';
import { command, type Result, type Run } from '../command.ts';
import { allOf } from '../pages.ts';
import { stopAll } from '../replica.ts';
import { inbox } from '../reviews/inbox.ts';
import { until } from '../until.ts';
import { Aims } from './aims.ts';
import { judgeCampaigns, type SeenPost } from './campaigns-oracle.ts';
import { judgeDecisions } from './decisions-oracle.ts';
import { AllAsked, type Desk } from './desk.ts';
import { OWNER } from './elsewhere.ts';
import { HANDS_FAULTS } from './faults.ts';
import { type House, startHouse } from './house.ts';
import { type Options, readOptions } from './options.ts';
import { type Act, planRounds } from './plan.ts';
import { judgeReplies } from './replies-oracle.ts';
import { resultOf } from './report.ts';
import { SavesOracle } from './saves-oracle.ts';
import { strike } from './strike.ts';

/** How many rounds of acts go on at a time. */
const HANDS = 3;
/** How long it is waited at the end until nothing is open. */
const SETTLED_WITHIN_MS = 6 * 60_000;
const SAID_EVERY = 50;
/** How often it is looked which posts Google has: some are deleted soon. */
const LOOK_EVERY_MS = 300;
const OPEN_STATES = ['waiting', 'sending', 'unconfirmed'];

/** Several people and tabs on the same locations at once. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readOptions, perform);
}

async function perform(options: Options, run: Run): Promise<Result> {
  const house = await startHouse(options, run);
  const { google, store, replicas, places, desks } = house;
  const { control } = google;
  const since = await google.beginRecord();
  if (options.faults === 'on') await google.beginFaults(HANDS_FAULTS, options.seed);
  run.begin(`${places.length} locations are read`);

  const asked = new AllAsked();
  const watch = watchPosts(house);
  const { done, blows } = await actAll(house, options, asked, run);
  await google.endFaults();
  await untilSettled(house);
  const inboxes = [];
  for (const desk of desks) inboxes.push(await endOf(desk, places));
  const campaignEnds = [];
  for (const { campaigns } of desks)
    for (const { id } of campaigns.made)
      campaignEnds.push({
        id,
        state: (await campaigns.look(id)).state,
        leftovers: await campaigns.leftovers(id),
      });
  const seen = await watch.stop();
  run.note(...(await stopAll(replicas)));

  const journal = (await control.journal.list({ after: since })).filter(({ location }) =>
    places.includes(location),
  );
  const calls = await google.calls();
  const patches = calls.filter(({ operation }) => operation === 'locations.patch');
  const creates = calls.filter(({ operation }) => operation === 'localPosts.create');
  const writes = (await control.journal.replies()).filter(
    ({ isDone, location }) => isDone && places.includes(location),
  );
  const there = new Set((await control.world.posts({})).map(({ name }) => name));
  const owners = creates.flatMap(({ person, accepted }) => (person === OWNER && accepted ? [accepted] : []));
  const made = desks.flatMap(({ campaigns }) => campaigns.made);
  const halted = replicas.flatMap((replica) => replica.halted);
  const { edited } = house.elsewhere;
  const evidence = {
    journal,
    asked,
    writes,
    edited,
    made,
    seen,
    owners,
    halted,
    inboxes,
    campaignEnds,
    calls,
  };
  run.keep({ ...evidence, there: [...there] });
  const saves = new SavesOracle({ journal, patches, asked: asked.saves, logs: inboxes, halted });
  const { windows: decisionWindows, ...decisions } = judgeDecisions({ journal, asked: asked.saves, inboxes });
  const { windows: replyWindows, ...replies } = judgeReplies({
    writes,
    asked: asked.replies,
    edited,
    inboxes,
  });
  return resultOf({
    options,
    store: store.about,
    minutes: run.minutes,
    verdict: {
      ...saves.judge(),
      ...decisions,
      ...replies,
      ...judgeCampaigns({ made, asked: asked.campaigns, seen, there, creates, owners, ends: campaignEnds }),
    },
    windows: [...saves.windows.values(), ...decisionWindows],
    replyWindows,
    done,
    taken: {
      edits: patches.filter(({ accepted }) => accepted).length,
      replies: writes.filter(({ by }) => by === 'api').length,
      posts: creates.filter(({ accepted }) => accepted).length - owners.length,
    },
    lines: inboxes.flatMap(({ lines }) => lines),
    blows,
    faults: await google.struck(),
  });
}

/** Does everything that is planned, while servers are struck. @returns what was done, and how often */
async function actAll(
  house: House,
  options: Options,
  asked: AllAsked,
  run: Run,
): Promise<{ done: Record<string, number>; blows: Record<string, number> }> {
  const { desks, places, elsewhere, replicas } = house;
  const aims = new Aims(house, asked);
  const done: Record<string, number> = {};
  const rounds = planRounds(options);
  let acts = 0;
  const actOnce = async (act: Act) => {
    await delay(act.afterMs);
    // All servers may be down: that would be no act at all.
    while (!replicas.some(({ isRunning }) => isRunning)) await delay(100);
    // There has to be something to answer.
    if (act.kind === 'answer') await elsewhere.act({ ...act, kind: 'Google edits' }, places[act.place]!, []);
    const texts = desks.flatMap(({ campaigns }) => campaigns.latest.slice(-2).map(({ text }) => text));
    const words = (await aims.act(act)) ??
      (await desks[act.person]!.act(act, places, asked)) ?? [
        await elsewhere.act(act, places[act.place]!, texts),
      ];
    for (const word of words) done[word] = (done[word] ?? 0) + 1;
    acts += 1;
    if (acts % SAID_EVERY === 0) run.say(`${acts} acts`);
  };
  const hand = async () => {
    for (let round = rounds.shift(); round; round = rounds.shift()) await Promise.all(round.map(actOnce));
  };
  const striking = strike(replicas, options, () => acts / options.acts);
  await Promise.all(Array.from({ length: HANDS }, hand));
  return { done, blows: await striking };
}

/** Waits until no save, reply or post is open, and no undo under way. */
async function untilSettled({ desks }: House): Promise<void> {
  await until(async () => {
    for (const { person, campaigns } of desks) {
      for (const state of OPEN_STATES)
        if ((await allOf(reader(person), `/api/changes?state=${state}`)).length > 0) return false;
      const reviews = await inbox(person);
      if (reviews.some(({ ownReply }) => ownReply && !['FAILED', 'CONFLICT'].includes(ownReply.state)))
        return false;
      for (const { id } of campaigns.made) {
        const { state, isPaused, progress } = await campaigns.look(id);
        const { waiting, scheduled, publishing } = progress;
        if (state === 'undoing' || waiting + publishing + (isPaused ? 0 : scheduled) > 0) return false;
      }
    }
    return true;
  }, SETTLED_WITHIN_MS);
}

/** What the product shows a person when all has been read once more. */
async function endOf({ person }: Desk, places: string[]) {
  await person.readAll();
  // Lists do not say all that Google has changed.
  for (const place of places) await person.expect(200, 'GET', `/api/locations/${place}`);
  const lines = await allOf<ChangeDto>(reader(person), '/api/changes');
  return {
    email: person.email,
    lines: lines.filter(({ locationId }) => places.includes(locationId)),
    edits: await allOf<GoogleEditDto>(reader(person), '/api/google-edits'),
    reviews: await inbox(person),
  };
}

function reader(person: Desk['person']) {
  return (path: string) => person.expect(200, 'GET', path, { withinMs: 20_000 });
}

/** Notes all posts that Google has at any time. */
function watchPosts({ google, places }: House): { stop(): Promise<SeenPost[]> } {
  const seen = new Map<string, SeenPost>();
  let isOver = false;
  const look = async () => {
    for (const { name, locationId, summary } of await google.control.world.posts({}))
      if (places.includes(locationId)) seen.set(name, { name, locationId, summary });
  };
  const watching = (async () => {
    // One that fails is made again soon; the last one has to succeed.
    for (; !isOver; await delay(LOOK_EVERY_MS)) await look().catch(() => undefined);
    await look();
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return [...seen.values()];
    },
  };
}
