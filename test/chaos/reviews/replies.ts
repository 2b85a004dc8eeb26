import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FaultKind, FaultOptions, Operation } from 'gbp-simulator';
import type { ReviewDetailsDto, ReviewDto, ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import type { Ends } from '../../support/ends.ts';
import { PEOPLE } from '../../support/google-simulator.ts';
import { command, say } from '../command.ts';
import type { Google } from '../google.ts';
import { Person } from '../person.ts';
import type { Replica } from '../replica.ts';
import { inWords, tally } from '../report.ts';
import { startServers } from '../setting.ts';
import { readReplyOptions, type ReplyOptions } from './reply-options.ts';
import { type AskedReply, faultsOf, judgeReplies, type RepliedReview } from './reply-oracle.ts';
import { planReplies, type ReplyRun } from './reply-plan.ts';

/** After this the whole run is given up. */
const PATIENCE_MS = 60 * 60_000;
/** So many runs go on at the same time, while one server after the other is struck. */
const AT_ONCE = 20;
/** How long a run is waited for until its reply is settled. */
const SETTLED_WITHIN_MS = 90_000;
/** How long a server is halted: longer than its claim holds. */
const HALT_MS = 9_000;
const STEP_WITHIN_MS = 2_500;
const AGAIN_MS = 250;
/** A reply is reviewed for so long, so that follow-ups see what is written elsewhere meanwhile. */
const REVIEW_MS = 15_000;
/** Google's reviews are read whole once more in the end; the sweeps are quick. */
const READ_AGAIN = 'update review_readings set whole_due_at = shingle_now()';

/** What goes wrong at Google, besides what the plan of a run says. */
const FAULTS: [Operation, FaultKind, share: number, options?: FaultOptions][] = [
  ['reviews.updateReply', 'slow', 0.06, { ms: 2_500 }],
  ['reviews.updateReply', 'silent', 0.02],
  ['reviews.updateReply', 'rate-limited', 0.03, { retryAfter: 2 }],
  ['reviews.updateReply', 'unauthenticated', 0.03],
  ['reviews.deleteReply', 'error-after', 0.1],
  ['reviews.deleteReply', 'reset-before', 0.05],
  ['reviews.get', 'error-before', 0.05],
];

/** Runs as the options say, prints what has come of it and sets the exit code. */
export async function repliesChaos(args: string[]): Promise<void> {
  await command(async (folder, ends) => {
    const options = readReplyOptions(args);
    return { ...options, ...(await run(options, folder, ends)) };
  });
}

async function run(
  options: ReplyOptions,
  folder: string,
  ends: Ends,
): Promise<{ report: string; faults: string[] }> {
  const { store: kind, runs, seed } = options;
  const hooks = [
    'hooks/clock.ts',
    'hooks/no-quota.ts',
    'reviews/hooks/quick.ts',
    'reviews/hooks/reply-steps.ts',
  ];
  // After the steps: what a control changes is struck as well.
  if (options.control) hooks.splice(3, 0, `reviews/controls/${options.control}.ts`);
  const skews = kind === 'postgres' ? [0, 3] : [0];
  const { google, store, replicas, env } = await startServers({ store: kind, skews, hooks }, folder, ends);
  const { control } = google;
  await control.configure({
    requestsPerMinute: 1_000_000,
    editsPerMinute: 1_000_000,
    replyReviewMs: REVIEW_MS,
  });
  const plans = planReplies(seed, runs);
  const names = await prepare(google, plans);
  const origins = () => replicas.filter(({ isRunning }) => isRunning).map(({ origin }) => origin);
  const person = new Person(PEOPLE.idris, origins, AbortSignal.timeout(PATIENCE_MS));
  await person.signUp();
  await person.connect();
  const shown = await untilRead(person, names);
  const begin = Date.now();
  say(`${runs} reviews are read; everything is up.`);
  for (const [index, [operation, fault, share, more]] of FAULTS.entries())
    await control.faults.rate(operation, fault, share, seed + index, more);

  const struck: string[] = [];
  const asked = new Map<number, AskedReply[]>();
  for (let first = 0; first < runs; first += AT_ONCE) {
    let isOver = false;
    const wave = plans.slice(first, first + AT_ONCE).map(async (plan) => {
      asked.set(plan.number, await act(google, person, shown.get(names[plan.number]!)!, plan));
    });
    const blows = strike(replicas, plans.slice(first, first + AT_ONCE), () => isOver, struck);
    await Promise.all(wave);
    isOver = true;
    await blows;
    say(`${((Date.now() - begin) / 1000).toFixed(0)} s: ${Math.min(first + AT_ONCE, runs)} runs`);
  }
  await control.faults.clear();
  if (kind === 'postgres') await readAgain(env.DATABASE_URL!, person, control);
  const troubles: (string | undefined)[] = [];
  const all: RepliedReview[] = [];
  for (const plan of plans) {
    const name = names[plan.number]!;
    const { id } = shown.get(name)!;
    const resource = (await control.world.reviews({ email: PEOPLE.idris }))
      .flatMap(({ reviews }) => reviews)
      .find((review) => review.id === name);
    all.push({
      review: `${plan.number} ${JSON.stringify(plan)}`,
      asked: asked.get(plan.number) ?? [],
      before: plan.hasReply ? textBefore(plan) : null,
      writes: (await control.journal.replies({ review: name })).slice(plan.hasReply ? 1 : 0),
      atGoogle: resource?.resource.reviewReply?.comment ?? null,
      shown: (await person.expect(200, 'GET', `/api/reviews/${id}`)) as ReviewDetailsDto,
    });
  }
  const faultsAtGoogle = await google.struck();
  for (const replica of replicas) troubles.push(await replica.stop(), ...replica.crashes);
  const verdict = judgeReplies(all);
  writeFileSync(join(folder, 'run.json'), JSON.stringify({ all, verdict }, null, 2));
  const found = Object.fromEntries(
    Object.entries(verdict).map(([name, list]) => [name, (list as string[]).length]),
  );
  const lines = [
    [
      'run',
      `${runs} reviews, ${store.about}, seed ${seed}, ${((Date.now() - begin) / 60_000).toFixed(1)} min`,
    ],
    ['blows', inWords(tally(struck))],
    [
      'asked',
      inWords(
        tally(
          [...asked.values()]
            .flat()
            .map(({ text, answer }) => `${text === null ? 'delete' : 'put'} ${answer}`),
        ),
      ),
    ],
    ['faults', inWords(faultsAtGoogle)],
    [
      'ends',
      inWords(
        tally(
          all.map(
            ({ shown: { ownReply, replyAtGoogle } }) => ownReply?.state ?? replyAtGoogle?.state ?? 'no reply',
          ),
        ),
      ),
    ],
    ['verdict', inWords(found)],
  ];
  return {
    report: lines.map(([name = '', text]) => `${name.padEnd(8)} ${text}`).join('\n'),
    faults: [...faultsOf(verdict), ...troubles.filter((trouble) => trouble !== undefined)],
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
    const shown = new Map<string, ReviewDto>();
    let cursor: string | null = '';
    do {
      const path: string = `/api/reviews?limit=100${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
      const page = (await person.expect(200, 'GET', path)) as ReviewListDto;
      for (const review of page.items) shown.set(review.googleName.split('/').at(-1)!, review);
      cursor = page.nextCursor;
    } while (cursor !== null);
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
    const { status } =
      kind === 'put'
        ? await person.try('PUT', path, { body: { text, basedOn: seen.basis } })
        : await person.try('DELETE', `${path}?basedOn=${encodeURIComponent(seen.basis)}`);
    if (status === 200) reply.answer = 'taken';
    else if (status < 500 && status !== 429) reply.answer = 'refused';
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
  await untilSettled(look);
  await replyElsewhere('late');
  return asked;
}

async function untilSettled(look: () => Promise<ReviewDetailsDto>): Promise<void> {
  for (let end = Date.now() + SETTLED_WITHIN_MS; Date.now() < end; await delay(2 * AGAIN_MS)) {
    const { ownReply } = await look();
    if (!ownReply || ownReply.state === 'FAILED' || ownReply.state === 'CONFLICT') return;
  }
}

/** Strikes one server after the other at the steps that the plans say, until all is settled. */
async function strike(
  replicas: Replica[],
  plans: ReplyRun[],
  isOver: () => boolean,
  struck: string[],
): Promise<void> {
  for (const [index, { step, blow }] of plans.entries()) {
    if (isOver()) return;
    const replica = replicas[index % replicas.length]!;
    // Alone it would be waited for in vain.
    if (blow === 'halt' && replicas.length > 1) {
      const goOn = await replica.freezeAt(step);
      if (!goOn) continue;
      struck.push(`halt ${step}`);
      await delay(HALT_MS);
      goOn();
    } else if (await replica.killAt(step, STEP_WITHIN_MS)) struck.push(`kill ${step}`);
  }
}

/** Lets all reviews be read whole, so that what was written elsewhere in the end is known. */
async function readAgain(databaseUrl: string, person: Person, { calls }: Google['control']): Promise<void> {
  const { openPostgres } = await import('../../../dist/server/database/postgres.js');
  const database = await openPostgres(databaseUrl);
  await calls.clear();
  await database.executeSql(READ_AGAIN);
  for (let end = Date.now() + SETTLED_WITHIN_MS; Date.now() < end; await delay(AGAIN_MS)) {
    const { rows } = await database.executeSql(
      'select count(*)::int as due from review_readings where whole_due_at <= shingle_now() and is_listed and has_voice',
    );
    if ((rows[0] as { due: number }).due === 0) break;
  }
  await database.close();
  await person.expect(200, 'GET', '/api/reviews?limit=1');
}
