import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import type { UsualHeaders } from './headers.js';

/** The longest body that is read. */
export const MAX_BODY_BYTES = 100 * 1024;
const MAX_DEPTH = 32;
/** A week of opening hours, the longest body that is meant, has some 400. */
const MAX_VALUES = 1000;
const FORBIDDEN_KEYS = ['__proto__', 'constructor', 'prototype'];

/**
 * Refuses requests under any host name but the public one (DNS rebinding). On this machine 127.0.0.1 is led to
 * localhost, since the cookie belongs to one name. Health checks come by address and are let through.
 */
export function hostRule(env: Env, headers: UsualHeaders): RequestHandler {
  const { host, port } = new URL(env.publicOrigin);
  const numeric = env.isHttps ? undefined : `127.0.0.1${port && `:${port}`}`;
  return (request, response, next) => {
    if (request.headers.host === host || request.path.startsWith('/api/health/')) return next();
    if (numeric && request.headers.host === numeric && request.method === 'GET') {
      headers.set(response);
      return response.redirect(308, env.publicOrigin + request.originalUrl);
    }
    next(AppError.of('misdirected_request'));
  };
}

/** Refuses bodies that are not plain JSON, or said to be too long, before anything reads them. */
export function onlyJsonBodies(request: Request, response: Response, next: NextFunction): void {
  const { headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  if (length > MAX_BODY_BYTES) {
    // Else the whole of it would be taken in before the answer leaves.
    response.setHeader('Connection', 'close');
    return next(AppError.of('payload_too_large'));
  }
  const hasBody = headers['transfer-encoding'] !== undefined || length > 0;
  const isJson = /^application\/json(;\s*charset="?utf-8"?)?\s*$/i.test(headers['content-type'] ?? '');
  const isPlain = (headers['content-encoding'] ?? 'identity') === 'identity';
  next(hasBody && !(isJson && isPlain) ? AppError.of('unsupported_media_type') : undefined);
}

/** Names the parser's complaint before Nest, which keeps its status alone, gets to see it. */
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
 * Refuses bodies of more than 1,000 keys and items in all. The rules of the fields look at each of them, and other
 * requests wait for that.
 */
export function onlyFewValues(request: Request, _response: Response, next: NextFunction): void {
  next(hasTooManyValues(request.body) ? AppError.of('too_many_values') : undefined);
}

/** Counts level by level, and no further than what is allowed. */
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
 * Refuses what no field can mean and what the database cannot store: NUL, lone surrogates, prototype keys, nesting
 * over 32 levels, a path that is not valid percent-encoding.
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
