// The product without an intent: a change is sent before that is written down.
import type { ChangeLedger } from '../../../../dist/server/business-profile/changes/change-ledger.js';
import { methodsOf } from '../../hooks/product.ts';

const ledger = await methodsOf<ChangeLedger>('business-profile/changes/change-ledger', 'ChangeLedger');
ledger.intend = (claim, at) => {
  const { change } = claim;
  claim.hasIntended = true;
  Object.assign(change, { sentAt: at, timesSent: change.timesSent + 1 });
  return Promise.resolve();
};
