import react from '@vitejs/plugin-react';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import type { Bench } from '../row.ts';

const SOURCE = fileURLToPath(new URL('../peers/framework', import.meta.url));

/** An app of the framework and nothing else, built and served as ours is. */
export interface Peer {
  origin: string;
  /** Of all its scripts, as they are sent. */
  bytes: number;
}

export async function startPeer(bench: Bench): Promise<Peer> {
  const folder = join(bench.folder, 'framework');
  await build({
    root: SOURCE,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: {
      outDir: folder,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
    },
  });
  const files = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(html|js)$/.test(name))
      .map((name) => [name, brotliCompressSync(readFileSync(join(folder, name)))]),
  );
  const server = createServer(({ url = '' }, response) => {
    const name = files.has(url.slice(1)) ? url.slice(1) : 'index.html';
    response.setHeader('Content-Type', name.endsWith('.js') ? 'text/javascript' : 'text/html;charset=utf-8');
    response.setHeader('Content-Encoding', 'br');
    response.setHeader(
      'Cache-Control',
      name.endsWith('.js') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    response.end(files.get(name));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  bench.ends.push(() => server.close());
  const { port } = server.address() as AddressInfo;
  const scripts = [...files].filter(([name]) => name.endsWith('.js'));
  return {
    origin: `http://localhost:${port}`,
    bytes: scripts.reduce((sum, [, packed]) => sum + packed.length, 0),
  };
}
