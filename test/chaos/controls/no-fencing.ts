// The product without fencing: a process that has once claimed a post goes on with it, even if another has claimed it since.
import type { PostClaim } from '../../../dist/server/publishing/steps.js';
import type { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';

const server = process.env.CHAOS_SERVER;
const { PostClaim: claims } = (await import(`${server}/publishing/steps.js`)) as {
  PostClaim: { prototype: PostClaim };
};
const { LedgerRepository: ledger } = (await import(`${server}/publishing/ledger.repository.js`)) as {
  LedgerRepository: { prototype: LedgerRepository };
};

const { intend, finish } = ledger.prototype;
ledger.prototype.intend = async function (claim, attempt) {
  await takeOver(this, claim);
  return intend.call(this, claim, attempt);
};
ledger.prototype.finish = async function (claim, result) {
  await takeOver(this, claim);
  return finish.call(this, claim, result);
};
claims.prototype.checkThatSendingFits = () => undefined;

async function takeOver(repository: LedgerRepository, claim: PostClaim): Promise<void> {
  const { rows } = await repository['database'].executeSql(
    `update posts set lease_until = shingle_now() + interval '24 seconds' where id = $1 returning attempt`,
    [claim.post.id],
  );
  const [row] = rows as { attempt: number }[];
  if (row) claim.post.attempt = row.attempt;
}
