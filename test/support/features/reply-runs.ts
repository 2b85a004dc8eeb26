import { GoogleReviews } from '../../../dist/server/business-profile/google/google-reviews.js';
import { ReplyLedger } from '../../../dist/server/reviews/sending/reply-ledger.js';
import type { ReviewDetailsDto, ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import type { AskedReply, RepliedReview } from '../../chaos/reviews/reply-oracle.ts';
import type { ReplyRun, ReplyStep } from '../../chaos/reviews/reply-plan.ts';
import type { SignedInClient, TestApp } from '../app.ts';
import { SECOND_MS } from './publishing.ts';
import type { Replying } from './replies.ts';

/** A claim, or a request of which it is unknown whether it still arrives, is over. */
const OVER_MS = 61 * SECOND_MS;
/** How often it is looked at until all is settled. */
const LOOKS = 8;

/** A process that comes to a standstill at a step of a reply, as if it were killed or halted there. */
export interface Struck {
  /** Resolves when it has come to the step. */
  reached: Promise<void>;
  /** Lets a halted one go on, and ends the hold on all later ones. */
  goOn(): void;
}

/** Lets the next step of that name in this process not go on. Nothing else of the process is touched. */
export function strikeReply({ app }: TestApp, step: ReplyStep): Struck {
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>();
  const { promise: over, resolve: goOn } = Promise.withResolvers<void>();
  let isStruck = false;
  const pass = async (name: ReplyStep): Promise<void> => {
    if (name !== step || isStruck) return;
    isStruck = true;
    reach();
    await over;
  };
  const ledger = app.get(ReplyLedger);
  const google = app.get(GoogleReviews);
  const { claim, intend, finish } = ReplyLedger.prototype;
  const { get, putReply, deleteReply } = GoogleReviews.prototype;
  Object.assign(ledger, {
    async claim(...given: Parameters<typeof claim>) {
      const claimed = await claim.apply(ledger, given);
      if (claimed) await pass('after-claim');
      return claimed;
    },
    async intend(...given: Parameters<typeof intend>) {
      await intend.apply(ledger, given);
      await pass('after-intent');
    },
    async finish(...given: Parameters<typeof finish>) {
      await pass('before-record');
      const isRecorded = await finish.apply(ledger, given);
      await pass('after-record');
      return isRecorded;
    },
  });
  Object.assign(google, {
    async get(...given: Parameters<typeof get>) {
      const review = await get.apply(google, given);
      await pass('after-look');
      return review;
    },
    async putReply(...given: Parameters<typeof putReply>) {
      const answer = await putReply.apply(google, given);
      await pass('after-accept');
      return answer;
    },
    async deleteReply(...given: Parameters<typeof deleteReply>) {
      await deleteReply.apply(google, given);
      await pass('after-accept');
    },
  });
  return {
    reached,
    goOn() {
      Object.assign(ledger, { claim, intend, finish });
      Object.assign(google, { get, putReply, deleteReply });
      goOn();
    },
  };
}

/** Does one run with a review that has just been read; `replica` takes over from the app that is struck. */
export async function runReply(
  setting: Replying,
  client: SignedInClient,
  { id, googleName }: ReviewDto,
  { replica, run }: { replica: TestApp; run: ReplyRun },
): Promise<RepliedReview> {
  const { google, served } = setting;
  const asked: AskedReply[] = [];
  const look = () => setting.detailsOf(client, id);
  const first = await look();
  const before = first.replyAtGoogle?.text ?? null;

  async function ask(kind: 'put' | 'delete', seen: ReviewDetailsDto): Promise<void> {
    const saw = seen.replyAtGoogle?.text ?? null;
    const text = kind === 'put' ? `Text ${run.number}.${asked.length}` : null;
    const path = `/api/reviews/${id}/reply`;
    const { status } =
      kind === 'put'
        ? await client.send('put', path, { text, basedOn: seen.basis })
        : await client.send('delete', `${path}?basedOn=${encodeURIComponent(seen.basis)}`);
    if (status !== 200 && status !== 409) throw new Error(`${kind} ${status}`);
    asked.push({ text, saw, answer: status === 200 ? 'taken' : 'refused' });
  }
  const replyElsewhere = (when: ReplyRun['elsewhere']) => {
    if (run.elsewhere === when)
      google.world.replyElsewhere({ review: googleName, comment: `Theirs ${run.number}` });
  };

  const write = run.first === 'put' ? 'reviews.updateReply' : 'reviews.deleteReply';
  if (run.fault) google.faults.next(write, run.fault, {});
  await ask(run.first, first);
  replyElsewhere('before');
  await setting.pass(2 * SECOND_MS);
  const struck = strikeReply(served, run.step);
  const working = setting.sendReplies(served);
  await Promise.race([struck.reached, working]);
  replyElsewhere('after');
  if (run.second) await ask(run.second, run.isStale ? first : await look());
  await setting.passAndSend(OVER_MS, replica);
  for (let looks = 0; looks < LOOKS; looks += 1) await setting.passAndSend(31 * SECOND_MS, replica);
  if (run.blow === 'halt') {
    struck.goOn();
    await working;
  }
  replyElsewhere('late');
  for (let looks = 0; looks < 2; looks += 1) await setting.passAndSend(OVER_MS, replica);
  // What was written elsewhere after all was settled is seen by the next reading.
  await setting.passAndRead(client, 25 * 60 * 60 * SECOND_MS);
  await setting.sendReplies(replica);
  google.faults.clear();
  // A killed one never goes on, and its calls are let go here only so that nothing stays open.
  const shown = await look();
  const writes = google.journal.replies({ review: googleName.split('/').at(-1)! });
  const atGoogle = setting.atGoogle(shown)?.comment ?? null;
  if (run.blow === 'kill') reset(served);
  return { review: `${run.number} (${describe(run)})`, asked, before, writes, atGoogle, shown };
}

/** The next run finds a process that nothing holds any more; what was held of a killed one stays held. */
function reset({ app }: TestApp): void {
  const { claim, intend, finish } = ReplyLedger.prototype;
  const { get, putReply, deleteReply } = GoogleReviews.prototype;
  Object.assign(app.get(ReplyLedger), { claim, intend, finish });
  Object.assign(app.get(GoogleReviews), { get, putReply, deleteReply });
}

function describe({ first, fault, step, blow, second, isStale, elsewhere }: ReplyRun): string {
  return [
    first,
    fault ?? 'no fault',
    blow,
    step,
    `then ${second ?? 'nothing'}`,
    isStale && 'stale',
    elsewhere,
  ]
    .filter(Boolean)
    .join(', ');
}
