import { Logger } from '@nestjs/common';
import type { RequestHandler } from 'express';
import type { Clock } from '../config/clock.js';
import type { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { clientAddress } from './client-address.js';
import { ProcessBuckets } from './process-buckets.js';
import { REQUESTS } from './throttle-limits.js';

/**
 * Refuses what one address asks of the API beyond the general limit, before anything is read; health checks do not
 * count, since a balancer must never be told that a server which works does not.
 */
export function requestLimit(env: Env, clock: Clock): RequestHandler {
  const buckets = new ProcessBuckets(clock);
  const logger = new Logger('RequestLimit');
  let hasWarned = env.TRUST_PROXY !== undefined;
  return (request, response, next) => {
    if (!env.THROTTLE || request.path.startsWith('/api/health/')) return next();
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      logger.warn(
        'A request came with X-Forwarded-For, and TRUST_PROXY is not set: everybody behind one proxy counts as one address. Set TRUST_PROXY if the proxy is yours.',
      );
    }
    const waitMs = buckets.take(clientAddress(request), REQUESTS.address);
    if (waitMs === 0) return next();
    response.setHeader('Retry-After', Math.ceil(waitMs / 1000));
    next(AppError.of('too_many_requests'));
  };
}
