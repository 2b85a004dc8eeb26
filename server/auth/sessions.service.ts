import { Injectable, type OnModuleInit } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Clock } from '../config/clock.js';
import { MINUTE_MS, DAY_MS } from '../config/durations.js';
import { Database } from '../database/database.js';
import { NotifiedCache } from '../database/notified-cache.js';
import { AppError } from '../errors/app-error.js';
import { isOwnerGone } from '../errors/database-errors.js';
import { UsersService } from '../users/users.service.js';
import { Firebase, FirebaseUnreachable, isUserUnknown } from './firebase.js';
import type { VerifiedSession } from './session.js';
import { SessionsRepository } from './sessions.repository.js';

/** Firebase's longest session cookie. */
const REMEMBERED_MS = 14 * DAY_MS;
const UNREMEMBERED_MS = DAY_MS;
/**
 * How long a verified cookie is used without asking Firebase and the database again. A change at Firebase takes effect
 * within 60 seconds; the other 5 are for requests that are still being answered.
 */
const FRESH_MS = MINUTE_MS - 5000;
/** How long it is still used while Firebase cannot be reached. */
const STALE_MS = 10 * MINUTE_MS;
const MINT_ATTEMPTS = 4;

/** Begins, verifies and ends sessions: a Firebase session cookie plus a live row in `sessions`. */
@Injectable()
export class SessionsService implements OnModuleInit {
  /** The key is the whole cookie: the same payload under another signature is verified again. */
  private readonly verified: NotifiedCache<VerifiedSession>;

  constructor(
    private readonly firebase: Firebase,
    private readonly sessions: SessionsRepository,
    private readonly clock: Clock,
    users: UsersService,
    database: Database,
  ) {
    // Other features add theirs when all is made: so sessions end first, and nothing of them comes after the rest.
    users.whenProven(async (tx, { uid }) => {
      await this.sessions.endAll(uid, this.clock.now(), undefined, tx);
      return () => this.verified.changed(nameOf({ uid }));
    });
    this.verified = new NotifiedCache(database, clock, {
      channel: 'sessions_ended',
      maxAgeMs: FRESH_MS,
      namesOf: ({ id, uid }) => [nameOf({ id }), nameOf({ uid })],
    });
  }

  async onModuleInit(): Promise<void> {
    await this.verified.listen();
    await this.sessions.deleteExpired(this.clock.now());
  }

  /**
   * Makes a cookie from an ID token and stores its session.
   * Firebase puts nothing random into a cookie: two sign-ins of one user in the same second give the same one. A value
   * that was used before is therefore refused, and the next second gives a new one.
   * Errors: `auth/user-not-found` for a user who is being deleted at this moment, and those of Firebase.
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
      new Error('Firebase created the same session cookie several times in a row'),
    );
  }

  /**
   * The session of a cookie. Errors: `not_signed_in` for an invalid cookie; `unavailable` when Firebase cannot be
   * reached and the cookie was not verified within the last 10 minutes.
   */
  async verify(cookie: string): Promise<VerifiedSession> {
    const session = await this.verified
      .read(cookie, () => this.lookUp(cookie))
      .catch((error: unknown) => {
        if (!(error instanceof FirebaseUnreachable)) throw error;
        const stale = this.verified.loadedWithin(cookie, STALE_MS);
        if (stale) return stale;
        throw AppError.of('unavailable', error);
      });
    if (!session) throw AppError.of('not_signed_in');
    return session;
  }

  /** In how many browsers a user is signed in. */
  countLive(uid: string): Promise<number> {
    return this.sessions.countLive(uid, this.clock.now());
  }

  /** Ends one session, on all replicas. */
  async end(id: string): Promise<void> {
    await this.sessions.end(id, this.clock.now());
    await this.verified.changed(nameOf({ id }));
  }

  /** Whether a session outlives its browser. */
  isRemembered(id: string): Promise<boolean> {
    return this.sessions.isRemembered(id);
  }

  /** Ends all sessions of a user, on all replicas; the one with this cookie stays. */
  async endAll(uid: string, exceptCookie?: string): Promise<void> {
    await this.sessions.endAll(uid, this.clock.now(), exceptCookie && sessionIdOf(exceptCookie));
    await this.readAgain(uid);
  }

  /** Has the sessions of a person read again, on all replicas. Call it when a membership of theirs has ended. */
  async readAgain(uid: string): Promise<void> {
    await this.verified.changed(nameOf({ uid }));
  }

  /** Undefined for an invalid cookie. Errors: FirebaseUnreachable, `auth/not-configured`. */
  private async lookUp(cookie: string): Promise<VerifiedSession | undefined> {
    const claims = await this.firebase.verifySessionCookie(cookie).catch((error: unknown) => {
      if (error instanceof FirebaseUnreachable || error instanceof AppError) throw error;
      // The SDK throws its own errors, and a bare SyntaxError for some tampered cookies: all mean the same.
      return undefined;
    });
    if (!claims) return undefined;
    const id = sessionIdOf(cookie);
    const signedInAt = new Date(claims.auth_time * 1000);
    const byPasswordAt = claims.firebase.sign_in_provider === 'google.com' ? undefined : signedInAt;
    const person = await this.sessions.touch(id, this.clock.now(), byPasswordAt);
    if (person?.uid !== claims.sub) return undefined;
    return { ...person, id, signedInAt };
  }
}

/** The name under which the end of a session, or of all sessions of a user, is announced. */
function nameOf(ended: { id: string } | { uid: string }): string {
  return 'id' in ended ? `id:${ended.id}` : `uid:${ended.uid}`;
}

/** The key of a session: a hash of the cookie without its signature, which has several spellings under RS256. */
function sessionIdOf(cookie: string): string {
  return createHash('sha256')
    .update(cookie.slice(0, cookie.lastIndexOf('.')))
    .digest('hex');
}
