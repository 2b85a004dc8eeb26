import type { RequestHandler, Response } from 'express';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { AppError } from './errors/app-error.js';
import { neverStored } from './security/headers.js';
import { isOfApi } from './security/in-turn.js';

const FOLDER = fileURLToPath(new URL('../client', import.meta.url));

/**
 * Serves the built client: hashed assets for ever, the pages never from a cache unasked. Every path of plain words is a
 * page: its own file or, as most have none, app.html; what looks like a file, or like an asset, and is none is a 404. No path leads out of
 * the folder or to a dotfile: the files are listed once, at the start.
 */
export function clientFiles(folder = FOLDER): RequestHandler {
  const options = {
    single: 'app.html',
    brotli: true,
    gzip: true,
    etag: true,
    ignores: [/[^\w/-]/, /^\/(api|assets)(\/|$)/],
  };
  const serveFiles = existsSync(folder) ? sirv(folder, options) : undefined;
  return (request, response, next) => {
    if (isOfApi(request)) return next();
    // A part of a compressed file is of no use, and sirv trips over the odd ones.
    delete request.headers.range;
    endWithFile(response);
    // Before sirv, which answers 304 without asking.
    const isHashed = request.path.startsWith('/assets/');
    response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    response.vary('Accept-Encoding');
    const refuse = () => {
      neverStored(response);
      next(AppError.of('not_found'));
    };
    if (serveFiles) serveFiles(request, response, refuse);
    else refuse();
  };
}

/** sirv does not look after what it pipes: a file that is gone would end the process, a caller who is would keep it open. */
function endWithFile(response: Response): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}
