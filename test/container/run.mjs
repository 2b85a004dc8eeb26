// `npm run container`: follows the Dockerfile without a container engine and tries out what comes of it. Needs root and
// Debian's tools; says so where they are not there. Exit code 1 when anything is wrong.
import { handOver } from '../../server/embedded/child.mjs';
import { CannotPrepare, installIfMissing, node24 } from '../../server/embedded/prepare.mjs';

try {
  // No build: the image makes its own.
  await installIfMissing();
  const node = node24();
  if (node === process.execPath) await (await import('./prove.ts')).prove();
  else handOver(node);
} catch (error) {
  if (!(error instanceof CannotPrepare)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
