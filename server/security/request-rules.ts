import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Server } from 'node:http';
import type { Env } from '../config/env.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';

/**
 * The limits of one connection. With Node's own limits (60 s for headers, 300 s for a request, checked every
 * 30 s, any number of connections) a few hundred slow clients can block it for minutes.
 */
const LIMITS = {
  /** A request's headers arrive in a few packets. */
  headersTimeout: 10_000,
  /** The largest body, a photo, has 5 MB: 1.4 Mbit/s are enough. */
  requestTimeout: 30_000,
  /** Longer than the 60 s of the usual proxies: they close an idle connection first, so no request meets a closed one. */
  keepAliveTimeout: 65_000,
  /** The longest time without a byte in either direction, before a request. From then on `endUnread` decides. */
  timeout: 60_000,
  /** How often the first two are checked. */
  connectionsCheckingInterval: 1_000,
  /** A connection costs about 20 kB, with the largest headers. */
  maxConnections: 5_000,
};

/** Sets the limits above. Call it before the server listens. */
export function limitConnections(server: Server): void {
  Object.assign(server, LIMITS);
}

const API_METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];
const PAGE_METHODS = ['GET', 'HEAD'];
const OWN_PAGE_METHODS = ['GET', 'HEAD', 'POST'];

/** Parts of paths that programs read differently: empty and dot segments, encoded separators. */
const SEVERAL_READINGS = /\/\/|\\|#|%(?:2f|5c|2e)|\/\.{1,2}(?:\/|$)/i;

/**
 * Refuses requests that a proxy in front and this server could read differently (RFC 9112, sections 3.2 and 6.1), and
 * methods that no route has: TRACE, OPTIONS and all others that Node can parse. Node itself refuses other invalid HTTP.
 */
export function onlyPlainHttp(request: Request, response: Response, next: NextFunction): void {
  const fault = faultOf(request);
  if (!fault) return next();
  // It may be unclear where the next request on this connection starts.
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

/** HTTP/1.0 or 1.1, one Host, and a body whose length is stated in one way only. */
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
  if (isOfApi(request)) return API_METHODS;
  return isOwnPage(request) ? OWN_PAGE_METHODS : PAGE_METHODS;
}

/** Whether a path is below /api; upper and lower case are the same, as for Express's router. */
export function isOfApi({ path }: Request): boolean {
  return /^\/api(\/|$)/i.test(path);
}

/** The pages that the server makes itself, outside the API and the client. */
export const OWN_PAGES = Object.freeze(['/unsubscribe', '/mailbox', '/photos']);
/** Those that a controller makes. */
export const OWN_CONTROLLERS = Object.freeze(['/unsubscribe', '/mailbox']);

/** Whether a path is one of these pages or below it. */
export function isOwnPage({ path }: Request): boolean {
  const plain = path.toLowerCase();
  return OWN_PAGES.some((page) => plain === page || plain.startsWith(`${page}/`));
}

/**
 * Refuses requests under any host name but the public one (DNS rebinding). On this machine 127.0.0.1 is redirected to
 * localhost, since the cookie belongs to one name. Health checks come by address and are let through.
 */
export function hostRule(env: Env): RequestHandler {
  const { host, port } = new URL(env.publicOrigin);
  const numeric = env.isHttps ? undefined : `127.0.0.1${port && `:${port}`}`;
  return (request, response, next) => {
    if (request.headers.host === host || request.path.startsWith('/api/health/')) return next();
    if (numeric && request.headers.host === numeric && request.method === 'GET')
      return response.redirect(308, env.publicOrigin + request.originalUrl);
    next(AppError.of('misdirected_request'));
  };
}

/** The longest body that is read. */
export const MAX_BODY_BYTES = 100 * 1024;
const MAX_DEPTH = 32;
/** A week of opening hours, the longest valid body, has about 400. */
const MAX_VALUES = 1000;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/** The one route that takes no JSON: the file itself is its body. */
const PHOTOS = /^\/api\/photos\/?$/i;
const PHOTO_TYPE = /^image\/(jpeg|png)\s*$/i;
const MAX_PHOTO_BYTES = 5 * 1024 * 1024;

/**
 * Refuses bodies that are not what their route takes, plain JSON or a photo, or whose stated length is too great, before
 * they are read.
 */
export function onlyKnownBodies(request: Request, response: Response, next: NextFunction): void {
  const isPhoto = request.method === 'POST' && PHOTOS.test(request.originalUrl.split('?', 1)[0] ?? '');
  return isPhoto ? onlyPhotos(request, response, next) : onlyJsonBodies(request, response, next);
}

/** A photo states its length, so that never more is read. */
function onlyPhotos({ headers }: Request, response: Response, next: NextFunction): void {
  const length = Number(headers['content-length'] ?? 0);
  if (length > MAX_PHOTO_BYTES) {
    response.setHeader('Connection', 'close');
    return next(AppError.because('payload_too_large', 'This photo is too large: at most 5 MB are allowed.'));
  }
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0;
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  if (hasBody && !(PHOTO_TYPE.test(headers['content-type'] ?? '') && isPlain))
    return next(
      AppError.because('unsupported_media_type', 'Only image/jpeg and image/png bodies are accepted here.'),
    );
  next(headers['transfer-encoding'] === undefined ? undefined : AppError.of('bad_request'));
}

function onlyJsonBodies(request: Request, response: Response, next: NextFunction): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (length > MAX_BODY_BYTES) {
    // Otherwise the whole body would be received before the answer is sent.
    response.setHeader('Connection', 'close');
    return next(AppError.of('payload_too_large'));
  }
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0;
  const isJson = /^application\/json(;\s*charset="?utf-8"?)?\s*$/i.test(headers['content-type'] ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  next(hasBody && !(isJson && isPlain) ? AppError.of('unsupported_media_type') : undefined);
}

/** Translates the parser's error before it reaches Nest, which keeps only its status. */
export function malformedBody(
  error: unknown,
  _request: Request,
  _response: Response,
  next: NextFunction,
): void {
  const isMalformed =
    typeof error === 'object' && error !== null && 'type' in error && error.type === 'entity.parse.failed';
  next(isMalformed ? AppError.of('malformed_json', error) : error);
}

/**
 * Refuses bodies of more than 1,000 keys and items in all. Validation checks each of them, and other requests
 * have to wait for it.
 */
export function onlyFewValues(request: Request, _response: Response, next: NextFunction): void {
  next(hasTooManyValues(request.body) ? AppError.of('too_many_values') : undefined);
}

/** Counts level by level, and stops at the limit. */
function hasTooManyValues(body: unknown): boolean {
  const found = [body];
  for (const value of found) {
    if (typeof value !== 'object' || value === null) continue;
    const within = Object.values(value) as unknown[];
    // The body itself does not count.
    if (found.length - 1 + within.length > MAX_VALUES) return true;
    found.push(...within);
  }
  return false;
}

/**
 * Refuses values that no field can have or the database cannot store: NUL, lone surrogates, prototype keys, more than 32
 * levels, a path that is not valid percent-encoding.
 */
export function onlyCleanText(request: Request, _response: Response, next: NextFunction): void {
  next(
    isCleanUrl(request.originalUrl) && isCleanValue(request.body, 0) && isCleanValue(request.query, 0)
      ? undefined
      : AppError.of('bad_request'),
  );
}

function isCleanUrl(url: string): boolean {
  try {
    return isCleanText(decodeURIComponent(url.replaceAll('+', ' ')));
  } catch {
    return false;
  }
}

function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

function isCleanValue(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isCleanText(value);
  if (typeof value !== 'object' || value === null) return true;
  if (depth >= MAX_DEPTH) return false;
  return Object.entries(value).every(
    ([key, inner]) => !FORBIDDEN_KEYS.includes(key) && isCleanText(key) && isCleanValue(inner, depth + 1),
  );
}
