import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { chunkGroups, shortNames } from './vite.chunks.ts';
import { documents } from './vite.documents.ts';
import { classNames, pages } from './vite.pages.ts';

/** The address of the API during development: see server/embedded/launch.mjs. */
const api = `http://127.0.0.1:${process.env.PORT ?? 3000}`;

export default defineConfig({
  plugins: [react(), pages(), documents(), precompress()],
  css: classNames,
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // The content policy allows only files of our own origin: nothing inline, no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    sourcemap: false,
    reportCompressedSize: false,
    rolldownOptions: { output: { ...shortNames, codeSplitting: { groups: chunkGroups } } },
  },
  server: {
    port: 5173,
    strictPort: true,
    // The Host header stays that of the page, so that the server sees one origin, as in production.
    // The first pattern leaves out the client's own folder `api`; the second has the pages that the server makes itself.
    proxy: {
      '^/api/(?!.*\\.tsx?(\\?|$))': { target: api, changeOrigin: false },
      '^/(mailbox|photos|unsubscribe)(/|$)': { target: api, changeOrigin: false },
    },
  },
});

/** Writes a .br and a .gz file for every file of the build that shrinks, so that the server does not have to compress. */
function precompress(): Plugin {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  return {
    name: 'precompress',
    apply: 'build',
    async writeBundle({ dir: folder = '' }) {
      const entries = await readdir(folder, { recursive: true });
      const texts = entries.filter((name) => /\.(js|css|html|svg|json|webmanifest|txt)$/.test(name));
      await Promise.all(
        texts.map(async (name) => {
          const file = join(folder, name);
          const content = await readFile(file);
          const variants = {
            br: await brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
            gz: await zip(content, { level: constants.Z_BEST_COMPRESSION }),
          };
          for (const [extension, packed] of Object.entries(variants)) {
            if (packed.length < content.length) await writeFile(`${file}.${extension}`, packed);
          }
        }),
      );
    },
  };
}
