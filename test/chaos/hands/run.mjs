// `npm run chaos:hands -- [options]`: several people and tabs at the same locations at once, judged by Google's own journals.
// The options are in options.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { handsChaos } = await import('./chaos.ts');
  await handsChaos(process.argv.slice(2));
});
