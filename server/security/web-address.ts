import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, ValidateBy } from 'class-validator';
import { BlockList, isIP } from 'node:net';
import { figure } from '../config/figure.js';

export const MAX_URL = 2048;

/** http or https, then the host directly, without a user name, a backslash or a character that must be encoded. */
const ADDRESS = /^https?:\/\/[^\s\\<>\p{Cc}/?#@]+([/?#][^\s\\<>\p{Cc}]*)?$/iu;
/** One part of a host's name. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Whether a text is the full address of a web page, as every stored link must be. Browsers read a name before `@` and
 * backslashes in ways that mislead users. The client has the same rule, and that of `faultOfWebsite`, in `lib/web-address.ts`.
 */
export function isWebAddress(text: unknown): boolean {
  if (typeof text !== 'string' || !ADDRESS.test(text) || !URL.canParse(text)) return false;
  const labels = new URL(text).hostname.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** An address that another service gave, where it leads to the web; null for any other, which may run something in a page. */
export function webLink(given: unknown): string | null {
  return typeof given === 'string' && /^https?:\/\//i.test(given) && URL.canParse(given) ? given : null;
}

/** Addresses that a customer's browser cannot reach: IANA's special-purpose registries. */
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

/** Ends of names that lead to a machine or network of one's own (RFC 6761, 6762, 8375), or that routers use. */
const PRIVATE_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|home\.arpa|home|lan|corp)$/;

/** Further ends of names that the public DNS never resolves. */
const RESERVED_NAME = /(^|\.)(test|example|invalid|onion)$/;

/** Whether a link can be open to the whole internet, by its text alone: it is never fetched. */
export function isPublicLink(link: string): boolean {
  if (!URL.canParse(link) || leadsInside(link)) return false;
  const host = hostOf(link);
  return isIP(host) > 0 || isPublicName(host);
}

/** Whether the public DNS can know a host's name, by its text alone. */
export function isPublicName(host: string): boolean {
  return host.includes('.') && !PRIVATE_NAME.test(host) && !RESERVED_NAME.test(host);
}

/** Whether an address leads to this machine or to a network that is not public, in whatever spelling of its host. */
function leadsInside(link: string): boolean {
  const host = hostOf(link);
  const version = isIP(host);
  return version > 0 ? UNREACHABLE.check(host, version === 4 ? 'ipv4' : 'ipv6') : PRIVATE_NAME.test(host);
}

/** As browsers read it: numbers in all spellings are an address of four, letters in all widths are the plain ones. */
function hostOf(link: string): string {
  return new URL(link).hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
}

/**
 * What is wrong with the address of a website that a person gives, as the rest of a sentence; undefined when nothing is.
 * `isAddress` says what else than a web address it may be.
 */
export function faultOfWebsite(text: unknown, isAddress = isWebAddress): string | undefined {
  const isInside =
    typeof text === 'string' && /^https?:/i.test(text) && URL.canParse(text) && leadsInside(text);
  if (isInside) return 'must be a public address, not one on your own computer or network';
  return isAddress(text) ? undefined : 'must be an address such as https://www.example.com';
}

/** The address of a web page that customers can open, or what else `isAddress` takes. `name` begins the sentence of a refusal. */
export function WebAddress(name: string, isAddress = isWebAddress): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_URL }),
    MaxLength(MAX_URL, { message: `${name} must be at most ${figure(MAX_URL)} characters` }),
    ValidateBy({
      name: 'isWebAddress',
      validator: {
        validate: (value) => faultOfWebsite(value, isAddress) === undefined,
        defaultMessage: (args) => `${name} ${faultOfWebsite(args?.value, isAddress) ?? ''}`,
      },
    }),
    IsString({ message: `${name} must be text` }),
  );
}
