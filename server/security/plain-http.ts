import type { NextFunction, Request, Response } from 'express';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { isOfApi } from './in-turn.js';

const API_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PAGE_METHODS = ['GET', 'HEAD'];

/** Spellings that one program takes for another path than the next: empty and dot segments, separators in disguise. */
const SEVERAL_READINGS = /\/\/|\\|#|%(?:2f|5c|2e)|\/\.{1,2}(?:\/|$)/i;

/**
 * Refuses what a proxy in front and this server could read differently (RFC 9112, sections 3.2 and 6.1), and methods that
 * nothing here has: TRACE, OPTIONS and whatever else Node can parse. Node itself refuses the rest of what is not HTTP.
 */
export function onlyPlainHttp(request: Request, response: Response, next: NextFunction): void {
  const fault = faultOf(request);
  if (!fault) return next();
  // Where the next request on this connection begins may be in doubt.
  response.setHeader('Connection', 'close');
  if (fault === 'method_not_allowed') response.setHeader('Allow', methodsOf(request).join(', '));
  next(AppError.of(fault));
}

function faultOf(request: Request): ErrorCode | undefined {
  if (!isFramedPlainly(request) || !request.url.startsWith('/')) return 'bad_request';
  if (!methodsOf(request).includes(request.method)) return 'method_not_allowed';
  const [path = ''] = request.url.split('?', 1);
  return SEVERAL_READINGS.test(path) ? 'not_found' : undefined;
}

/** HTTP/1.0 and 1.1 alone, one Host, and a body whose length there is one way to tell. */
function isFramedPlainly({ httpVersion, headers, rawHeaders }: Request): boolean {
  const encoding = headers['transfer-encoding'];
  return (
    (httpVersion === '1.1' || (httpVersion === '1.0' && encoding === undefined)) &&
    (encoding === undefined || encoding.toLowerCase() === 'chunked') &&
    hasOneHost(rawHeaders)
  );
}

function hasOneHost(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2)
    if (rawHeaders[index]?.length === 4 && rawHeaders[index]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
}

function methodsOf(request: Request): string[] {
  return isOfApi(request) ? API_METHODS : PAGE_METHODS;
}
