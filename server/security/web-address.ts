import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsString, MaxLength, ValidateBy } from 'class-validator';
import { BlockList, isIP } from 'node:net';

export const MAX_URL = 2048;

/** http or https, then the host directly, without a user name, a backslash or a character that must be encoded. */
const ADDRESS = /^https?:\/\/[^\s\\<>\p{Cc}/?#@]+([/?#][^\s\\<>\p{Cc}]*)?$/iu;
/** One part of a host's name. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/**
 * Whether a text is the full address of a web page, as every stored link must be. Browsers read a name before `@` and
 * backslashes in ways that mislead users. The client has the same rule in `lib/web-address.ts`.
 */
export function isWebAddress(text: unknown): boolean {
  if (typeof text !== 'string' || !ADDRESS.test(text) || !URL.canParse(text)) return false;
  const labels = new URL(text).hostname.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** The address of a web page, or what else `isAddress` takes. `name` begins the sentence of a refusal. */
export function WebAddress(name: string, isAddress = isWebAddress): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ maxLength: MAX_URL }),
    MaxLength(MAX_URL, { message: `${name} must be at most ${MAX_URL} characters` }),
    ValidateBy(
      { name: 'isWebAddress', validator: { validate: isAddress } },
      { message: `${name} must be an address such as https://www.example.com` },
    ),
    IsString({ message: `${name} must be text` }),
  );
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

/** Ends of names that the public DNS never resolves (RFC 6761, 6762, 8375), or that routers use. */
const NO_PUBLIC_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|test|example|invalid|onion|home\.arpa|home|lan|corp)$/;

/** Whether a link can be open to the whole internet, by its text alone: it is never fetched. */
export function isPublicLink(link: string): boolean {
  if (!URL.canParse(link)) return false;
  const host = new URL(link).hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const version = isIP(host);
  if (version > 0) return !UNREACHABLE.check(host, version === 4 ? 'ipv4' : 'ipv6');
  return isPublicName(host);
}

/** Whether the public DNS can know a host's name, by its text alone. */
export function isPublicName(host: string): boolean {
  return host.includes('.') && !NO_PUBLIC_NAME.test(host);
}
