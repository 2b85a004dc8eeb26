import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { createHash } from 'node:crypto';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { clientAddress } from '../security/request-limit.js';
import { type Limit, type ThrottleName, type ThrottleRule, THROTTLES } from '../security/throttle-limits.js';
import { ThrottleStorage } from '../security/throttle-storage.js';
import { KnownBrowserCookie } from './cookies.js';

/** Failures that say nothing about a password or an address: Firebase was not asked, or did not decide. */
const UNTRIED = ['auth/not-configured', 'auth/network-request-failed', 'auth/internal-error'];

interface Bucket {
  key: string;
  limit: Limit;
}

/**
 * Applies the limits of single accounts. Only real attempts count, so callers use these methods after the body is valid,
 * around the attempt itself. They count before they try: attempts at the same time cannot exceed a limit, and a refusal
 * is the same whether or not the account exists and the password is right.
 */
@Injectable()
export class AccountLimits {
  constructor(
    private readonly env: Env,
    private readonly storage: ThrottleStorage,
    private readonly browsers: KnownBrowserCookie,
  ) {}

  /**
   * Tries something about an account, named by its plain e-mail address or its uid, for a visitor. A browser that
   * has signed in to the account before has an allowance of its own. Errors: the refusal of the rule, and those of the try.
   */
  byVisitor<Result>(
    name: 'sign-in' | 'sign-up' | 'password-reset' | 'token-exchange',
    account: string,
    request: Request,
    tryIt: () => Promise<Result>,
  ): Promise<Result> {
    const rule: ThrottleRule = THROTTLES[name];
    const browser = rule.knownBrowser && this.browsers.idIn(request, account);
    const buckets =
      browser === undefined
        ? // In this order: a request that its address may not make takes nothing from the limit of all addresses.
          [bucketOf(name, 'accountHere', account, clientAddress(request)), bucketOf(name, 'account', account)]
        : [bucketOf(name, 'knownBrowser', browser)];
    return this.counted(name, buckets, tryIt);
  }

  /**
   * Tries something about the account of a user who is signed in, or about one `thing` of theirs, named by its id. Errors: the
   * refusal of the rule, and those of the try.
   */
  byUser<Result>(
    name: 'connect' | 'reauthentication' | 'send-by-hand',
    uid: string,
    tryIt: () => Promise<Result>,
    thing?: string,
  ): Promise<Result> {
    const ofThing = thing === undefined ? undefined : bucketOf(name, 'thing', uid, thing);
    // In this order: a person who may try nothing more makes no rows for things.
    return this.counted(name, [bucketOf(name, 'account', uid), ofThing], tryIt);
  }

  private async counted<Result>(
    name: ThrottleName,
    buckets: (Bucket | undefined)[],
    tryIt: () => Promise<Result>,
  ): Promise<Result> {
    if (!this.env.THROTTLE) return tryIt();
    const taken: string[] = [];
    for (const { key, limit } of buckets.filter((bucket) => bucket !== undefined)) {
      const waitMs = await this.storage.take(key, limit);
      if (waitMs > 0) {
        await this.putBack(taken);
        const { refusal, words }: ThrottleRule = THROTTLES[name];
        throw AppError.until(refusal, Math.ceil(waitMs / 1000), words);
      }
      taken.push(key);
    }
    try {
      return await tryIt();
    } catch (error) {
      if (error instanceof AppError && UNTRIED.includes(error.code)) await this.putBack(taken);
      throw error;
    }
  }

  private async putBack(keys: string[]): Promise<void> {
    for (const key of keys) await this.storage.putBack(key);
  }
}

/** A bucket of the rule, if the rule has it. The key is a hash, so that no addresses or names are stored here. */
function bucketOf(
  name: ThrottleName,
  kind: 'accountHere' | 'account' | 'thing' | 'knownBrowser',
  ...parts: string[]
): Bucket | undefined {
  const limit = (THROTTLES[name] as ThrottleRule)[kind];
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return limit && { key: `${name} ${kind} ${hash}`, limit };
}
