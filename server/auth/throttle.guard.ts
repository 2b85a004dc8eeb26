import { type CanActivate, type ExecutionContext, Injectable, SetMetadata } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { createHash } from 'node:crypto';
import { Clock } from '../config/clock.js';
import { Env } from '../config/env.js';
import { AppError, type ErrorCode } from '../errors/app-error.js';
import { clientAddress } from '../security/request-limit.js';
import {
  COSTLY,
  type CostlyName,
  REQUESTS,
  type ThrottleName,
  type ThrottleRule,
  THROTTLES,
} from '../security/throttle-limits.js';
import { ProcessBuckets, ThrottleStorage } from '../security/throttle-storage.js';
import { MAX_EMAIL } from './email-address.js';
import { KnownBrowserCookie } from './cookies.js';
import type { RequestWithSession } from './session.js';

const THROTTLED = 'shingle:throttled';
const COSTLY_ROUTE = 'shingle:costly';

/**
 * Makes the guard below count the route's requests by address, under one of the rules of `security/throttle-limits.ts`.
 * `AccountLimits` applies the rule's limits of accounts to each attempt.
 */
export const Throttled = (name: ThrottleName): MethodDecorator => SetMetadata(THROTTLED, name);

/** Makes the guard below count the route's requests by user as `COSTLY` says, beside the limit of all their requests. */
export const Costly = (name: CostlyName): MethodDecorator => SetMetadata(COSTLY_ROUTE, name);

/**
 * Counts all requests, failed ones too: by address on routes with `@Throttled`, and by user on all others, on those with
 * `@Costly` twice. Runs after the session guard and before the body is validated. Only `requestLimit` counts visitors on
 * routes without a rule.
 */
@Injectable()
export class ThrottleGuard implements CanActivate {
  private readonly users: ProcessBuckets;

  constructor(
    private readonly env: Env,
    private readonly reflector: Reflector,
    private readonly storage: ThrottleStorage,
    private readonly browsers: KnownBrowserCookie,
    clock: Clock,
  ) {
    this.users = new ProcessBuckets(clock);
  }

  /** Errors: the refusal of the route's rule, else `too_many_requests`. */
  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (!this.env.THROTTLE) return true;
    const request = context.switchToHttp().getRequest<RequestWithSession>();
    const name = this.reflector.get<ThrottleName | undefined>(THROTTLED, context.getHandler());
    if (name !== undefined) {
      // A browser that the account knows has its own allowance, separate from others behind the same address.
      const client = this.browsers.idIn(request, emailIn(request)) ?? clientAddress(request);
      const { address, refusal, words }: ThrottleRule = THROTTLES[name];
      refuse(refusal, await this.storage.take(`${name} address ${hashOf(client)}`, address), words);
    } else if (request.session) {
      const { uid } = request.session;
      refuse('too_many_requests', this.users.take(uid, REQUESTS.user));
      const costly = this.reflector.get<CostlyName | undefined>(COSTLY_ROUTE, context.getHandler());
      if (costly !== undefined)
        refuse('too_many_requests', this.users.take(`${costly} ${uid}`, COSTLY[costly]));
    }
    return true;
  }
}

/** The database stores no addresses. */
function hashOf(client: string): string {
  return createHash('sha256').update(client).digest('base64url');
}

function refuse(code: ErrorCode, waitMs: number, words?: string): void {
  if (waitMs > 0) throw AppError.until(code, Math.ceil(waitMs / 1000), words);
}

/** The account that a body names; the body has not been validated yet, and comparing a long text takes long. */
function emailIn({ body }: RequestWithSession): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' && email.length <= MAX_EMAIL ? email : '';
}
