// `npm run screenshots`: brings the checkout up to date and makes a picture of every view and of the dialogs, in both
// themes, wide and on a phone. Ends by itself and says where they lie.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  // Not before the packages are there.
  const { runProgram } = await import('../support/run-program.mjs');
  process.exitCode = await runProgram('@playwright/test/cli.js', [
    'test',
    '--config=test/browser/screenshots.config.ts',
  ]);
  if (process.exitCode === 0) console.log('The pictures lie in test-results/screenshots.');
});
