// `npm run chaos:reviews -- [options]`: reviews under kills and faults, judged by what Google has. The options are in
// storm-options.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { reviewStorm } = await import('./storm.ts');
  await reviewStorm(process.argv.slice(2));
});
