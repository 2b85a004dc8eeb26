/** A text without what Google may change in it: Unicode's composed form, single spaces, none at the ends. */
export function toCanonicalText(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
