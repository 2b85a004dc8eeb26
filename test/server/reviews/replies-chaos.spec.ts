import { afterAll, beforeAll, describe, expect, it } from '../../support/jest.ts';
import { reviewReplies } from '../../../dist/server/database/reviews.schema.js';
import { ReplyLedger } from '../../../dist/server/reviews/sending/reply-ledger.js';
import { ReplySender } from '../../../dist/server/reviews/sending/reply-sender.js';
import type { ReviewListDto } from '../../../dist/server/reviews/review.dto.js';
import { control, REPLY_CONTROLS } from '../../chaos/reviews/reply-controls.ts';
import { judgeReplies, type RepliedReview } from '../../chaos/reviews/reply-oracle.ts';
import { sentencesIn } from '../../chaos/report.ts';
import { planReplies } from '../../chaos/reviews/reply-plan.ts';
import { REPLY_STEPS } from '../../chaos/step.ts';
import type { SignedInClient, TestApp } from '../../support/app.ts';
import { PEOPLE } from '../../support/google/google-simulator.ts';
import { HOUR_MS } from '../../support/features/publishing.ts';
import { type Replying, startReplying } from '../../support/features/replies.ts';
import { runReply } from '../../support/features/reply-runs.ts';

/** More are run by hand: REPLY_RUNS=200. */
const RUNS = Number(process.env.REPLY_RUNS ?? 4 * REPLY_STEPS.length);
const CONTROL_RUNS = 12 * REPLY_STEPS.length;
const SEED = Number(process.env.REPLY_SEED ?? 1);

let setting: Replying;
let replica: TestApp;
let idris: SignedInClient;
beforeAll(async () => {
  setting = await startReplying();
  replica = await setting.replica();
  idris = await setting.connected(PEOPLE.idris);
});
afterAll(async () => {
  await replica.close();
  await setting.close();
});

/** Does so many runs, each with a review of its own, or those until one of them is judged as wrong. @returns the faults */
async function runs(count: number, isForOne = false): Promise<string[]> {
  const { google } = setting;
  google.configure({ editsPerMinute: 1_000_000, requestsPerMinute: 1_000_000 });
  const [place] = google.world.locations({ email: PEOPLE.idris });
  const plans = planReplies(SEED, count);
  const names = plans.map(({ hasReply, number }) => {
    const { name } = google.world.addReview({ location: place!.id, stars: 3, comment: `Bread ${number}` });
    if (hasReply) google.world.replyElsewhere({ review: name, comment: `Before ${number}` });
    return name;
  });
  await setting.passAndRead(idris, 25 * HOUR_MS);
  const shown = new Map<string, ReviewListDto['items'][number]>();
  for (let cursor: string | null = ''; cursor !== null;) {
    const page: ReviewListDto = await setting.listOf(idris, `?limit=100${cursor && `&cursor=${cursor}`}`);
    for (const review of page.items) shown.set(review.googleName.split('/').at(-1)!, review);
    cursor = page.nextCursor;
  }
  const all: RepliedReview[] = [];
  for (const [index, run] of plans.entries()) {
    const review = shown.get(names[index]!.split('/').at(-1)!)!;
    all.push(await runReply(setting, idris, review, { replica, run }));
    if (isForOne && sentencesIn(judgeReplies(all)).length > 0) break;
  }
  return sentencesIn(judgeReplies(all));
}

describe('replies to reviews', () => {
  it(
    'are at Google as they were last asked for, or the product says what is there, wherever a process is struck',
    async () => {
      expect(await runs(RUNS)).toEqual([]);
    },
    Math.max(120_000, RUNS * 3_000),
  );

  it.each(REPLY_CONTROLS)(
    'would be judged as wrong with %s',
    async (name) => {
      const undo = control(name, { ReplyLedger, ReplySender, reviewReplies });
      try {
        expect(await runs(CONTROL_RUNS, true)).not.toEqual([]);
      } finally {
        undo();
      }
    },
    CONTROL_RUNS * 3_000,
  );
});
