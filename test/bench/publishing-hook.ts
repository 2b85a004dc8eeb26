// Loaded into the server's process before its program. No call waits for Google's quotas; and posts that were written
// straight into the database get their jobs when it is told to look for them, rather than at its next sweep.
import type { GoogleQuota } from '../../dist/server/business-profile/google/quota.js';
import type { PublishPostJob } from '../../dist/server/publishing/publish-post.job.js';

const server = process.env.BENCH_SERVER;
const { GoogleQuota: quota } = (await import(`${server}/business-profile/google/quota.js`)) as {
  GoogleQuota: { prototype: GoogleQuota };
};
const { PublishPostJob: publishing } = (await import(`${server}/publishing/publish-post.job.js`)) as {
  PublishPostJob: { prototype: PublishPostJob };
};

quota.prototype.take = () => Promise.resolve();
quota.prototype.takeEdit = () => Promise.resolve();
quota.prototype.lastLeft = () => Infinity;

const { sweep } = publishing.prototype;
// The first sweep is a server's own, when it has started.
publishing.prototype.sweep = async function () {
  publishing.prototype.sweep = sweep;
  await sweep.call(this);
  process.on('message', () => void this.sweep().then(() => process.send?.('swept')));
  process.send?.('ready');
};
// Whoever has started this process is gone, however it went.
process.on('disconnect', () => process.exit());
