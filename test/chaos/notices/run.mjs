// `npm run chaos:notices -- [options]`: notices under kills, with sinks that fail, judged by Google's own journal and record
// of calls. The options are in options.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { noticesChaos } = await import('./chaos.ts');
  await noticesChaos(process.argv.slice(2));
});
