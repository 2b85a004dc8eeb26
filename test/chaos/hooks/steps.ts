// Loaded into server processes before their program: strikes the process at a named step when it has been told to.
// Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import type { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';
import { pass } from './strike.ts';

type Ledger = { LedgerRepository: { prototype: LedgerRepository } };
const { LedgerRepository: ledger } = (await import(
  `${process.env.CHAOS_SERVER}/publishing/ledger.repository.js`
)) as Ledger;

const { claim, intend, finish } = ledger.prototype;
ledger.prototype.claim = async function (id) {
  const claimed = await claim.call(this, id);
  if (claimed?.post.status === 'QUEUED' && claimed.post.detail === null) await pass('after-claim');
  return claimed;
};
ledger.prototype.intend = async function (held, attempt) {
  await intend.call(this, held, attempt);
  await pass('after-intent');
};
ledger.prototype.finish = async function (held, result) {
  if (result.answeredName !== undefined) await pass('before-record');
  return finish.call(this, held, result);
};

const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const answer = await send(input, init);
  const { pathname } = new URL(input instanceof Request ? input.url : input);
  if (init?.method === 'POST' && answer.ok && pathname.endsWith('/localPosts')) await pass('after-accept');
  return answer;
};
