// `npm run races -- [options]`: people who cancel and change posts against the publisher that sends them, on real SQL. The
// options are in races-command.ts; docs/reliability.md says what is shown. Exit code 1 when anything is wrong.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  const { runRaces } = await import('./races-command.ts');
  await runRaces(process.argv.slice(2));
});
