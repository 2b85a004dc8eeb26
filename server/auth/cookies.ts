import { Injectable, type OnModuleInit } from '@nestjs/common';
import { eq } from 'drizzle-orm';
import type { CookieOptions, Request, Response } from 'express';
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { MINUTE_MS, DAY_MS } from '../config/durations.js';
import { Env } from '../config/env.js';
import { Database } from '../database/database.js';
import { serverKeys } from '../database/connection.schema.js';
import { plainEmail } from '../users/users.service.js';

/*
 * The three cookies of a browser: its session, its present sign-in with Google, and the accounts that it has signed in
 * to before. On https their names begin with `__Host-`: then no other host of the domain can set them, and browsers
 * require Secure and the path `/`. Safari refuses Secure on plain http even for localhost.
 */

const SESSION_PATTERN = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*$/;

/** Reads and writes the session cookie (RFC 10017 section 6.1.3.2; draft-ietf-httpbis-rfc6265bis on prefixes). */
@Injectable()
export class SessionCookie {
  readonly name: string;

  constructor(private readonly env: Env) {
    this.name = env.isHttps ? '__Host-shingle' : 'shingle';
  }

  /** The cookie's value, or undefined when there is none that could be a session. */
  read(request: Request): string | undefined {
    const value = readCookie(request, this.name);
    return value !== undefined && SESSION_PATTERN.test(value) ? value : undefined;
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

const BINDING_LIFETIME_MS = 10 * MINUTE_MS;
const BINDING_PATTERN = /^[\w-]{43}(?:\.([0-9a-f]{64}))?$/;

/** The content of the cookie while the popup is at Google. */
interface GoogleBinding {
  /** The whole value, to which the transaction is bound. */
  value: string;
  /** The id of the session that the browser held when the popup was opened. */
  previousSession: string | undefined;
}

/**
 * Binds a sign-in with Google to the browser that began it (RFC 9700, 4.7.1). The session cookie cannot: with
 * SameSite=Strict it does not come with Google's redirect. So this cookie also carries the id of the session that the
 * sign-in will replace.
 */
@Injectable()
export class GoogleBindingCookie {
  readonly name: string;

  constructor(private readonly env: Env) {
    this.name = env.isHttps ? '__Host-shingle-google' : 'shingle-google';
  }

  /** Sets a new cookie, which replaces an older one: the newest attempt counts. @returns its value */
  begin(response: Response, previousSession: string | undefined): string {
    const random = randomBytes(32).toString('base64url');
    const value = previousSession === undefined ? random : `${random}.${previousSession}`;
    response.cookie(this.name, value, { ...this.attributes(), maxAge: BINDING_LIFETIME_MS });
    return value;
  }

  /** Undefined when there is none, or one of another form. */
  read(request: Request): GoogleBinding | undefined {
    const match = BINDING_PATTERN.exec(readCookie(request, this.name) ?? '');
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

/** The longest lifetime that browsers accept (draft-ietf-httpbis-rfc6265bis). Each sign-in renews it. */
const KNOWN_LIFETIME_MS = 400 * DAY_MS;
/** A shop's browser may be shared. The account with the oldest sign-in is dropped first. */
const MAX_ACCOUNTS = 5;
const KEY_PURPOSE = 'known-browser';
/** 128 random bits in base64url, then an HMAC-SHA-256 over them and the account. */
const ID_LENGTH = 22;
const ENTRY = /^[\w-]{65}$/;

/**
 * Marks a browser that has signed in to an account before (a "device cookie" as OWASP describes it). It gives no access.
 * It gives the browser its own limit of attempts, so that strangers who guess passwords cannot lock the owner out.
 */
@Injectable()
export class KnownBrowserCookie implements OnModuleInit {
  readonly name: string;
  private key!: Buffer;

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.name = env.isHttps ? '__Host-shingle-known' : 'shingle-known';
  }

  /** The first server to start makes the key; all servers on the database share it. */
  async onModuleInit(): Promise<void> {
    const { orm } = this.database;
    const key = randomBytes(32).toString('base64');
    await orm
      .insert(serverKeys)
      .values({ purpose: KEY_PURPOSE, key, createdAt: this.clock.now() })
      .onConflictDoNothing();
    const [row] = await orm.select().from(serverKeys).where(eq(serverKeys.purpose, KEY_PURPOSE));
    this.key = Buffer.from(row?.key ?? key, 'base64');
  }

  /** An id of this browser for an account that it has signed in to before; undefined for any other account. */
  idIn(request: Request, email: string): string | undefined {
    return this.entryIn(request, email)?.slice(0, ID_LENGTH);
  }

  /** Adds an account to those that the browser has signed in to. */
  remember(request: Request, response: Response, email: string): void {
    const own = this.entryIn(request, email) ?? this.newEntry(email);
    const others = this.entriesIn(request).filter((entry) => entry !== own);
    const value = [own, ...others].slice(0, MAX_ACCOUNTS).join('.');
    response.cookie(this.name, value, { ...this.attributes(), maxAge: KNOWN_LIFETIME_MS });
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

/**
 * The value of a request's cookie; undefined when there is none.
 * Two cookies of one name mean that an attacker has set one of them: neither is used.
 */
function readCookie(request: Request, name: string): string | undefined {
  const header = request.headers.cookie;
  if (header === undefined) return undefined;
  let value: string | undefined;
  for (let start = 0, end = 0; end >= 0; start = end + 1) {
    end = header.indexOf(';', start);
    const pair = (end < 0 ? header.slice(start) : header.slice(start, end)).trim();
    if (!pair.startsWith(name) || pair[name.length] !== '=') continue;
    if (value !== undefined) return undefined;
    value = pair.slice(name.length + 1);
  }
  return value;
}
