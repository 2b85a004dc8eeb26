// The product without an intent: a change is sent before that is written down.
import type { ChangeLedger } from '../../../../dist/server/business-profile/changes/change-ledger.js';

const { ChangeLedger: ledger } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/changes/change-ledger.js`
)) as { ChangeLedger: { prototype: ChangeLedger } };
ledger.prototype.intend = (claim, at) => {
  const { change } = claim;
  claim.hasIntended = true;
  Object.assign(change, { sentAt: at, timesSent: change.timesSent + 1 });
  return Promise.resolve();
};
