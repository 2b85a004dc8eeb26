import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ThrottlerGuard, type ThrottlerLimitDetail, type ThrottlerOptions } from '@nestjs/throttler';
import type { Response } from 'express';
import { createHash } from 'node:crypto';
import { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { clientAddress } from '../security/client-address.js';
import { REQUESTS, type ThrottleName, type ThrottleRule, THROTTLES } from '../security/throttle-limits.js';
import { IN_PROCESS, ThrottleStorage } from '../security/throttle-storage.js';
import type { RequestWithSession } from './session.js';
import { THROTTLED_METADATA } from './throttled.js';

/**
 * Keeps what `@Throttled` allows, and how much one signed-in user may ask in all. Comes after the session guard, and
 * before anything is checked: a refusal looks the same whether or not the account exists and the password is right.
 */
@Injectable()
export class ThrottleGuard extends ThrottlerGuard {
  // Named one by one: those that the library's constructor asks for would be injected else.
  constructor(
    @Inject(Env) private readonly env: Env,
    @Inject(ThrottleStorage) storage: ThrottleStorage,
    @Inject(Reflector) reflector: Reflector,
  ) {
    super({ throttlers: throttlersOf(reflector), setHeaders: false }, storage, reflector);
  }

  /** A visitor on a route without a rule is counted by `requestLimit` alone. */
  protected override shouldSkip(context: ExecutionContext): Promise<boolean> {
    const isCounted =
      nameOf(this.reflector, context) !== undefined || requestOf(context).session !== undefined;
    return Promise.resolve(!this.env.THROTTLE || !isCounted);
  }

  /** Most buckets are in the database, where neither addresses nor e-mails shall be read. */
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
    context.switchToHttp().getResponse<Response>().setHeader('Retry-After', timeToBlockExpire);
    return Promise.reject(AppError.of(name ? THROTTLES[name].refusal : 'too_many_requests'));
  }
}

/** In the order in which they are asked: whoever is stopped by the first takes nothing from the others. */
function throttlersOf(reflector: Reflector): ThrottlerOptions[] {
  const ruleOf = (context: ExecutionContext): ThrottleRule | undefined => {
    const name = nameOf(reflector, context);
    return name && THROTTLES[name];
  };
  return [
    {
      name: 'address',
      // Never counted: each rule brings its own limits.
      ...REQUESTS.user,
      skipIf: (context) => !ruleOf(context),
      getTracker: (request) => clientAddress(request as RequestWithSession),
    },
    {
      name: 'accountHere',
      ...REQUESTS.user,
      skipIf: (context) => !ruleOf(context)?.accountHere || accountIn(context) === undefined,
      getTracker: (request, context) =>
        JSON.stringify([accountIn(context), clientAddress(request as RequestWithSession)]),
    },
    {
      name: 'account',
      ...REQUESTS.user,
      skipIf: (context) => !ruleOf(context)?.account || accountIn(context) === undefined,
      getTracker: (_request, context) => accountIn(context) ?? '',
    },
    {
      name: IN_PROCESS,
      ...REQUESTS.user,
      skipIf: (context) => ruleOf(context) !== undefined,
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

/** Whose account a request is about, proven or not; the body has not been checked yet. */
function accountIn(context: ExecutionContext): string | undefined {
  const request = requestOf(context);
  if (request.session) return `uid ${request.session.uid}`;
  const { email, idToken } = (request.body ?? {}) as Record<string, unknown>;
  if (typeof email === 'string') return `email ${email.trim().toLowerCase()}`;
  return typeof idToken === 'string' ? `sub ${subjectIn(idToken)}` : undefined;
}

/** Who an ID token says that it belongs to; whoever forges one only harms their own address. */
function subjectIn(idToken: string): string {
  try {
    const [, payload = ''] = idToken.split('.');
    const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub?: unknown };
    return String(sub);
  } catch {
    return '';
  }
}
