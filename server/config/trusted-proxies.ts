import { isIP } from 'node:net';

/** More proxies than anybody has in a row; a longer way is a slip. */
const MAX_HOPS = 10;

const RULE =
  'must be the number of proxies in front of this server (1 to 10), or their addresses and subnets separated by commas';

/**
 * What Express takes for its `trust proxy`: a number of hops, or addresses and subnets. The text must have passed
 * `faultOfTrustedProxies`; without one nobody is trusted.
 */
export function readTrustedProxies(text: string | undefined): number | string[] | false {
  if (text === undefined) return false;
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((entry) => entry.trim());
}

/** What is wrong with TRUST_PROXY; undefined when nothing is. */
export function faultOfTrustedProxies(text: string): string | undefined {
  const proxies = readTrustedProxies(text);
  if (typeof proxies === 'number') return proxies >= 1 && proxies <= MAX_HOPS ? undefined : RULE;
  return proxies && proxies.every(isNetwork) ? undefined : RULE;
}

/** An address, or a network that is not everybody's. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}
