// Loaded into server processes before their program: strikes the process at a named step when it has been told to.
// Nothing of it is in the product; it holds on to the outer edges of the product's own classes.
import type { LedgerRepository } from '../../../../dist/server/publishing/ledger.repository.js';
import { after, before, methodsOf } from '../../hooks/product.ts';
import { pass, passRequests } from '../../hooks/strike.ts';

const ledger = await methodsOf<LedgerRepository>('publishing/ledger.repository', 'LedgerRepository');
after(ledger, 'claim', async (claimed) => {
  if (claimed?.post.status === 'QUEUED' && claimed.post.detail === null) await pass('after-claim');
});
after(ledger, 'intend', () => pass('after-intent'));
before(ledger, 'finish', async (_held, result) => {
  if (result.answeredName !== undefined) await pass('before-record');
});
passRequests((method, path) => method === 'POST' && path.endsWith('/localPosts'), { after: 'after-accept' });
