/** http or https directly followed by a host. No user name, backslashes or characters that an address must escape. */
const ADDRESS = /^https?:\/\/[^\s\\<>\p{Cc}/?#@]+([/?#][^\s\\<>\p{Cc}]*)?$/iu;
/** One part of a host name. */
const LABEL = /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?$/;

/** Whether a text is the full address of a web page, by the rule of the API (`server/security/web-address.ts`). */
export function isWebAddress(text: string): boolean {
  if (!ADDRESS.test(text) || !URL.canParse(text)) return false;
  const labels = new URL(text).hostname.split('.');
  return labels.length > 1 && labels.every((label) => LABEL.test(label));
}
