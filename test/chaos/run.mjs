// `npm run chaos -- [options]`: the product's publishing under faults, kills and halts, judged by what Google has. The
// options are in options.ts; docs/reliability.md says what is shown and what is not. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { chaos } = await import('./chaos.ts');
  await chaos(process.argv.slice(2));
});
