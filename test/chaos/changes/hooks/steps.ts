// Loaded into server processes before their program: strikes the process at a named step of a change when it is asked to.
// Nothing of it is in the product; it wraps public methods of the product's classes.
import type { ChangeLedger } from '../../../../dist/server/business-profile/changes/change-ledger.js';
import { pass } from '../../hooks/strike.ts';

const { ChangeLedger: ledger } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/changes/change-ledger.js`
)) as { ChangeLedger: { prototype: ChangeLedger } };

const { claim, intend, finish } = ledger.prototype;
ledger.prototype.claim = async function (...given) {
  const claimed = await claim.apply(this, given);
  if (claimed) await pass('after-claim');
  return claimed;
};
ledger.prototype.intend = async function (...given) {
  await intend.apply(this, given);
  await pass('after-intent');
};
ledger.prototype.finish = async function (...given) {
  await pass('before-record');
  return finish.apply(this, given);
};

const send = globalThis.fetch;
globalThis.fetch = async (input, init) => {
  const answer = await send(input, init);
  if (init?.method === 'PATCH' && answer.ok) await pass('after-accept');
  return answer;
};
