import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Request, Response } from 'express';
import { Env } from '../config/env.js';
import { readCookie } from './request-cookie.js';

const PATTERN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

/** Reads and writes the one cookie (RFC 10017 section 6.1.3.2; draft-ietf-httpbis-rfc6265bis on prefixes). */
@Injectable()
export class SessionCookie {
  /** `__Host-` demands Secure, which Safari refuses on plain http even for localhost. */
  readonly name: string;

  constructor(private readonly env: Env) {
    this.name = env.isHttps ? '__Host-shingle' : 'shingle';
  }

  /** The cookie's value as it was sent, whatever it is. */
  readAny(request: Request): string | undefined {
    return readCookie(request, this.name);
  }

  /** The cookie's value, or undefined when there is none that could be a session. */
  read(request: Request): string | undefined {
    const value = this.readAny(request);
    return value !== undefined && PATTERN.test(value) ? value : undefined;
  }

  /** Sets the cookie; without `maxAgeMs` the browser forgets it when it closes. */
  write(response: Response, value: string, maxAgeMs: number | undefined): void {
    response.cookie(this.name, value, { ...this.attributes(), ...(maxAgeMs && { maxAge: maxAgeMs }) });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes());
  }

  private attributes() {
    return {
      httpOnly: true,
      secure: this.env.isHttps,
      sameSite: 'strict',
      path: '/',
      encode: String,
    } as const;
  }
}

/** The key of a session: a hash of the cookie without its signature, which has several spellings under RS256. */
export function sessionIdOf(cookie: string): string {
  return createHash('sha256')
    .update(cookie.slice(0, cookie.lastIndexOf('.')))
    .digest('hex');
}
