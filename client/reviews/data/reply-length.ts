import { countOf } from '../../lib/count-of';

/** Google's limit for a reply: bytes of UTF-8, not characters. */
export const MAX_BYTES = 4096;

const encoder = new TextEncoder();

export function byteLength(text: string): number {
  return encoder.encode(text).length;
}

/** Says that a text is too long; undefined if it isn't. */
export function overLimitWords(text: string): string | undefined {
  const over = byteLength(text) - MAX_BYTES;
  if (over <= 0) return undefined;
  return `The text is ${countOf(over, 'byte')} too long. Accented letters count as 2 bytes, emoji as 4 or more`;
}
