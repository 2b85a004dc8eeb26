import { setTimeout as delay } from 'node:timers/promises';
import type { ReviewDetailsDto, ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { command, type Result, type Run } from '../command.ts';
import type { FaultRate, Google } from '../google.ts';
import type { Person } from '../person.ts';
import { stopAll, type Replica } from '../replica.ts';
import { inWords, tally } from '../report.ts';
import { startServers } from '../setting.ts';
import { until } from '../until.ts';
import { inbox, untilReadAgain } from './inbox.ts';
import { readReplyOptions, type ReplyOptions } from './reply-options.ts';
import { type AskedReply, judgeReplies, type RepliedReview } from './reply-oracle.ts';
import { planReplies, type ReplyRun } from './reply-plan.ts';
import { idAtGoogle } from './storm-oracle.ts';

const SAID_EVERY = 20;
/** How long a run is waited for until its reply is settled. */
const SETTLED_WITHIN_MS = 90_000;
/** How long a server is halted: longer than its claim holds, so that another one takes over. */
const HALT_MS = 12_000;
/** How long a step is waited for, three times. */
const STEP_WITHIN_MS = 1_500;
const AGAIN_MS = 250;
/** A reply is reviewed for so long, so that follow-ups see what is written elsewhere meanwhile. */
const REVIEW_MS = 15_000;
/** How far the clock of the second server is ahead: longer than a claim holds, and a request may take to arrive. */
const AHEAD_MS = 20_000;

/** What goes wrong at Google, besides what the plan of a run says. */
const FAULTS: FaultRate[] = [
  ['reviews.updateReply', 'slow', 0.06, { ms: 2_500 }],
  ['reviews.updateReply', 'silent', 0.02],
  ['reviews.updateReply', 'rate-limited', 0.03, { retryAfter: 2 }],
  ['reviews.updateReply', 'unauthenticated', 0.03],
  ['reviews.deleteReply', 'error-after', 0.1],
  ['reviews.deleteReply', 'reset-before', 0.05],
  ['reviews.get', 'error-before', 0.05],
];

/** Replies whose servers are struck at each step. */
export async function chaos(args: string[]): Promise<void> {
  await command(args, readReplyOptions, perform);
}

async function perform(options: ReplyOptions, run: Run): Promise<Result> {
  const { store: kind, runs, seed } = options;
  const hooks = [
    ...['hooks/clock.ts', 'hooks/no-quota.ts', 'hooks/quick-ticks.ts'],
    ...['reviews/hooks/quick.ts', 'reviews/hooks/quick-readings.ts'],
    // Before the steps: what a control changes is struck as well.
    ...(options.control ? [`reviews/controls/${options.control}.ts`] : []),
    'reviews/hooks/reply-steps.ts',
  ];
  const skews = kind === 'postgres' ? [0, AHEAD_MS / 60_000] : [0];
  const servers = await startServers({ store: kind, skews, hooks }, run);
  const { google, store, replicas } = servers;
  const { control } = google;
  await google.liftQuotas();
  await control.configure({ replyReviewMs: REVIEW_MS });
  const plans = planReplies(seed, runs);
  const names = await prepare(google, plans);
  const person = await servers.join(PEOPLE.idris);
  const shown = await untilRead(person, names);
  run.begin(`${runs} reviews are read`);
  await google.beginFaults(FAULTS, seed);

  const struck: string[] = [];
  const asked = new Map<number, AskedReply[]>();
  const waiting = [...plans];
  const acting: Promise<void>[] = [];
  const strikeInTurn = async (replica: Replica) => {
    for (let plan = waiting.shift(); plan; plan = waiting.shift()) {
      const { number } = plan;
      await replica.ready();
      const blow = strike(replica, plan, { isStop: options.blow === 'stop', hasOthers: replicas.length > 1 });
      const acts = act(google, person, shown.get(names[number]!)!, plan);
      acting.push(
        acts.then(
          (done) => void asked.set(number, done),
          ({ message }: Error) => run.note(`${number}: ${message}`),
        ),
      );
      struck.push(...(await blow));
      if (number % SAID_EVERY === 0) run.say(`run ${number}`);
    }
  };
  await Promise.all(replicas.map(strikeInTurn));
  await Promise.all(acting);
  await google.endFaults();
  await untilReadAgain(person, Date.now() + AHEAD_MS);
  const all: RepliedReview[] = [];
  const atGoogle = new Map(
    (await control.world.reviews({ email: PEOPLE.idris })).flatMap(({ reviews }) =>
      reviews.map(({ id, resource }) => [id, resource.reviewReply?.comment ?? null]),
    ),
  );
  for (const plan of plans) {
    const name = names[plan.number]!;
    const { id } = shown.get(name)!;
    all.push({
      review: `${plan.number} ${JSON.stringify(plan)}`,
      asked: asked.get(plan.number) ?? [],
      before: plan.hasReply ? textBefore(plan) : null,
      writes: (await control.journal.replies({ review: name })).slice(plan.hasReply ? 1 : 0),
      atGoogle: atGoogle.get(name) ?? null,
      shown: (await person.expect(200, 'GET', `/api/reviews/${id}`)) as ReviewDetailsDto,
    });
  }
  const faults = await google.struck();
  run.note(...(await stopAll(replicas)));
  const verdict = judgeReplies(all);
  run.keep({ all, verdict, struck, halted: replicas.map(({ halted }) => halted) });
  const requests = [...asked.values()]
    .flat()
    .map(({ text, answer }) => `${text === null ? 'delete' : 'put'} ${answer}`);
  const states = all.map(
    ({ shown: { ownReply, replyAtGoogle } }) => ownReply?.state ?? replyAtGoogle?.state ?? 'no reply',
  );
  return {
    verdict,
    lines: [
      ['run', `${runs} reviews, ${store.about}, seed ${seed}, ${run.minutes}`],
      ['blows', inWords(tally(struck))],
      ['asked', inWords(tally(requests))],
      ['faults', inWords(faults)],
      ['ends', inWords(tally(states))],
    ],
  };
}

const textBefore = ({ number }: ReplyRun): string => `Before ${number}`;

/** Writes the reviews of all runs. @returns their ids at Google */
async function prepare({ control }: Google, plans: ReplyRun[]): Promise<string[]> {
  const places = (await control.world.locations({ email: PEOPLE.idris })).filter(
    ({ verification }) => verification === 'VERIFIED',
  );
  const names: string[] = [];
  for (const plan of plans) {
    const location = places[plan.number % places.length]!.id;
    const { id, name } = await control.world.addReview({
      location,
      stars: 3,
      comment: `Bread ${plan.number}`,
    });
    if (plan.hasReply) await control.world.replyElsewhere({ review: name, comment: textBefore(plan) });
    names.push(id);
  }
  return names;
}

/** Waits until the product shows the reviews. @returns them by their ids at Google */
async function untilRead(person: Person, names: string[]): Promise<Map<string, ReviewDto>> {
  for (;;) {
    const shown = new Map((await inbox(person)).map((review) => [idAtGoogle(review), review]));
    if (names.every((name) => shown.has(name))) return shown;
    await delay(AGAIN_MS);
  }
}

/** Does what the plan says, and waits until the reply is settled. @returns what was asked for */
async function act(
  { control }: Google,
  person: Person,
  { id, googleName, locationId }: ReviewDto,
  run: ReplyRun,
): Promise<AskedReply[]> {
  const asked: AskedReply[] = [];
  const look = async () => (await person.expect(200, 'GET', `/api/reviews/${id}`)) as ReviewDetailsDto;
  const ask = async (kind: 'put' | 'delete', seen: ReviewDetailsDto) => {
    const text = kind === 'put' ? `Text ${run.number}.${asked.length}` : null;
    const path = `/api/reviews/${id}/reply`;
    const reply: AskedReply = { text, saw: seen.replyAtGoogle?.text ?? null, answer: 'unknown' };
    asked.push(reply);
    for (let isFirst = true; ; isFirst = false) {
      const { status } =
        kind === 'put'
          ? await person.try('PUT', path, { body: { text, basedOn: seen.basis } })
          : await person.try('DELETE', `${path}?basedOn=${encodeURIComponent(seen.basis)}`);
      if (status >= 500) continue;
      if (status === 200) reply.answer = 'taken';
      // What is refused now may have been taken by a request that got no answer.
      else if (isFirst) reply.answer = 'refused';
      return;
    }
  };
  const replyElsewhere = async (when: ReplyRun['elsewhere']) => {
    if (run.elsewhere !== when) return;
    await control.world.replyElsewhere({ review: googleName, comment: `Theirs ${run.number}` });
  };
  if (run.fault)
    await control.faults.next(
      run.first === 'put' ? 'reviews.updateReply' : 'reviews.deleteReply',
      run.fault,
      { match: { location: locationId } },
    );
  const first = await look();
  await ask(run.first, first);
  await replyElsewhere('before');
  await delay((run.number % 7) * 400);
  await replyElsewhere('after');
  if (run.second) await ask(run.second, run.isStale ? first : await look());
  const isSettled = async () => {
    const { ownReply } = await look();
    return !ownReply || ownReply.state === 'FAILED' || ownReply.state === 'CONFLICT';
  };
  await until(isSettled, SETTLED_WITHIN_MS, 2 * AGAIN_MS);
  await replyElsewhere('late');
  return asked;
}

/** Strikes a server at the step that a plan says, when it comes to it. @returns the blow; none when it does not come */
async function strike(
  replica: Replica,
  { step, blow }: ReplyRun,
  { isStop, hasOthers }: { isStop: boolean; hasOthers: boolean },
): Promise<string[]> {
  if (isStop) return (await replica.endPolitelyAt(step, STEP_WITHIN_MS)) ? [`stop ${step}`] : [];
  // Nobody would take over from the only one.
  if (blow === 'kill' || !hasOthers)
    return (await replica.killAt(step, STEP_WITHIN_MS)) ? [`kill ${step}`] : [];
  const goOn = await replica.freezeAt(step, STEP_WITHIN_MS);
  if (!goOn) return [];
  await delay(HALT_MS);
  goOn();
  return [`halt ${step}`];
}
