import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import type { CookieOptions, Request, Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import { serverKeys } from '../database/schema.js';
import { plainEmail } from '../users/users.service.js';
import { readCookie } from './request-cookie.js';

/** The longest that browsers keep a cookie (draft-ietf-httpbis-rfc6265bis); each sign-in begins it again. */
const LIFETIME_MS = 400 * 24 * 60 * 60_000;
/** The browser of a shop is shared; who has not signed in for the longest is forgotten first. */
const MAX_ACCOUNTS = 5;
const PURPOSE = 'known-browser';
/** 128 random bits in base64url, then an HMAC-SHA-256 over them and the account. */
const ID_LENGTH = 22;
const ENTRY = /^[\w-]{65}$/;

/**
 * Remembers in a browser that it has signed in to an account before, and nothing else (a "device cookie" as OWASP
 * describes it): it opens nothing, and keeps strangers who try passwords from keeping the owner out.
 */
@Injectable()
export class KnownBrowserCookie implements OnModuleInit {
  /** `__Host-` keeps other hosts of the domain from planting it. */
  readonly name: string;
  private key!: Buffer;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.name = env.isHttps ? '__Host-shingle-known' : 'shingle-known';
  }

  /** The key is made by whichever server comes first, and is the same for all that share the database. */
  async onModuleInit(): Promise<void> {
    const { orm } = this.database;
    const key = randomBytes(32).toString('base64');
    await orm
      .insert(serverKeys)
      .values({ purpose: PURPOSE, key, createdAt: this.clock.now() })
      .onConflictDoNothing();
    const [row] = await orm.select().from(serverKeys).where(eq(serverKeys.purpose, PURPOSE));
    this.key = Buffer.from(row?.key ?? key, 'base64');
  }

  /** What tells this browser from others that the account knows; undefined when the account does not know it. */
  idIn(request: Request, email: string): string | undefined {
    return this.entryIn(request, email)?.slice(0, ID_LENGTH);
  }

  /** Adds an account to those that the browser has signed in to. */
  remember(request: Request, response: Response, email: string): void {
    const own = this.entryIn(request, email) ?? this.newEntry(email);
    const others = this.entriesIn(request).filter((entry) => entry !== own);
    const value = [own, ...others].slice(0, MAX_ACCOUNTS).join('.');
    response.cookie(this.name, value, { ...this.attributes(), maxAge: LIFETIME_MS });
  }

  clear(response: Response): void {
    response.clearCookie(this.name, this.attributes());
  }

  private entriesIn(request: Request): string[] {
    const value = readCookie(request, this.name) ?? '';
    return value.split('.', MAX_ACCOUNTS).filter((entry) => ENTRY.test(entry));
  }

  private entryIn(request: Request, email: string): string | undefined {
    return this.entriesIn(request).find((entry) => {
      const expected = entry.slice(0, ID_LENGTH) + this.proofFor(entry.slice(0, ID_LENGTH), email);
      return timingSafeEqual(Buffer.from(entry), Buffer.from(expected));
    });
  }

  private newEntry(email: string): string {
    const id = randomBytes(16).toString('base64url');
    return id + this.proofFor(id, email);
  }

  private proofFor(id: string, email: string): string {
    return createHmac('sha256', this.key)
      .update(JSON.stringify([id, plainEmail(email)]))
      .digest('base64url');
  }

  private attributes(): CookieOptions {
    return { httpOnly: true, secure: this.env.isHttps, sameSite: 'strict', path: '/' };
  }
}
