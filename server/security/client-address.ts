import { normalizeIp } from '@nestjs/throttler';
import type { Request } from 'express';
import { isIP } from 'node:net';

/** `192.0.2.1:4711` and `[2001:db8::1]:4711`, as some proxies write it. */
const WITH_PORT = /^(?:\[([\da-f:.]+)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/i;

/**
 * Who asks, as far as addresses tell: the other end of the socket, or, where that is a proxy which TRUST_PROXY names,
 * what the proxy says of it. A network of IPv6 (/64) counts as one address, since a household or a server has it whole.
 */
export function clientAddress(request: Request): string {
  const told = withoutPort(request.ip ?? '');
  return normalizeIp(isIP(told) ? told : (request.socket.remoteAddress ?? 'unknown'));
}

function withoutPort(address: string): string {
  const match = WITH_PORT.exec(address);
  return match?.[1] ?? match?.[2] ?? address;
}
