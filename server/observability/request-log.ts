import type { Request, RequestHandler, Response } from 'express';
import type { PinoLogger } from 'nestjs-pino';
import { requestIds } from './log.js';
import { requestIdOf } from '../errors/request-id.js';
import { routeOf } from './route.js';

/** What the guard notes on a request and the error filter on its answer. */
interface Noted {
  session?: { uid: string };
}

const MAX_PATH = 200;

/** Asked for every few seconds, and told by themselves. */
const HEALTH = '/api/health/';

/** Refusals that somebody should look at when they pile up. */
const SUSPICIOUS = [403, 421, 429];

/**
 * Gives every line that a request causes its id, and writes one line when it has ended: method, route or path without
 * the query, status, milliseconds, and who asked. Health checks are left out. `quiet` is for a log that a person reads
 * along: only what failed is told.
 */
export function requestLog({ logger }: PinoLogger, { quiet }: { quiet: boolean }): RequestHandler {
  return (request, response, next) => {
    if (request.path.startsWith(HEALTH)) return next();
    const began = performance.now();
    const requestId = requestIdOf(response);
    response.once('close', () => {
      const level = levelOf(request, response);
      if (quiet && level === 'info') return;
      const ms = performance.now() - began;
      logger[level]({ requestId, ...describe(request, response, ms) });
    });
    requestIds.run(requestId, next);
  };
}

function levelOf(request: Request, { statusCode }: Response): 'debug' | 'info' | 'warn' {
  if (statusCode >= 500 || SUSPICIOUS.includes(statusCode)) return 'warn';
  const isFile = request.route === undefined && statusCode < 400;
  return isFile ? 'debug' : 'info';
}

function describe(request: Request, response: Response, ms: number): object {
  const { statusCode: status, locals } = response;
  const { session } = request as Request & Noted;
  return {
    event: isDenied(request, status) ? 'request.denied' : 'request',
    method: request.method,
    route: routeOf(request) ?? pathOf(request),
    status,
    ms: Math.round(ms * 10) / 10,
    from: request.ip,
    uid: session?.uid,
    error: locals.errorCode as string | undefined,
    aborted: response.writableFinished ? undefined : true,
  };
}

/** A 404 of one of our routes too: what belongs to another is answered like what does not exist. */
function isDenied(request: Request, status: number): boolean {
  const isForeign = status === 404 && routeOf(request) !== undefined;
  return status === 401 || isForeign || SUSPICIOUS.includes(status);
}

/** As it was sent: a query may hold an authorization code. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1).join().slice(0, MAX_PATH);
}
