// Loaded into the server's process before its program. No call waits for Google's
// quotas, except for those of figures, which are what keeps them from taking all there is; and the process says when it has
// begun to read due posts.
import type { GoogleQuota } from '../../../dist/server/business-profile/calls/quota.js';
import type { LedgerRepository } from '../../../dist/server/publishing/ledger.repository.js';

const server = process.env.BENCH_SERVER;
const { GoogleQuota: quota } = (await import(`${server}/business-profile/calls/quota.js`)) as {
  GoogleQuota: { prototype: GoogleQuota };
};
const { LedgerRepository: ledger } = (await import(`${server}/publishing/ledger.repository.js`)) as {
  LedgerRepository: { prototype: LedgerRepository };
};

const { take } = quota.prototype;
quota.prototype.take = function (service, claim) {
  return service === 'performance' ? take.call(this, service, claim) : Promise.resolve();
};
quota.prototype.takeEdit = () => Promise.resolve();
quota.prototype.lastLeft = () => Infinity;

const { due } = ledger.prototype;
ledger.prototype.due = async function () {
  ledger.prototype.due = due;
  const tasks = await due.call(this);
  process.send?.('ready');
  return tasks;
};
// Whoever has started this process is gone, however it went.
process.on('disconnect', () => process.exit());
