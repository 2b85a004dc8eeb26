import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../../dist/server/database/database.js';
import type { reviewReplies } from '../../../dist/server/database/reviews.schema.js';
import type { ReplyClaim, ReplyLedger } from '../../../dist/server/reviews/sending/reply-ledger.js';
import type { ReplySender } from '../../../dist/server/reviews/sending/reply-sender.js';

/** What is taken out of the product on purpose: each has to make the judgement red. */
export const REPLY_CONTROLS = ['no-look', 'no-intent', 'no-fence'] as const;
export type ReplyControl = (typeof REPLY_CONTROLS)[number];

/** The parts of the product that controls change. */
export interface ReplyParts {
  ReplyLedger: { prototype: ReplyLedger };
  ReplySender: { prototype: ReplySender };
  reviewReplies: typeof reviewReplies;
}

/** Changes the product. @returns what undoes it */
export function control(name: ReplyControl, parts: ReplyParts): () => void {
  const { ReplyLedger: ledger, ReplySender: sender } = parts;
  const { intend, finish } = ledger.prototype;
  const { look } = sender.prototype as unknown as { look: (claim: ReplyClaim) => Promise<unknown> };
  const changes: Record<ReplyControl, () => void> = {
    'no-look': noLook,
    'no-intent': noIntent,
    'no-fence': noFence,
  };

  /** Before it sends, it believes that Google has what was there when the person wrote. */
  function noLook(): void {
    Object.assign(sender.prototype, {
      look(this: ReplySender, claim: ReplyClaim) {
        const { state, replacedText: text, replacedAt: updatedAt } = claim.reply;
        if (state === 'in_review') return look.call(this, claim);
        const seen = text === null ? 'no reply' : { text, updatedAt, state: 'PUBLIC', violation: null };
        return Promise.resolve({ review: seen });
      },
    });
  }

  /** A reply leaves before it is written down that it does. */
  function noIntent(): void {
    ledger.prototype.intend = (claim, at) => {
      claim.hasIntended = true;
      Object.assign(claim.reply, { state: 'sending', sentAt: at, timesSent: claim.reply.timesSent + 1 });
      return Promise.resolve();
    };
  }

  /** A process goes on with a reply that another one has taken over. */
  function noFence(): void {
    const takeOver = async (own: ReplyLedger, { reply: { id, attempt } }: ReplyClaim) => {
      const { database } = own as unknown as { database: Database };
      await database.orm
        .update(parts.reviewReplies)
        .set({ attempt, leaseUntil: sql`shingle_now() + interval '60 seconds'` })
        .where(eq(parts.reviewReplies.id, id));
    };
    ledger.prototype.intend = async function (claim, at) {
      await takeOver(this, claim);
      return intend.call(this, claim, at);
    };
    ledger.prototype.finish = async function (claim, result, at) {
      await takeOver(this, claim);
      return finish.call(this, claim, result, at);
    };
  }

  changes[name]();
  return () => {
    Object.assign(ledger.prototype, { intend, finish });
    Object.assign(sender.prototype, { look });
  };
}

/** Changes the product in the server process that this file is loaded into. */
export async function controlServer(name: ReplyControl): Promise<void> {
  const modules = ['reviews/sending/reply-ledger', 'reviews/sending/reply-sender', 'database/reviews.schema'];
  const load = (module: string) => import(`${process.env.CHAOS_SERVER}/${module}.js`) as Promise<object>;
  control(name, Object.assign({}, ...(await Promise.all(modules.map(load)))) as ReplyParts);
}
