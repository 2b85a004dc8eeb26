import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { IsBoolean, IsInt, Max, Min, ValidateBy } from 'class-validator';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { KEYS_REASON } from './key-ring.js';
import { OperatorError } from './operator-error.js';

const ON = ['on', 'true', '1'];
const OFF = ['off', 'false', '0'];

/** A boolean, written `on` or `off` (or true/false, 1/0). Anything else stays as it is and fails validation. */
export function Switch(): PropertyDecorator {
  return applyDecorators(
    IsBoolean({ message: 'must be on or off' }),
    Transform(({ value }: { value: unknown }) => {
      if (typeof value !== 'string') return value;
      const word = value.toLowerCase();
      if (ON.includes(word)) return true;
      return OFF.includes(word) ? false : value;
    }),
  );
}

/** A whole number from `min` to `max`. Digits become a number; anything else stays as it is and fails validation. */
export function WholeNumber(min: number, max: number): PropertyDecorator {
  const message = `must be from ${min} to ${max}`;
  return applyDecorators(
    IsInt({ message: 'must be a whole number' }),
    Min(min, { message }),
    Max(max, { message }),
    Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value,
    ),
  );
}

/** Host names that mean this machine. */
export const LOOPBACK = Object.freeze(['localhost', '127.0.0.1', '[::1]']);

/** Whether an address leads to this machine. It must be valid. */
export function isThisMachine(address: string): boolean {
  return LOOPBACK.includes(new URL(address).hostname);
}

/** An address of another service, without a slash at its end: https, or plain http on this machine. */
export function ServiceAddress(): PropertyDecorator {
  return ValidateBy(
    { name: 'serviceAddress', validator: { validate: isServiceAddress } },
    { message: 'must be an https address without a query or a slash at its end (http only on this machine)' },
  );
}

function isServiceAddress(value: unknown): boolean {
  const url = typeof value === 'string' ? URL.parse(value) : null;
  if (!url || url.search || url.hash || url.username || url.password || url.href.endsWith('/')) return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

/** What is wrong with SMTP_URL; undefined when nothing is. */
export function faultOfMailServer(text: string): string | undefined {
  const url = URL.parse(text);
  const isPlain = url?.hostname && ['', '/'].includes(url.pathname) && !url.search && !url.hash;
  return isPlain && ['smtp:', 'smtps:'].includes(url.protocol)
    ? undefined
    : 'must be smtp://user:password@host:port or smtps://…, without a path or a query';
}

/** The contacts in a list that is separated by commas. */
export function readContacts(text: string): string[] {
  return text
    .split(',')
    .map((contact) => contact.trim())
    .filter(Boolean);
}

/** What is wrong with SECURITY_CONTACT; undefined when nothing is. A line break in it would begin another field of the file. */
export function faultOfContacts(text: string): string | undefined {
  const contacts = readContacts(text);
  const isContact = (contact: string) =>
    /^(?:https:\/\/[^\s/]|mailto:[^\s@]+@|tel:\+?\d)[^\s]*$/.test(contact) && URL.canParse(contact);
  return contacts.length > 0 && contacts.every(isContact)
    ? undefined
    : 'must be addresses such as mailto:security@shop.example or https://shop.example/security, separated by commas';
}

/** A text in which `faultOf` finds no fault. The error message never shows the text. */
export function Faultless(faultOf: (text: string) => string | undefined): PropertyDecorator {
  return ValidateBy({
    name: 'faultless',
    validator: {
      validate: (value: unknown) => faultOf(String(value)) === undefined,
      defaultMessage: (args) => faultOf(String(args?.value)) ?? '',
    },
  });
}

/** More proxies than any installation has in a row, so a higher number is a mistake. */
const MAX_HOPS = 10;

const PROXIES_RULE =
  'must be the number of proxies in front of this server (1 to 10), or their addresses and subnets separated by commas';

/**
 * What Express takes for its `trust proxy`: a number of hops, or addresses and subnets. The text must have passed
 * `faultOfTrustedProxies`; without one no proxy is trusted.
 */
export function readTrustedProxies(text: string | undefined): number | string[] | false {
  if (text === undefined) return false;
  return /^\d+$/.test(text) ? Number(text) : text.split(',').map((entry) => entry.trim());
}

/** What is wrong with TRUST_PROXY; undefined when nothing is. */
export function faultOfTrustedProxies(text: string): string | undefined {
  const proxies = readTrustedProxies(text);
  if (typeof proxies === 'number') return proxies >= 1 && proxies <= MAX_HOPS ? undefined : PROXIES_RULE;
  return proxies && proxies.every(isNetwork) ? undefined : PROXIES_RULE;
}

/** An address, or a network that does not hold every address. */
function isNetwork(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || address.includes('%') || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits);
}

/** Secrets that may be kept in a file; the variable with `_FILE` at its end holds the path. */
const SECRETS = ['DATABASE_URL', 'FIREBASE_WEB_API_KEY', 'GOOGLE_CLIENT_SECRET', 'TOKEN_KEYS', 'SMTP_URL'];

/** Adds the secrets that are kept in files to the given variables. @returns a sentence for each that cannot be read */
export function readSecretFiles(given: Record<string, string>): string[] {
  return SECRETS.flatMap((name) => {
    const file = `${name}_FILE`;
    const path = given[file];
    if (path === undefined) return [];
    if (given[name] !== undefined) return [`${name} and ${file} must not both be set`];
    try {
      const text = readFileSync(path, 'utf8').trim();
      if (text === '') return [`${file} names a file that is empty`];
      given[name] = text;
      return [];
    } catch (error) {
      return [`${file} names a file that cannot be read (${String((error as NodeJS.ErrnoException).code)})`];
    }
  });
}

/** Variables that are required when the other one is set. */
const REQUIRED_WITH = [
  ['FIREBASE_WEB_API_KEY', 'FIREBASE_PROJECT_ID'],
  ['FIREBASE_PROJECT_ID', 'FIREBASE_WEB_API_KEY'],
  ['GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'],
  ['MAIL_FROM', 'SMTP_URL'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
] as const;

/** A sentence for each variable that is missing beside another one. */
function pairFaults(env: { [name in (typeof REQUIRED_WITH)[number][number]]?: string }): string[] {
  return REQUIRED_WITH.flatMap(([name, other]) =>
    env[name] === undefined && env[other] !== undefined ? [`${name} is required when ${other} is set`] : [],
  );
}

/** What production forbids, and what it needs. */
function productionFaults(env: {
  PUBLIC_ORIGIN?: string;
  FIREBASE_AUTH_EMULATOR_HOST?: string;
  THROTTLE: boolean;
}): string[] {
  const faults: string[] = [];
  if (env.PUBLIC_ORIGIN === undefined)
    faults.push(
      'PUBLIC_ORIGIN is required when NODE_ENV is production: the https address in the browser, such as https://shop.example',
    );
  if (env.FIREBASE_AUTH_EMULATOR_HOST !== undefined)
    faults.push(
      'FIREBASE_AUTH_EMULATOR_HOST must not be set in production: the emulator accepts forged sessions',
    );
  if (!env.THROTTLE)
    faults.push('THROTTLE must not be off in production: passwords could be guessed without limit');
  const simulated = Object.entries(env).flatMap(([name, value]) =>
    name.endsWith('_URL') && String(value).startsWith('http:') ? [name] : [],
  );
  if (simulated.length > 0) faults.push(`${simulated.join(', ')} must be https in production`);
  return faults;
}

/** The faults that span several variables. */
export function crossFaults(
  env: Parameters<typeof productionFaults>[0] &
    Parameters<typeof pairFaults>[0] & {
      NODE_ENV: string;
      TOKEN_KEYS?: string;
      googleClient: object | undefined;
      isHttps: boolean;
      publicOrigin: string;
    },
): string[] {
  const faults = [...(env.NODE_ENV === 'production' ? productionFaults(env) : []), ...pairFaults(env)];
  if (env.googleClient && env.TOKEN_KEYS === undefined)
    faults.push(`TOKEN_KEYS is required when GOOGLE_CLIENT_ID is set: ${KEYS_REASON}`);
  if (!env.isHttps && URL.canParse(env.publicOrigin) && !isThisMachine(env.publicOrigin))
    faults.push('PUBLIC_ORIGIN must begin with https:// unless it is this machine (localhost)');
  return faults;
}

/** The configuration is invalid: one line for each faulty variable, by name, never with its value. */
export class EnvError extends OperatorError {
  constructor(readonly faults: string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : 'faults'}:\n  ${faults.join('\n  ')}`);
  }
}
