import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { tidied } from './name-extras.js';
import { indexOfWords, keysOf, placeNamesOf, wordsOf } from './name-words.js';
import { areGeneral } from './words/general-words.js';

/** Words that make a place part of the name: “Bank of Leeds”. */
const JOINING: ReadonlySet<string> = new Set(
  'of de du des di del della do da dos von vom van zu zum zur der den & st saint san santa'.split(' '),
);
/** Words that go with the place when it is taken out: “Pizza in Leeds”. */
const PLACING = /(?<![\s(])[\s(]+(?:in|at|near|bei|am|à|en|a|te|w)[\s(]*$/iu;

/** A place of the address at the end of the name, and the name without it. */
export function placeAtEnd(
  google: GoogleLocation,
  brand: readonly string[],
): { place: string; rest: string } | undefined {
  const title = google.title?.trim() ?? '';
  for (const name of placeNamesOf(google)) {
    const start = startAtEnd(title, name);
    if (start === undefined || indexOfWords(brand, keysOf(name)) >= 0) continue;
    const rest = tidied(
      title
        .slice(0, start)
        .replace(PLACING, '')
        .replace(/(?<![\s(])[\s(]+$/, ''),
    );
    if (areGeneral(keysOf(rest))) continue;
    return { place: title.slice(start).replace(/\)$/, ''), rest };
  }
  return undefined;
}

/** Where the words of a place begin, if they are the last ones of the name, and not the first. */
function startAtEnd(title: string, place: string): number | undefined {
  const words = wordsOf(title);
  const part = keysOf(place);
  const first = words.length - part.length;
  if (part.length === 0 || first <= 0) return undefined;
  if (!part.every((key, index) => words[first + index]?.key === key)) return undefined;
  return JOINING.has(words[first - 1]?.key ?? '') ? undefined : words[first]?.index;
}
