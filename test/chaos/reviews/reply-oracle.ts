import type { ReplyWrite } from 'gbp-simulator';
import type { ReviewDetailsDto } from '../../../dist/server/reviews/review.dto.js';

/** Within this time of a look somebody else's write may come between it and ours, which nobody can prevent at Google. */
const RACE_MS = 1_000;

/** Something that the person asked for. Each text is like no other. */
export interface AskedReply {
  /** Null: the removal of the reply. */
  text: string | null;
  /** The reply that they saw at that time; null: none. */
  saw: string | null;
  /** `unknown`: there was no answer. */
  answer: 'taken' | 'refused' | 'unknown';
}

/** What is known of a review when all is over. */
export interface RepliedReview {
  review: string;
  /** In the order in which it was asked for; `retried` is asked for once more. */
  asked: AskedReply[];
  /** The reply that Google had before; null: none. */
  before: string | null;
  /** All writes of its reply, in the order in which Google carried them out. */
  writes: ReplyWrite[];
  /** The reply that Google has now. */
  atGoogle: string | null;
  shown: Pick<ReviewDetailsDto, 'replyAtGoogle' | 'ownReply'>;
}

/** Each is a list of sentences; empty is right. */
export interface ReplyVerdict {
  /** The last thing that was asked for has not come about, and the product does not say so. */
  lost: string[];
  /** The product shows another reply than Google has, or a conflict with nobody. */
  untrue: string[];
  /** Something is still open. */
  open: string[];
  /** A reply that somebody else wrote is gone, though the person had not seen it. */
  overwritten: string[];
  /** A text was sent that Google had already. */
  repeated: string[];
  /** An older text came after a newer one. */
  backwards: string[];
  /** Something was sent that nobody asked for. */
  unwanted: string[];
}

/** Compares what came to Google, and what the product says in the end, with what was asked for. */
export function judgeReplies(all: readonly RepliedReview[]): ReplyVerdict {
  const verdict: ReplyVerdict = {
    lost: [],
    untrue: [],
    open: [],
    overwritten: [],
    repeated: [],
    backwards: [],
    unwanted: [],
  };
  for (const replied of all) {
    judgeWrites(verdict, replied);
    judgeEnd(verdict, replied);
  }
  return verdict;
}

function judgeWrites(verdict: ReplyVerdict, { review, asked, before, writes }: RepliedReview): void {
  let present = { text: before, by: 'elsewhere' as ReplyWrite['by'], at: -Infinity };
  let last = -1;
  for (const { by, write, comment = null, isDone, at } of writes) {
    if (!isDone) continue;
    const now = { text: write === 'delete' ? null : comment, by, at: Date.parse(at) };
    if (by === 'api') {
      const wanted = asked.filter(({ text, answer }) => text === now.text && answer !== 'refused');
      const words = `${review} ${now.text ?? 'no reply'} in place of ${present.text ?? 'none'}`;
      if (wanted.length === 0) verdict.unwanted.push(words);
      if (now.text === present.text && now.text !== null) verdict.repeated.push(words);
      const isNothing = present.text === null && present.at === -Infinity;
      const isTheirs = present.by === 'elsewhere' && !isNothing && now.at - present.at > RACE_MS;
      if (isTheirs && now.text !== present.text && !wanted.some(({ saw }) => saw === present.text))
        verdict.overwritten.push(words);
      const place = asked.findLastIndex(({ text, answer }) => text === now.text && answer !== 'refused');
      if (place >= 0 && place < last) verdict.backwards.push(words);
      last = Math.max(last, place);
    }
    present = now;
  }
}

function judgeEnd(verdict: ReplyVerdict, { review, asked, writes, atGoogle, shown }: RepliedReview): void {
  const { replyAtGoogle, ownReply } = shown;
  const shownText = replyAtGoogle?.text ?? null;
  if (shownText !== atGoogle)
    verdict.untrue.push(`${review}: ${shownText ?? 'no reply'} is shown, Google has ${atGoogle ?? 'none'}`);
  if (ownReply?.state === 'CONFLICT' && !writes.some(({ by }) => by === 'elsewhere'))
    verdict.untrue.push(`${review}: a conflict is shown, and nobody has replied elsewhere`);
  if (ownReply && ownReply.state !== 'FAILED' && ownReply.state !== 'CONFLICT')
    verdict.open.push(`${review}: ${ownReply.state} ${ownReply.text ?? 'removal'}`);
  // Of a request without an answer it is not known whether it counts: then what came before may hold.
  const acknowledged = asked.findLastIndex(({ answer }) => answer === 'taken');
  const counting = asked.slice(Math.max(0, acknowledged)).filter(({ answer }) => answer !== 'refused');
  if (acknowledged < 0 && atGoogle === null) return;
  const done = writes.filter(({ isDone }) => isDone);
  const isReplacedElsewhere = ({ text, saw }: AskedReply) => {
    // A removal is of the reply that the person saw; a later one, or one that they have not seen, stays.
    if (text === null) return done.at(-1)?.by === 'elsewhere' && saw !== atGoogle;
    const own = done.findLastIndex(({ by, comment }) => by === 'api' && comment === text);
    return own >= 0 && done.slice(own + 1).some(({ by }) => by === 'elsewhere');
  };
  const hasComeAbout = counting.some(
    (reply) =>
      atGoogle === reply.text ||
      (ownReply !== null && ownReply.text === reply.text) ||
      isReplacedElsewhere(reply),
  );
  const words = counting.map(({ text, answer }) => `${text ?? 'removal'} (${answer})`).join(', ');
  if (!hasComeAbout && counting.length > 0)
    verdict.lost.push(`${review}: asked for ${words}, Google has ${atGoogle ?? 'none'}`);
}
