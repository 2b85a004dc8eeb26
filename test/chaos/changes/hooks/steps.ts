// Loaded into server processes before their program: strikes the process at a named step of a change when it is asked to.
// Nothing of it is in the product; it wraps public methods of the product's classes.
import type { ChangeLedger } from '../../../../dist/server/business-profile/changes/change-ledger.js';
import { after, before, methodsOf } from '../../hooks/product.ts';
import { pass, passRequests } from '../../hooks/strike.ts';

const ledger = await methodsOf<ChangeLedger>('business-profile/changes/change-ledger', 'ChangeLedger');
after(ledger, 'claim', async (claimed) => {
  if (claimed) await pass('after-claim');
});
after(ledger, 'intend', () => pass('after-intent'));
before(ledger, 'finish', () => pass('before-record'));
passRequests((method) => method === 'PATCH', { after: 'after-accept' });
