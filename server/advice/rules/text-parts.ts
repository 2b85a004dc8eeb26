import { hasPhoneNumber } from '../../posts/phone-in-text.js';

/**
 * Ends of hosts that are written without `www.`. Those that are also words (`it`, `at`, `be`) are not among them: a space
 * after a full stop is often forgotten.
 */
const ENDS = 'com|net|org|info|biz|eu|de|ch|uk|fr|es|nl|pl|pt|se|dk|fi|ca|au|shop|store|online|app|io';

/** A web address, with or without `https://`; no part of an e-mail address. */
const URL_LIKE = new RegExp(
  `(?<![\\p{L}\\p{N}@.-])(?:https?://|www\\.)[^\\s<>()]+[^\\s<>().,;:!?]` +
    `|(?<![\\p{L}\\p{N}@.-])[a-z\\d][a-z\\d-]*(?:\\.[a-z\\d-]+)*\\.(?:${ENDS})(?:/[^\\s<>()]*[^\\s<>().,;:!?])?(?![\\p{L}\\p{N}@-])`,
  'giu',
);

const PHONE_CANDIDATE = /\+?\(?\d[\d ()./-]{5,}\d/gu;

/** A part of a text, and where it begins. */
export interface Part {
  text: string;
  index: number;
}

/** The web addresses in a text. */
export function urlsIn(text: string): Part[] {
  return partsOf(text, URL_LIKE);
}

/** The telephone numbers in a text. */
export function phonesIn(text: string): Part[] {
  return partsOf(text, PHONE_CANDIDATE).filter((part) => hasPhoneNumber(part.text));
}

/** What a pattern with the flag `g` finds. */
export function partsOf(text: string, pattern: RegExp): Part[] {
  return toParts([...text.matchAll(pattern)]);
}

export function toParts(matches: readonly RegExpMatchArray[]): Part[] {
  return matches.map((match) => ({ text: match[0], index: match.index ?? 0 }));
}

/** `“one”, “two” and “three”`, each once; of many the first ones. */
export function quoted(texts: readonly string[]): string {
  const all = [...new Set(texts)].slice(0, MAX_QUOTED).map((text) => `“${text}”`);
  const last = all.pop() ?? '';
  return all.length > 0 ? `${all.join(', ')} and ${last}` : last;
}

const MAX_QUOTED = 5;

/** Whether two parts of a text touch each other. */
function overlaps(one: Part, other: Part): boolean {
  return one.index < other.index + other.text.length && other.index < one.index + one.text.length;
}

/** The parts in their order, without those inside or across an earlier one. */
export function inOrder(parts: readonly Part[]): Part[] {
  const kept: Part[] = [];
  for (const part of [...parts].sort((a, b) => a.index - b.index || b.text.length - a.text.length))
    if (!kept.some((other) => overlaps(other, part))) kept.push(part);
  return kept;
}

/** A text without some of its parts. */
export function without(text: string, parts: readonly Part[]): string {
  let rest = '';
  let from = 0;
  for (const { index, text: part } of inOrder(parts)) {
    rest += text.slice(from, index);
    from = index + part.length;
  }
  return rest + text.slice(from);
}
