import type { GoogleLocation } from '../../business-profile/translation/google-types.js';

/** A word of a name, in lower case, and where it ends in the text. `and` is `&`. */
export interface Word {
  key: string;
  text: string;
  index: number;
  end: number;
}

const WORD = /[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*|&/gu;

/** The words of a name. */
export function wordsOf(text: string): Word[] {
  return [...text.matchAll(WORD)].map(({ 0: word, index }) => {
    const lower = word.normalize('NFKC').toLowerCase().replaceAll('’', "'");
    return { key: lower === 'and' ? '&' : lower, text: word, index, end: index + word.length };
  });
}

/** The words of a text alone. */
export function keysOf(text: string): string[] {
  return wordsOf(text).map(({ key }) => key);
}

/** Whether words contain others in a row; where they begin, or -1. */
export function indexOfWords(words: readonly string[], part: readonly string[]): number {
  if (part.length === 0) return -1;
  for (let start = 0; start + part.length <= words.length; start++)
    if (part.every((word, offset) => words[start + offset] === word)) return start;
  return -1;
}

/** The names of where a location is: its town, its district, its street without the number. */
export function placeNamesOf({ storefrontAddress: address }: GoogleLocation): string[] {
  const { locality, sublocality, administrativeArea, addressLines: [line = ''] = [] } = address ?? {};
  const [first = ''] = line.split(/[,;]/, 1);
  const street = first.replace(/(?<!\p{L})\d[\p{L}\p{N}/-]*(?!\p{L})/gu, ' ');
  return [locality, sublocality, administrativeArea, street]
    .map((name) => name?.trim() ?? '')
    .filter((name) => /\p{L}{2}/u.test(name));
}
