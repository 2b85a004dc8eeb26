// `npm start` and, with --watch, `npm run dev`. Like prepare.mjs it begins on whatever Node the machine has.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { handOver } from './child.mjs';
import { CannotPrepare, prepare, root } from './prepare.mjs';

const start = join(root, 'dist/server/embedded/start.js');

// Run by hand it may well outlive its parent: `nohup node server/embedded/launch.mjs &`.
if (process.env.npm_lifecycle_event) await import('./follow-parent.mjs');

try {
  const node = await prepare();
  if (node !== process.execPath) handOver(node);
  else if (process.argv.includes('--watch')) await (await import('./watch.mjs')).watch(start);
  else await import(pathToFileURL(start).href);
} catch (error) {
  if (!(error instanceof CannotPrepare)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
