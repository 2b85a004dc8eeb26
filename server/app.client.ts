import type { Request, RequestHandler, Response } from 'express';
import { existsSync, readdirSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import sirv from 'sirv';
import { AppError } from './errors/app-error.js';
import { neverStored } from './security/headers.js';
import { isOfApi, isOwnPage } from './security/request-rules.js';

const FOLDER = fileURLToPath(new URL('../client', import.meta.url));

/**
 * Serves the built client. Browsers keep hashed assets for a year, and ask again for each page. Every path of plain words is
 * a page: its own file or, if it has none, app.html. The dashboard has a file for each view. A path that looks like a file or
 * an asset but is none is a 404. The home page has a button for the demo where that is offered. No path leads out of the
 * folder or to a dotfile: the files are listed once, at the start.
 */
export function clientFiles(offersDemo: boolean, folder = FOLDER): RequestHandler {
  const options = {
    single: 'app.html',
    brotli: true,
    gzip: true,
    etag: true,
    ignores: [/[^\w/-]/, /^\/(api|assets)(\/|$)/],
  };
  const isBuilt = existsSync(folder);
  const serveFiles = isBuilt ? sirv(folder, options) : undefined;
  const pages = new Set(isBuilt ? readdirSync(folder) : []);
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
    const isHomeWithDemo = offersDemo && request.path === '/';
    request.url = isHomeWithDemo ? '/index-demo' : (pageOfView(request, pages) ?? request.url);
    if (serveFiles) serveFiles(request, response, refuse);
    else refuse();
  };
}

/** The path of the dashboard's page that names, beside its own code, that of the view in the address. */
function pageOfView({ path, query }: Request, pages: ReadonlySet<string>): string | undefined {
  if (!/^\/dashboard\/?$/.test(path) || typeof query.view !== 'string') return undefined;
  const page = `dashboard-${query.view}`;
  return pages.has(`${page}.html`) ? `/${page}` : undefined;
}

/** sirv handles no stream errors: a missing file would end the process, and a client that leaves would keep the file open. */
function endWithFile(response: Response): void {
  response.once('pipe', (file: Readable) => {
    file.once('error', () => response.destroy());
    response.once('close', () => file.destroy());
  });
}
