// `npm run screenshots`: updates the checkout and makes pictures of all views and dialogs, in both themes, on a wide
// screen and on a phone. At the end it prints where they are.
import { whenPrepared } from '../../server/embedded/run-node.mjs';

await whenPrepared(async () => {
  // Imported after the packages are installed.
  const { runProgram } = await import('../support/runner/run-program.mjs');
  process.exitCode = await runProgram('@playwright/test/cli.js', [
    'test',
    '--config=test/browser/screenshots.config.ts',
  ]);
  if (process.exitCode === 0) console.log('The pictures lie in test-results/screenshots.');
});
