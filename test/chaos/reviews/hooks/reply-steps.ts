// Loaded into server processes before their program: strikes the process at a named step of a reply when it has been told
// to. Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import type { GoogleReviews } from '../../../../dist/server/business-profile/google/google-reviews.js';
import type { ReplyLedger } from '../../../../dist/server/reviews/sending/reply-ledger.js';
import { pass } from '../../hooks/strike.ts';

const server = process.env.CHAOS_SERVER;
const { ReplyLedger: ledger } = (await import(`${server}/reviews/sending/reply-ledger.js`)) as {
  ReplyLedger: { prototype: ReplyLedger };
};
const { GoogleReviews: google } = (await import(`${server}/business-profile/google/google-reviews.js`)) as {
  GoogleReviews: { prototype: GoogleReviews };
};

const { claim, intend, finish } = ledger.prototype;
ledger.prototype.claim = async function (id) {
  const claimed = await claim.call(this, id);
  if (claimed && claimed.reply.state !== 'in_review') await pass('after-claim');
  return claimed;
};
ledger.prototype.intend = async function (claimed, at) {
  await intend.call(this, claimed, at);
  await pass('after-intent');
};
ledger.prototype.finish = async function (claimed, result, at) {
  if (claimed.hasIntended) await pass('before-record');
  const isRecorded = await finish.call(this, claimed, result, at);
  if (claimed.hasIntended) await pass('after-record');
  return isRecorded;
};

const { get, putReply, deleteReply } = google.prototype;
google.prototype.get = async function (owner, name, turn) {
  const review = await get.call(this, owner, name, turn);
  if (turn.priority === 'save') await pass('after-look');
  return review;
};
google.prototype.putReply = async function (owner, name, text, options) {
  const answer = await putReply.call(this, owner, name, text, options);
  await pass('after-accept');
  return answer;
};
google.prototype.deleteReply = async function (owner, name, options) {
  await deleteReply.call(this, owner, name, options);
  await pass('after-accept');
};
