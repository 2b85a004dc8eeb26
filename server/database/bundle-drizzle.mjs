// Part of the build: puts drizzle-orm beside the built server in a few files, where Node finds it before the one of the
// packages. Node reads the package.json of a package again for each of its ES modules, and drizzle's, which names every
// file, is 179 kB: its 100 files took half of the time that loading the server took. See docs/decisions/18-plain-code-before-speed.md.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

/** What the server imports of drizzle, and the file that each becomes. */
const ENTRIES = {
  'drizzle-orm': 'index',
  'drizzle-orm/migrator': 'migrator',
  'drizzle-orm/node-postgres': 'node-postgres',
  'drizzle-orm/pg-core': 'pg-core',
  'drizzle-orm/pglite': 'pglite',
};

const folder = join(import.meta.dirname, '../../dist/server/node_modules/drizzle-orm');

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    ssr: true,
    outDir: folder,
    emptyOutDir: true,
    target: 'node24',
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(ENTRIES).map(([entry, file]) => [file, entry])),
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
    },
  },
  // The drivers stay packages of their own.
  ssr: { noExternal: ['drizzle-orm'], external: ['pg', '@electric-sql/pglite'] },
});

writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({
    name: 'drizzle-orm',
    type: 'module',
    exports: Object.fromEntries(
      Object.entries(ENTRIES).map(([entry, file]) => [entry.replace('drizzle-orm', '.'), `./${file}.js`]),
    ),
  }),
);
