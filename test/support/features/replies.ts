import { sql } from 'drizzle-orm';
import { reviewReplies } from '../../../dist/server/database/reviews.schema.js';
import { ReplyDispatcher } from '../../../dist/server/reviews/sending/reply-dispatcher.js';
import { ReplyLedger } from '../../../dist/server/reviews/sending/reply-ledger.js';
import { ReplySender } from '../../../dist/server/reviews/sending/reply-sender.js';
import type { ReviewDetailsDto, ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import type { SignedInClient, TestApp } from '../app.ts';
import { holdBack } from '../due-work.ts';
import { PEOPLE } from '../google/google-simulator.ts';
import { MINUTE_MS } from './publishing.ts';
import { type Reviewing, startReviewing } from './reviews.ts';
import { forgetEveryone } from '../users.ts';

/** A test's app in which replies are sent only when the test says so. */
export interface Replying extends Reviewing {
  /** Takes all steps with replies that are due now. */
  sendReplies(by?: TestApp): Promise<void>;
  /** Lets time pass, then takes the steps that are due. */
  passAndSend(ms: number, by?: TestApp): Promise<void>;
  /** A new review at Google, as it is shown once it has been read. */
  reviewed(client: SignedInClient, location: string, stars?: 1 | 2 | 3 | 4 | 5): Promise<ReviewDto>;
  /** Replies to a review as it is shown now. */
  reply(client: SignedInClient, review: ReviewDto, text: string): Promise<ReviewDetailsDto>;
  /** The reply that Google has. */
  atGoogle(review: ReviewDto): { comment: string; reviewReplyState?: string } | undefined;
  /** The writes of replies that came to Google. */
  writes(review: ReviewDto): string[];
}

/** A new review, and what its owner does to the reply. */
export interface OneReview {
  idris: SignedInClient;
  review: ReviewDto;
  look(): Promise<ReviewDetailsDto>;
  put(text: string, basedOn: string): Request;
  remove(basedOn: string): Request;
  again(act: 'retry' | 'discard', basedOn: string): Request;
  /** Has Google fail when a reply comes to it. */
  strike(kind: Parameters<Replying['google']['faults']['next']>[1], times?: number): void;
}
type Request = ReturnType<SignedInClient['send']>;

/** Begins with one person, who has a new review at the first location; replies are in review at Google for ten minutes. */
export async function withOneReview(setting: Replying, stars: 2 | 5): Promise<OneReview> {
  const { google, served } = setting;
  await forgetEveryone(served.database);
  google.reset();
  google.configure({ editsPerMinute: 10_000, requestsPerMinute: 10_000, replyReviewMs: 10 * MINUTE_MS });
  const idris = await setting.connected(PEOPLE.idris);
  await setting.read(idris);
  const { items } = await setting.listOf(idris);
  const review = await setting.reviewed(idris, items[0]!.locationId, stars);
  const path = `/api/reviews/${review.id}/reply`;
  const seen = (basedOn: string) => `basedOn=${encodeURIComponent(basedOn)}`;
  return {
    idris,
    review,
    look: () => setting.detailsOf(idris, review.id),
    put: (text, basedOn) => idris.send('put', path, { text, basedOn }),
    remove: (basedOn) => idris.send('delete', `${path}?${seen(basedOn)}`),
    again: (act, basedOn) => idris.send('post', `${path}/${act}?${seen(basedOn)}`),
    strike: (kind, times = 1) => google.faults.next('reviews.updateReply', kind, { times }),
  };
}

/** Prepares an app that sends no replies on its own. */
function withoutSendingReplies(app: TestApp['app']): void {
  holdBack(app.get(ReplyDispatcher));
}

export async function startReplying(env: Record<string, string> = {}): Promise<Replying> {
  const setting = await startReviewing(env, withoutSendingReplies);
  const { google, served } = setting;

  async function sendReplies(by = served): Promise<void> {
    for (let round = 0; round < 50; round += 1) {
      const due = await by.database.orm
        .select({ id: reviewReplies.id })
        .from(reviewReplies)
        .where(sql`${reviewReplies.nextStepAt} <= shingle_now()`);
      if (due.length === 0) return;
      await Promise.all(due.map(({ id }) => by.app.get(ReplySender).step(id)));
    }
    throw new Error('There is always something due.');
  }

  return {
    ...setting,
    sendReplies,
    async passAndSend(ms, by) {
      await setting.pass(ms);
      await sendReplies(by);
    },
    async reviewed(client, location, stars = 2) {
      const { name } = google.world.addReview({ location, stars, comment: 'Cold bread.', reviewer: 'Una' });
      await setting.passAndRead(client, 25 * 60 * 60_000);
      return (await setting.shown(client, name))!;
    },
    async reply(client, { id }, text) {
      const { basis } = await setting.detailsOf(client, id);
      const { body } = await client
        .send('put', `/api/reviews/${id}/reply`, { text, basedOn: basis })
        .expect(200);
      return body as ReviewDetailsDto;
    },
    atGoogle({ googleName, locationId }) {
      const id = googleName.split('/').at(-1);
      const [all] = google.world.reviews({ location: locationId });
      return all?.reviews.find((review) => review.id === id)?.resource.reviewReply;
    },
    writes({ googleName }) {
      return google.journal
        .replies({ review: googleName.split('/').at(-1)! })
        .map(
          ({ write, comment, isDone, by }) => `${by} ${write} ${comment ?? ''}${isDone ? '' : ' (not done)'}`,
        );
    },
  };
}

/**
 * Something happens before this process next writes down its intent to send, or what its step has come to, or after so many
 * more of these. What it throws is a fault of that step.
 */
export function beforeReply(
  { app }: TestApp,
  act: 'intend' | 'finish',
  happens: () => Promise<void>,
  after = 0,
): void {
  const ledger = app.get(ReplyLedger);
  const { [act]: original } = ReplyLedger.prototype;
  let left = after;
  const later = async (...given: unknown[]): Promise<unknown> => {
    if (left > 0) {
      left -= 1;
      return Reflect.apply(original, ledger, given) as unknown;
    }
    Object.assign(ledger, { [act]: original });
    await happens();
    return Reflect.apply(original, ledger, given) as unknown;
  };
  Object.assign(ledger, { [act]: later });
}
