// `npm start` and, with --watch, `npm run dev`. Like prepare.mjs it begins on any Node since 18.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './prepare.mjs';
import { whenPrepared } from './run-node.mjs';

const start = join(root, 'dist/server/embedded/start.js');

await whenPrepared(async () => {
  if (process.argv.includes('--watch')) await (await import('./watch.mjs')).watch(start);
  else await import(pathToFileURL(start).href);
});
