// `npm run bench -- [names] [--json file]`: how fast the product is, against a peer or a limit in the same run. Without a
// name it measures everything; the options are in options.ts, what the figures mean in docs/performance.md. Exit code 1
// when a target is missed.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { bench } = await import('./bench.ts');
  await bench(process.argv.slice(2));
});
