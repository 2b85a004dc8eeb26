import { BlockList, isIP } from 'node:net';

/** Addresses that no customer's browser reaches: IANA's special-purpose registries. */
const UNREACHABLE = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  UNREACHABLE.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const)
  UNREACHABLE.addSubnet(network, prefix, 'ipv6');

/** Ends of names that the public domain name system never answers (RFC 6761, 6762, 8375), or that routers make up. */
const NO_PUBLIC_NAME =
  /(^|\.)(localhost|local|internal|intranet|test|example|invalid|onion|home\.arpa|home|lan|corp)$/;

/** Whether anybody on the internet can open a link, by its looks alone: nothing is ever fetched. */
export function isPublicLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const host = new URL(link).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version > 0) return !UNREACHABLE.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return host.includes('.') && !NO_PUBLIC_NAME.test(host);
}
