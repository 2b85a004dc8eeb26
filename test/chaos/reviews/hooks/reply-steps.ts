// Loaded into server processes before their program: strikes the process at a named step of a reply when it has been told
// to. Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import type { GoogleReviews } from '../../../../dist/server/business-profile/google/google-reviews.js';
import type { ReplyLedger } from '../../../../dist/server/reviews/sending/reply-ledger.js';
import { after, before, methodsOf } from '../../hooks/product.ts';
import { pass } from '../../hooks/strike.ts';

const ledger = await methodsOf<ReplyLedger>('reviews/sending/reply-ledger', 'ReplyLedger');
after(ledger, 'claim', async (claimed) => {
  if (claimed && claimed.reply.state !== 'in_review') await pass('after-claim');
});
after(ledger, 'intend', () => pass('after-intent'));
before(ledger, 'finish', async (claimed) => {
  if (claimed.hasIntended) await pass('before-record');
});
after(ledger, 'finish', async (_isRecorded, claimed) => {
  if (claimed.hasIntended) await pass('after-record');
});

const google = await methodsOf<GoogleReviews>('business-profile/google/google-reviews', 'GoogleReviews');
after(google, 'get', async (_review, _owner, _name, turn) => {
  if (turn.priority === 'save') await pass('after-look');
});
after(google, 'putReply', () => pass('after-accept'));
after(google, 'deleteReply', () => pass('after-accept'));
