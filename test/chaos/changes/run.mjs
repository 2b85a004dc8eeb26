// `npm run chaos:changes -- [options]`: the change log under kills and faults, judged by Google's own journal. The options are
// in options.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { changesChaos } = await import('./chaos.ts');
  await changesChaos(process.argv.slice(2));
});
