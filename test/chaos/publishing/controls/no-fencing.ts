// The product without fencing: a process that has once claimed a post goes on with it, even if another has claimed it since.
import type { PostClaim } from '../../../../dist/server/publishing/steps.js';
import type { LedgerRepository } from '../../../../dist/server/publishing/ledger.repository.js';
import { methodsOf } from '../../hooks/product.ts';

const claims = await methodsOf<PostClaim>('publishing/steps', 'PostClaim');
const ledger = await methodsOf<LedgerRepository>('publishing/ledger.repository', 'LedgerRepository');

const { intend, finish } = ledger;
ledger.intend = async function (claim, attempt) {
  await takeOver(this, claim);
  return intend.call(this, claim, attempt);
};
ledger.finish = async function (claim, result) {
  await takeOver(this, claim);
  return finish.call(this, claim, result);
};
claims.checkThatSendingFits = () => undefined;

async function takeOver(repository: LedgerRepository, claim: PostClaim): Promise<void> {
  const { rows } = await repository['database'].executeSql(
    `update posts set lease_until = shingle_now() + interval '24 seconds' where id = $1 returning attempt`,
    [claim.post.id],
  );
  const [row] = rows as { attempt: number }[];
  if (row) claim.post.attempt = row.attempt;
}
