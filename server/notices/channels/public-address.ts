import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';

/** All addresses that IANA has given out for the public internet in IPv6. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet, so that a request to it cannot reach the network of this server.
 * An IPv6 address that only stands for an IPv4 address (mapped, compatible, NAT64, 6to4, Teredo) counts as private.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false;
  const parsed = ipaddr.parse(address);
  const isGlobal = parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST);
  return isGlobal && parsed.range() === 'unicast';
}
