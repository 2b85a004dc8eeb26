// `npm run chaos:fairness -- [options]`: some people's effects take long at Google, and everybody else goes on. The options
// are in options.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { fairnessChaos } = await import('./chaos.ts');
  await fairnessChaos(process.argv.slice(2));
});
