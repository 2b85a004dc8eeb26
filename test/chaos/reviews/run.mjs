// `npm run chaos:reviews -- storm [options]`: the reading of reviews under kills and faults, judged by what Google has.
// `npm run chaos:reviews -- replies [options]`: replies under kills and halts at each step, judged by Google's own journal
// of replies. The options are in storm-options.ts and reply-options.ts; docs/reliability.md says what is shown. Exit code 1
// when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

const [part, ...args] = process.argv.slice(2);
await whenPrepared(async () => {
  if (part === 'storm') {
    const { reviewStorm } = await import('./storm.ts');
    await reviewStorm(args);
  } else if (part === 'replies') {
    const { repliesChaos } = await import('./replies.ts');
    await repliesChaos(args);
  } else {
    console.error('Say what is to be run: storm or replies');
    process.exitCode = 2;
  }
});
