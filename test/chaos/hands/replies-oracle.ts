import type { ReplyWrite } from 'gbp-simulator';
import type { ReviewDto } from '../../../dist/server/reviews/review.dto.js';
import type { AskedReply } from './reply-tab.ts';

/** Between the last look at a review and the request somebody else may write, which nobody can see at Google. */
const RACE_MS = 2_500;

/** Everything that is known of replies when all is over. */
export interface RepliesEvidence {
  /** All writes of replies that Google carried out since the first act. */
  writes: ReplyWrite[];
  asked: AskedReply[];
  /** When reviews were edited by those who wrote them, in ms since 1970. */
  edited: { review: string; at: number }[];
  /** The e-mail address at Google of each person, and what their inbox shows at the end. */
  inboxes: { email: string; reviews: ReviewDto[] }[];
}

/** Each is a list of sentences; empty is right. */
export interface RepliesVerdict {
  /** A text took the place of one that its tab had not seen, and nobody was told. */
  unseen: string[];
  /** A reply went out for a review that was edited after its author had seen it. */
  edited: string[];
  /** A text was sent once more after somebody had removed or replaced it at Google. */
  resent: string[];
  /** A text began to be sent after its withdrawal, or that of a newer one, had been acknowledged. */
  withdrawn: string[];
  /** Something is still on its way. */
  unsettled: string[];
}

/** Compares what came to Google with what tabs had seen, and with what they were answered. */
export function judgeReplies({
  writes,
  asked,
  edited,
  inboxes,
}: RepliesEvidence): RepliesVerdict & { windows: number } {
  const verdict: RepliesVerdict = { unseen: [], edited: [], resent: [], withdrawn: [], unsettled: [] };
  let windows = 0;
  for (const of of Map.groupBy(writes, ({ review }) => review).values()) {
    for (const [index, write] of of.entries()) {
      const author = authorOf(write, asked);
      if (write.by !== 'api' || !author) continue;
      const { text } = author;
      const at = Date.parse(write.at);
      const words = `${write.review}: “${text}” of ${author.person} at ${write.at}`;
      const before = of.slice(0, index);
      const last = before.at(-1);
      const replaced = last?.comment ?? null;
      const known = [text, author.saw, author.sawOwn];
      // What the person has done to it since then is known here.
      const own = asked.filter((other) => other.person === author.person && other.to <= author.from);
      const isSeen =
        known.includes(replaced) ||
        own.some((other) => other.text === replaced && other.lookedAt >= author.lookedAt);
      if (last && replaced !== null && !isSeen) {
        if (at - Date.parse(last.at) <= RACE_MS) windows += 1;
        else verdict.unseen.push(`${words} in place of “${replaced}”`);
      }
      const earlier = before.findLast((other) => other.comment === text && other.by === 'api');
      if (earlier) verdict.resent.push(`${words}, also at ${earlier.at}`);
      const change = edited.find(
        (each) => each.review === write.review && each.at > author.lookedAt && each.at < at - RACE_MS,
      );
      if (change) verdict.edited.push(`${words}, edited at ${new Date(change.at).toISOString()}`);
      const newer = asked.find(
        (other) =>
          other.person === author.person &&
          other.review === write.review &&
          other.status === 200 &&
          other.text !== text &&
          other.from > author.to &&
          other.to < at &&
          !other.isBeingSent &&
          author.status === 200,
      );
      if (newer)
        verdict.withdrawn.push(
          `${words} after “${newer.text}” was acknowledged at ${new Date(newer.to).toISOString()}`,
        );
    }
  }
  // Of two answers of 200 the later one had seen the earlier one.
  const taken = asked.filter(({ status, text }) => status === 200 && text !== null);
  for (const later of taken)
    for (const first of taken)
      if (
        first.person === later.person &&
        first.review === later.review &&
        first.text !== later.text &&
        first.to <= later.from &&
        first.from > later.lookedAt &&
        first.text !== later.sawOwn &&
        first.text !== later.saw
      )
        verdict.unseen.push(
          `${first.review}: “${first.text}” was replaced by “${later.text}”, which had not seen it`,
        );
  for (const { email, reviews } of inboxes)
    for (const { id, ownReply } of reviews)
      if (ownReply && !['FAILED', 'CONFLICT'].includes(ownReply.state))
        verdict.unsettled.push(`${email}: ${id} “${ownReply.text}” is ${ownReply.state}`);
  return { ...verdict, windows };
}

function authorOf({ comment, review, by }: ReplyWrite, asked: AskedReply[]): AskedReply | undefined {
  if (by !== 'api' || comment === undefined) return undefined;
  const all = asked.filter((each) => each.review === review && each.text === comment);
  return all.find(({ status }) => status === 200) ?? all[0];
}
