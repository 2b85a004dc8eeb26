/** http or https directly followed by a host. No user name, backslashes or characters that an address must escape. */
const ADDRESS = /^https?:\/\/[^\s\\<>\p{Cc}/?#@]+([/?#][^\s\\<>\p{Cc}]*)?$/iu;
/** One part of a host name. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/** Names that only one's own computer or network knows, as `URL` writes them (`PRIVATE_NAME` of the API). */
const PRIVATE_NAME =
  /(^|\.)(localhost|localdomain|local|internal|intranet|private|home\.arpa|home|lan|corp)$/;
/** Beginnings of addresses that are not public (`UNREACHABLE` of the API). */
const PRIVATE_ADDRESS =
  /^((?=[\d.]+$)(0|10|127|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])|169\.254|172\.(1[6-9]|2\d|3[01])|192\.(168|0\.[02])|198\.(1[89]|51\.100)|203\.0\.113|22[4-9]|2[34]\d|25[0-5])\.|::1?$|f([cdf][\da-f]|e[89ab])[\da-f]:|2001:db8:)/;
/** An address of four numbers inside one of IPv6. */
const MAPPED = /^::ffff:([\da-f]+):([\da-f]+)$/;

/** What may be wrong with the address of a website, as the rest of a sentence and in the words of the API. */
export const WEBSITE_FAULTS = {
  isPrivate: 'must be a public address, not one on your own computer or network',
  isNone: 'must be an address such as https://www.example.com',
} as const;

/** Whether a text is the full address of a web page, by the rule of the API (`server/security/web-address.ts`). */
export function isWebAddress(text: string): boolean {
  if (!ADDRESS.test(text) || !URL.canParse(text)) return false;
  const labels = new URL(text).hostname.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}

/** What is wrong with the address of a website, by `faultOfWebsite` of the API; undefined when nothing is. */
export function faultOfWebsite(text: string): string | undefined {
  if (/^https?:/i.test(text) && URL.canParse(text) && leadsInside(new URL(text)))
    return WEBSITE_FAULTS.isPrivate;
  return isWebAddress(text) ? undefined : WEBSITE_FAULTS.isNone;
}

function leadsInside({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/(?<!\.)\.+$/, '');
  const [, high, low] = MAPPED.exec(host) ?? [];
  const address = high && low ? fourNumbers(parseInt(high, 16), parseInt(low, 16)) : host;
  return PRIVATE_NAME.test(address) || PRIVATE_ADDRESS.test(address);
}

function fourNumbers(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}
