import { Injectable } from '@nestjs/common';
import { and, desc, eq, lt } from 'drizzle-orm';
import { createHash, randomBytes } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { type OAUTH_PURPOSES, oauthTransactions } from '../database/connection.schema.js';
import { Database } from '../database/database.js';

type Purpose = (typeof OAUTH_PURPOSES)[number];

const LIFETIME_MS = 10 * 60_000;
/** Ended ones stay for so long, that a late answer can be told why it comes too late. */
const KEPT_MS = 60 * 60_000;
/** 256 bits; RFC 9700, 4.7.1 wants a value that cannot be guessed. */
const RANDOM_BYTES = 32;

/** A way to Google's consent page and back, taken out of the store: it cannot be used again. */
export interface OAuthTransaction {
  /** The PKCE verifier. */
  verifier: string;
  /** What Google has to repeat in the ID token, if it was sent along. */
  nonce: string;
  uid: string | null;
  attempt: string | null;
  /** Whether it came back later than 10 minutes after it began. */
  hasExpired: boolean;
  /** Whether it was begun by the browser that holds this secret. */
  isBoundTo: (binding: string) => boolean;
}

/** What lies between leaving for Google's consent page and coming back: single use, 10 minutes (RFC 9700, 4.7.1). */
@Injectable()
export class OAuthTransactions {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /**
   * Remembers that somebody leaves for Google.
   * @returns the random part of `state`; and a nonce, which says which one it was but cannot take it out of the store
   */
  async begin(transaction: {
    purpose: Purpose;
    verifier: string;
    binding: string;
    uid?: string;
    attempt?: string;
  }): Promise<{ random: string; nonce: string }> {
    const random = randomBytes(RANDOM_BYTES).toString('base64url');
    const nonce = hash(random);
    const now = this.clock.now().getTime();
    await this.database.orm
      .delete(oauthTransactions)
      .where(lt(oauthTransactions.endsAt, new Date(now - KEPT_MS)));
    await this.database.orm.insert(oauthTransactions).values({
      ...transaction,
      id: nonce,
      binding: hash(transaction.binding),
      endsAt: new Date(now + LIFETIME_MS),
    });
    return { random, nonce };
  }

  /** Takes the one of that `state` out of the store; undefined when there is none, or none any more. */
  async take(purpose: Purpose, random: string): Promise<OAuthTransaction | undefined> {
    return this.remove(purpose, hash(random));
  }

  /** Takes the latest that a user has begun in this browser; undefined when there is none. */
  async takeLatest(purpose: Purpose, uid: string, binding: string): Promise<OAuthTransaction | undefined> {
    const [latest] = await this.database.orm
      .select({ id: oauthTransactions.id })
      .from(oauthTransactions)
      .where(and(eq(oauthTransactions.uid, uid), eq(oauthTransactions.binding, hash(binding))))
      .orderBy(desc(oauthTransactions.endsAt))
      .limit(1);
    return latest && this.remove(purpose, latest.id);
  }

  private async remove(purpose: Purpose, id: string): Promise<OAuthTransaction | undefined> {
    const [row] = await this.database.orm
      .delete(oauthTransactions)
      .where(and(eq(oauthTransactions.id, id), eq(oauthTransactions.purpose, purpose)))
      .returning();
    return (
      row && {
        verifier: row.verifier,
        nonce: row.id,
        uid: row.uid,
        attempt: row.attempt,
        hasExpired: row.endsAt <= this.clock.now(),
        isBoundTo: (binding) => hash(binding) === row.binding,
      }
    );
  }
}

function hash(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}
