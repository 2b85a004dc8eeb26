// `npm run screenshots`: brings the checkout up to date and makes a picture of every view and of the dialogs, in both
// themes, wide and on a phone. Ends by itself and says where they lie.
import { handOver } from '../../server/embedded/child.mjs';
import { CannotPrepare, prepare } from '../../server/embedded/prepare.mjs';

if (process.env.npm_lifecycle_event) await import('../../server/embedded/follow-parent.mjs');

try {
  const node = await prepare();
  if (node === process.execPath) await main();
  else handOver(node);
} catch (error) {
  if (!(error instanceof CannotPrepare)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main() {
  // Not before the packages are there.
  const { runProgram } = await import('../support/run-program.mjs');
  process.exitCode = await runProgram('@playwright/test/cli.js', [
    'test',
    '--config=test/browser/screenshots.config.ts',
  ]);
  if (process.exitCode === 0) console.log('The pictures lie in test-results/screenshots.');
}
