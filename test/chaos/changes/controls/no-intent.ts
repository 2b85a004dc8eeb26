// The product without an intent: an edit leaves before it is written down that it does.
import type { ChangeLedger } from '../../../../dist/server/business-profile/changes/change-ledger.js';

const { ChangeLedger: ledger } = (await import(
  `${process.env.CHAOS_SERVER}/business-profile/changes/change-ledger.js`
)) as { ChangeLedger: { prototype: ChangeLedger } };
ledger.prototype.intend = (claim, at) => {
  const { save } = claim;
  claim.hasIntended = true;
  Object.assign(save, { sentAt: at, timesSent: save.timesSent + 1 });
  return Promise.resolve();
};
