import { Injectable } from '@nestjs/common';
import type { CookieOptions, Request, Response } from 'express';
import { randomBytes } from 'node:crypto';
import { Env } from '../config/env.js';
import { readCookie } from './request-cookie.js';

const LIFETIME_MS = 10 * 60_000;
const PATTERN = /^[\w-]{43}(?:\.([0-9a-f]{64}))?$/;

/** What the browser holds while its popup is at Google. */
export interface GoogleBinding {
  /** The whole value, to which the transaction is bound. */
  value: string;
  /** The id of the session that the browser held when the popup was opened. */
  previousSession: string | undefined;
}

/**
 * Binds a sign-in with Google to the browser that began it (RFC 9700, 4.7.1). The session cookie cannot: SameSite=Strict
 * keeps it from Google's redirect. So this one also carries the id of the session that the sign-in will replace.
 */
@Injectable()
export class GoogleBindingCookie {
  /** `__Host-` keeps other hosts of the domain from planting it, and demands the path `/`. */
  readonly name: string;

  constructor(private readonly env: Env) {
    this.name = env.isHttps ? '__Host-shingle-google' : 'shingle-google';
  }

  /** Gives the browser a new one in place of any other: the newest attempt counts. @returns its value */
  begin(response: Response, previousSession: string | undefined): string {
    const random = randomBytes(32).toString('base64url');
    const value = previousSession === undefined ? random : `${random}.${previousSession}`;
    response.cookie(this.name, value, { ...this.attributes(), maxAge: LIFETIME_MS });
    return value;
  }

  /** What the browser holds; undefined when it is nothing that was given out here. */
  read(request: Request): GoogleBinding | undefined {
    const match = PATTERN.exec(readCookie(request, this.name) ?? '');
    return match ? { value: match[0], previousSession: match[1] } : undefined;
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes());
  }

  private attributes(): CookieOptions {
    return {
      httpOnly: true,
      secure: this.env.isHttps,
      sameSite: 'lax',
      path: this.env.isHttps ? '/' : '/api/auth/google',
    };
  }
}
