// `npm run chaos:reviews -- replies [options]`: replies to reviews under kills and halts at each step, judged by Google's own
// journal of replies. The options are in reply-options.ts; docs/reliability.md says what is shown. Exit code 1 when anything
// is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

const [part, ...args] = process.argv.slice(2);
await whenPrepared(async () => {
  if (part !== 'replies') {
    console.error('Say what is to be run: replies');
    process.exitCode = 2;
    return;
  }
  const { repliesChaos } = await import('./replies.ts');
  await repliesChaos(args);
});
