import type { RequestHandler, Response } from 'express';
import { existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { AppError } from './errors/app-error.js';
import { neverStored } from './security/headers.js';
import { isOfApi, isOwnPage } from './security/request-rules.js';

const FOLDER = fileURLToPath(new URL('../client', import.meta.url));

/**
 * Serves the built client. Browsers keep hashed assets for a year, and ask again for each page. Every path of plain words is
 * a page: its own file or, if it has none, app.html. A path that looks like a file or an asset but is none is a 404. No
 * path leads out of the folder or to a dotfile: the files are listed once, at the start.
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
    if (isOfApi(request) || isOwnPage(request)) return next();
    // A part of a compressed file is of no use, and sirv fails on malformed ranges.
    delete request.headers.range;
    endWithFile(response);
    // Before sirv, which may answer 304 by itself.
    const isHashed = request.path.startsWith('/assets/');
    response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    // Files are the same for everybody, from wherever they are asked for.
    response.setHeader('Vary', 'Accept-Encoding');
    const refuse = () => {
      neverStored(response);
      next(AppError.of('not_found'));
    };
    if (serveFiles) serveFiles(request, response, refuse);
    else refuse();
  };
}

/** sirv handles no stream errors: a missing file would end the process, and a client that leaves would keep the file open. */
function endWithFile(response: Response): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}
