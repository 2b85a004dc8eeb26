import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerOptions } from '@nestjs/throttler';
import { createHash } from 'node:crypto';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { clientAddress } from '../security/client-address.js';
import { REQUESTS, type ThrottleName, THROTTLES } from '../security/throttle-limits.js';
import { IN_PROCESS, ThrottleStorage } from '../security/throttle-storage.js';
import { KnownBrowserCookie } from './known-browser-cookie.js';
import type { RequestWithSession } from './session.js';
import { THROTTLED_METADATA } from './throttled.js';

/**
 * Counts requests, whatever they are worth: by address where `@Throttled` says so, and by user in all. Comes after the
 * session guard, and before anything is checked. What is tried about an account is counted by `AccountLimits`.
 */
@Injectable()
export class ThrottleGuard extends ThrottlerGuard {
  // Named one by one: those that the library's constructor asks for would be injected else.
  constructor(
    @Inject(Env) private readonly env: Env,
    @Inject(ThrottleStorage) storage: ThrottleStorage,
    @Inject(Reflector) reflector: Reflector,
    @Inject(KnownBrowserCookie) browsers: KnownBrowserCookie,
  ) {
    super({ throttlers: throttlersOf(reflector, browsers), setHeaders: false }, storage, reflector);
  }

  /** A visitor on a route without a rule is counted by `requestLimit` alone. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    const isCounted =
      nameOf(this.reflector, context) !== undefined || requestOf(context).session !== undefined;
    return Promise.resolve(!this.env.THROTTLE || !isCounted);
  }

  /** Most buckets are in the database, where no address shall be read. */
  protected override generateKey(context: ExecutionContext, tracker: string, throttler: string): string {
    if (throttler === IN_PROCESS) return tracker;
    const hash = createHash('sha256').update(tracker).digest('base64url');
    return `${nameOf(this.reflector, context)} ${throttler} ${hash}`;
  }

  protected override throwThrottlingException(
    context: ExecutionContext,
    { timeToBlockExpire }: ThrottlerLimitDetail,
  ): Promise<void> {
    const name = nameOf(this.reflector, context);
    const code = name ? THROTTLES[name].refusal : 'too_many_requests';
    return Promise.reject(AppError.until(code, timeToBlockExpire));
  }
}

function throttlersOf(reflector: Reflector, browsers: KnownBrowserCookie): ThrottlerOptions[] {
  return [
    {
      name: 'address',
      // Never counted: each rule brings its own limit.
      ...REQUESTS.user,
      skipIf: (context) => nameOf(reflector, context) === undefined,
      // Others behind the same address do not use up what a browser has that the account knows.
      getTracker: (request) =>
        browsers.idIn(request as RequestWithSession, emailIn(request)) ??
        clientAddress(request as RequestWithSession),
    },
    {
      name: IN_PROCESS,
      ...REQUESTS.user,
      skipIf: (context) => nameOf(reflector, context) !== undefined,
      getTracker: (_request, context) => requestOf(context).session?.uid ?? '',
    },
  ];
}

function nameOf(reflector: Reflector, context: ExecutionContext): ThrottleName | undefined {
  return reflector.get<ThrottleName | undefined>(THROTTLED_METADATA, context.getHandler());
}

function requestOf(context: ExecutionContext): RequestWithSession {
  return context.switchToHttp().getRequest<RequestWithSession>();
}

/** Whose account a body names; it has not been checked yet. */
function emailIn({ body }: Record<string, unknown>): string {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : '';
}
