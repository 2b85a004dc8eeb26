// `npm run chaos:campaigns -- [options]`: campaigns under kills and faults, judged by what Google has. The options are in
// options.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { campaignsChaos } = await import('./chaos.ts');
  await campaignsChaos(process.argv.slice(2));
});
