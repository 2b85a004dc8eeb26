import { Logger } from '@nestjs/common';
import type { Request, RequestHandler } from 'express';
import { isIP } from 'node:net';
import type { Clock } from '../config/clock.js';
import type { Env } from '../config/env.js';
import { AppError } from '../errors/app-error.js';
import { REQUESTS } from './throttle-limits.js';
import { ProcessBuckets } from './throttle-storage.js';

/**
 * Refuses requests of one address beyond the general limit of the API, before the body is read. For use below `/api`.
 * Health checks do not count, so that a load balancer does not mistake a working server for a broken one.
 */
export function requestLimit(env: Env, clock: Clock): RequestHandler {
  const buckets = new ProcessBuckets(clock);
  const logger = new Logger('RequestLimit');
  let hasWarned = env.TRUST_PROXY !== undefined;
  return (request, response, next) => {
    if (!env.THROTTLE || request.path.startsWith('/health/')) return next();
    if (!hasWarned && request.headers['x-forwarded-for'] !== undefined) {
      hasWarned = true;
      logger.warn(
        'A request came with X-Forwarded-For, and TRUST_PROXY is not set: all clients behind one proxy count as one address. Set TRUST_PROXY if the proxy is yours.',
      );
    }
    const waitMs = buckets.take(clientAddress(request), REQUESTS.address);
    if (waitMs === 0) return next();
    response.setHeader('Retry-After', Math.ceil(waitMs / 1000));
    next(AppError.of('too_many_requests'));
  };
}

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write it. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/**
 * The address of the client: the other end of the socket, or, if that is a proxy of TRUST_PROXY, the address that the
 * proxy names. A network of IPv6 (/64) counts as one address, because a household or a server has all of it.
 */
export function clientAddress(request: Request): string {
  const given = withoutPort(request.ip ?? '');
  return networkOf(isIP(given) ? given : (request.socket.remoteAddress ?? 'unknown'));
}

function withoutPort(address: string): string {
  const match = WITH_PORT.exec(address);
  return match?.[1] ?? match?.[2] ?? address;
}

/** The /64 of an IPv6 address; an IPv4 address as it is, even when written as IPv6 (`::ffff:192.0.2.1`). */
function networkOf(address: string): string {
  const [bare = ''] = address.split('%', 1);
  if (isIP(bare) !== 6) return bare;
  // A URL writes each address in one way: in lower case, without dots, its longest row of zeros as `::`.
  const host = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [left = [], right = []] = host.split('::').map((part) => part.split(':').filter(Boolean));
  const zeros = Array<string>(8 - left.length - right.length).fill('0');
  const groups = [...left, ...zeros, ...right].map((group) => parseInt(group, 16));
  const [, , , , , mark, high = 0, low = 0] = groups;
  if (mark === 0xffff && groups.slice(0, 5).every((group) => group === 0))
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
