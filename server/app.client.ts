import type { RequestHandler } from 'express';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';

const FOLDER = fileURLToPath(new URL('../client', import.meta.url));

/**
 * Serves the built client: hashed assets for ever, the page itself never from a cache. Every path without a file
 * ending is the page; what looks like a file and is none falls through to a 404.
 */
export function clientFiles(): RequestHandler {
  if (!existsSync(FOLDER)) return (_request, _response, next) => next();
  const serveFiles = sirv(FOLDER, {
    single: true,
    brotli: true,
    gzip: true,
    etag: true,
    ignores: [/\.[A-Za-z0-9]+$/, /^\/api(\/|$)/],
    setHeaders: (response, path) => {
      const isHashed = path.startsWith('/assets/');
      response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  return (request, response, next) =>
    request.path.startsWith('/api') ? next() : serveFiles(request, response, next);
}
