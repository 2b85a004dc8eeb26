import { isIP } from 'node:net';
import { figure } from '../../config/figure.js';
import { isPublicName } from '../../security/web-address.js';
import { isPublicAddress } from './public-address.js';

export const MAX_WEBHOOK_URL = 2000;

/** Visible ASCII characters without a backslash, which programs read differently. */
const PLAIN = /^https:\/\/[^\s\\]+$/i;

/**
 * What is wrong with the address of a webhook, as far as its text says; undefined when nothing is. What a name leads to is
 * checked at each message.
 * @param isReachable whether messages may go to a host; by default to public ones only
 */
export function faultOfWebhookUrl(text: string, isReachable = isPublicHost): string | undefined {
  if (text.length > MAX_WEBHOOK_URL) return `Address must be at most ${figure(MAX_WEBHOOK_URL)} characters`;
  if (!PLAIN.test(text) || !URL.canParse(text))
    return 'Address must begin with https://, such as https://www.example.com/hooks';
  const url = new URL(text);
  if (url.username || url.password) return 'Address must not contain a user name or a password';
  if (url.port) return 'Address must use the standard port of https, 443';
  if (url.hash) return 'Address must not contain a part after #';
  const host = hostOf(url);
  if (host.endsWith('.')) return 'Address must not have a dot at the end of its host';
  if (!isReachable(host)) return 'Address must be public: nothing is sent to a private network';
  return undefined;
}

function isPublicHost(host: string): boolean {
  return isIP(host) === 0 ? isPublicName(host) : isPublicAddress(host);
}

/** The name or the IP address of a URL, an IPv6 address without its brackets. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}
