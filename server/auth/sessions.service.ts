import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../config/clock.js';
import { AppError } from '../errors/app-error.js';
import { isOwnerGone } from '../errors/owner-gone.js';
import { Firebase, FirebaseUnreachable, isUserUnknown } from './firebase.js';
import type { CurrentSession } from './session.js';
import { sessionIdOf } from './session-cookie.js';
import { SessionsRepository } from './sessions.repository.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Firebase's longest session cookie. */
export const REMEMBERED_MS = 14 * DAY_MS;
const UNREMEMBERED_MS = DAY_MS;
/**
 * How long a verified cookie is believed without asking Firebase and the database again. A change at Firebase bites
 * within 60 seconds; the rest is for the answers to requests that came in time.
 */
const FRESH_MS = MINUTE_MS - 5000;
/** How long it is still believed while Firebase cannot be asked. */
const STALE_MS = 10 * MINUTE_MS;
const CACHED_SESSIONS = 10_000;
const MINT_ATTEMPTS = 4;

interface Verified {
  session: CurrentSession;
  /** When the check began: its answer may be older than the moment at which it arrived. */
  at: number;
}

/** Begins, verifies and ends sessions: a Firebase session cookie plus a live row in `sessions`. */
@Injectable()
export class SessionsService implements OnModuleInit {
  /** By the whole cookie: the same payload under another signature is verified anew. */
  private readonly verified = new LRUCache<string, Verified>({ max: CACHED_SESSIONS });
  private readonly underWay = new Map<string, Promise<CurrentSession>>();
  /** How many times sessions were ended so far. */
  private endings = 0;

  constructor(
    private readonly firebase: Firebase,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.sessions.onEnded(
      (ended) => this.forget(ended),
      () => this.forgetAll(),
    );
    await this.sessions.deleteExpired(this.clock.now());
  }

  /**
   * Mints a cookie from an ID token and stores its session.
   * Firebase puts nothing random into a cookie: two sign-ins of one person in the same second yield the same one.
   * A value that was ever used is therefore never used again; the next second yields a new one.
   * Errors: `auth/user-not-found` for a user who is deleted in this very moment, and those of Firebase.
   * @returns the cookie and how long the browser keeps it (ms; undefined: until it closes).
   */
  async begin(
    uid: string,
    idToken: string,
    remembered: boolean,
  ): Promise<{ cookie: string; maxAgeMs?: number }> {
    try {
      return await this.mint(uid, idToken, remembered);
    } catch (error) {
      throw isOwnerGone(error) || isUserUnknown(error) ? AppError.of('auth/user-not-found', error) : error;
    }
  }

  private async mint(
    uid: string,
    idToken: string,
    remembered: boolean,
  ): Promise<{ cookie: string; maxAgeMs?: number }> {
    const lifetime = remembered ? REMEMBERED_MS : UNREMEMBERED_MS;
    for (let attempt = 0; attempt < MINT_ATTEMPTS; attempt += 1) {
      const cookie = await this.firebase.createSessionCookie(idToken, lifetime);
      const now = this.clock.now();
      const isNew = await this.sessions.insert({
        id: sessionIdOf(cookie),
        uid,
        remembered,
        createdAt: now,
        lastSeenAt: now,
        endsAt: new Date(now.getTime() + lifetime),
      });
      if (isNew) return { cookie, ...(remembered && { maxAgeMs: lifetime }) };
      await delay(1000 - (Date.now() % 1000) + 1);
    }
    throw AppError.of(
      'auth/internal-error',
      new Error('Firebase minted the same session cookie again and again'),
    );
  }

  /**
   * Who the cookie belongs to. Errors: `not_signed_in` for any cookie that is not good; `unavailable` when Firebase
   * cannot be asked and the cookie was not verified within the last 10 minutes.
   */
  async verify(cookie: string): Promise<CurrentSession> {
    const known = this.recall(cookie, FRESH_MS);
    if (known) return known;
    const stale = this.recall(cookie, STALE_MS);
    try {
      return await this.verifyOnce(cookie);
    } catch (error) {
      if (!(error instanceof FirebaseUnreachable)) throw error;
      if (stale && this.verified.has(cookie)) return stale;
      throw AppError.of('unavailable', error);
    }
  }

  /** Who the cookie belongs to, if that was found out within so long (ms); undefined says nothing. */
  recall(cookie: string, withinMs = FRESH_MS): CurrentSession | undefined {
    const known = this.verified.get(cookie);
    return known && this.clock.now().getTime() - known.at < withinMs ? known.session : undefined;
  }

  /** In how many browsers a user is signed in. */
  countLive(uid: string): Promise<number> {
    return this.sessions.countLive(uid, this.clock.now());
  }

  /** Ends one session everywhere, at once. */
  async end(id: string): Promise<void> {
    this.forget({ id });
    await this.sessions.end(id, this.clock.now());
  }

  /** Ends all sessions of a user everywhere, at once. */
  async endAll(uid: string): Promise<void> {
    this.forget({ uid });
    await this.sessions.endAll(uid, this.clock.now());
  }

  /** Requests that come while a cookie is being verified share the one look-up. */
  private verifyOnce(cookie: string): Promise<CurrentSession> {
    const running = this.underWay.get(cookie);
    if (running) return running;
    const started = this.verifyAndKeep(cookie).finally(() => this.underWay.delete(cookie));
    this.underWay.set(cookie, started);
    return started;
  }

  private async verifyAndKeep(cookie: string): Promise<CurrentSession> {
    const endings = this.endings;
    const at = this.clock.now().getTime();
    const session = await this.lookUp(cookie);
    // A session that ended while the look-up was under way must not come back through the cache.
    if (endings === this.endings) this.verified.set(cookie, { session, at });
    return session;
  }

  private async lookUp(cookie: string): Promise<CurrentSession> {
    const id = sessionIdOf(cookie);
    const claims = await this.firebase.verifySessionCookie(cookie).catch((error: unknown) => {
      if (error instanceof FirebaseUnreachable || error instanceof AppError) throw error;
      // The SDK throws its own errors, and a bare SyntaxError for some tampered cookies: all mean the same.
      this.verified.delete(cookie);
      throw AppError.of('not_signed_in', error);
    });
    const uid = await this.sessions.touch(id, this.clock.now());
    if (uid === undefined || uid !== claims.sub) {
      this.verified.delete(cookie);
      throw AppError.of('not_signed_in');
    }
    return { uid, id, signedInAt: new Date(claims.auth_time * 1000) };
  }

  private forgetAll(): void {
    this.endings += 1;
    this.underWay.clear();
    this.verified.clear();
  }

  private forget(ended: { id: string } | { uid: string }): void {
    this.endings += 1;
    this.underWay.clear();
    for (const [cookie, { session }] of this.verified.entries())
      if ('id' in ended ? session.id === ended.id : session.uid === ended.uid) this.verified.delete(cookie);
  }
}
