import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { randomUUID } from 'node:crypto';
import type { PinoLogger } from 'nestjs-pino';
import { requestIds } from './log.js';

/** What the guards note on a request. */
interface Guarded {
  session?: { uid: string };
  owner?: { workspaceId: string };
}

const MAX_PATH = 200;

/** Called every few seconds. The health check logs changes itself. */
const HEALTH = '/api/health/';

/** Errors that an operator should look into when there are many. */
const SUSPICIOUS = [403, 421, 429];

/** Gives each request an id of ours, in `X-Request-Id` of its answer; an id that the client sends is ignored. */
export function requestId(_request: Request, response: Response, next: NextFunction): void {
  const id = randomUUID();
  response.locals.requestId = id;
  response.setHeader('X-Request-Id', id);
  next();
}

/**
 * Adds its id to every line that a request causes, and writes one line when it has ended: method, route or path without
 * the query, status, milliseconds, address, user and workspace. Health checks are left out. `quiet` is for a log that a
 * person follows in a terminal: only failures are written.
 */
export function requestLog({ logger }: PinoLogger, { quiet }: { quiet: boolean }): RequestHandler {
  return (request, response, next) => {
    if (request.path.startsWith(HEALTH)) return next();
    const began = performance.now();
    const requestId = response.locals.requestId as string;
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
  const { session, owner } = request as Request & Guarded;
  return {
    event: isDenied(request, status) ? 'request.denied' : 'request',
    method: request.method,
    route: routeOf(request) ?? pathOf(request),
    status,
    ms: Math.round(ms * 10) / 10,
    from: request.ip,
    uid: session?.uid,
    workspace: owner?.workspaceId,
    error: locals.errorCode as string | undefined,
    aborted: response.writableFinished ? undefined : true,
  };
}

/** Includes a 404 of our own routes: they answer 404 for what belongs to another user. */
function isDenied(request: Request, status: number): boolean {
  const isForeign = status === 404 && routeOf(request) !== undefined;
  return status === 401 || isForeign || SUSPICIOUS.includes(status);
}

/** The path as it was sent, without its query, which may hold an authorization code. */
function pathOf({ originalUrl }: Request): string {
  return originalUrl.split('?', 1).join().slice(0, MAX_PATH);
}

/**
 * The pattern of the route that a request reached, such as `/api/posts/:id`; undefined for none and for the catch-all
 * route.
 */
export function routeOf(request: Request): string | undefined {
  const { path } = (request.route ?? {}) as { path?: unknown };
  return typeof path === 'string' && !path.includes('*') ? path : undefined;
}
