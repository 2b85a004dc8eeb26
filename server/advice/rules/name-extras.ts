import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { indexOfWords, keysOf, placeNamesOf } from './name-words.js';
import { inOrder, type Part, partsOf, phonesIn, toParts, urlsIn, without } from './text-parts.js';
import { OPENING_WORDS } from './words/opening-words.js';
import { FIRST_PLACE, KNOWN_NAMES, SUPERLATIVES } from './words/superlatives.js';

const SIGNS = /[®™©℠]|\((?:r|tm)\)/giu;
const EMOJI =
  /(?:(?![©®™\d#*])\p{Extended_Pictographic}[\p{Variation_Selector}\p{Emoji_Modifier}\p{Join_Control}]*|[★☆✓►●])+/gu;
/** `#231`, and ` - 2872` at the end; years are no store codes. */
const STORE_NUMBER = /#\d{2,}(?!\p{L})|(?<=\s[-–—|]\s)(?!(?:1[5-9]|20)\d\d$)\d{3,}$/gu;
const PERSON_BEFORE = /(?:\b(?:dr|mr|mrs|ms|prof)\.?)\s*$/i;

/** What a name has besides the name, in its order, and the name without it. */
export function extrasOf(
  google: GoogleLocation,
  brand: readonly string[],
): { parts: string[]; rest: string } {
  const title = google.title?.trim() ?? '';
  const parts = inOrder([
    ...phonesIn(title),
    ...urlsIn(title).filter(({ index }) => index > 0),
    ...openingWords(title, google),
    ...storeCodes(title, google),
    ...partsOf(title, SIGNS),
    ...partsOf(title, EMOJI),
    ...partsOf(title, FIRST_PLACE),
    ...praise(title, google),
  ]).filter(({ text }) => !isOfBrand(text, brand));
  return { parts: parts.map(({ text }) => text), rest: tidied(without(title, parts)) };
}

/** A name without separators and empty brackets that something stood between. */
export function tidied(name: string): string {
  return name
    .replace(/\(\s*\)|\[\s*\]/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([,.;:!])/g, '$1')
    .replace(/(?:\s[-–—|·•:/]){2,}\s/g, ' - ')
    .replace(/^[\s,;:|·•/–—-]+|(?<![\s,;:|·•/–—-])[\s,;:|·•/–—-]+$/g, '');
}

/** Opening words, unless the category has the same ones: “24 Hour Gym”. */
function openingWords(title: string, { languageCode, categories }: GoogleLocation): Part[] {
  const all = [categories?.primaryCategory, ...(categories?.additionalCategories ?? [])];
  const trades = all.map((category) => keysOf((category?.displayName ?? '').replaceAll('-', ' ')));
  return toParts(OPENING_WORDS.in(title, languageCode)).filter(
    ({ text }) => !trades.some((trade) => indexOfWords(trade, keysOf(text)) >= 0),
  );
}

function storeCodes(title: string, { storeCode = '' }: GoogleLocation): Part[] {
  const parts = partsOf(title, STORE_NUMBER);
  const code = storeCode.trim();
  // A number alone may be part of the name: “Suite 1000”.
  if (!/\d/.test(code) || !/\p{L}/u.test(code)) return parts;
  const escaped = code.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
  return [
    ...parts,
    ...partsOf(title, new RegExp(`(?<![\\p{L}\\p{N}])#?${escaped}(?![\\p{L}\\p{N}])`, 'giu')),
  ];
}

/** “Best” counts before another word alone: it is also a family's name, and that of a village. */
function praise(title: string, google: GoogleLocation): Part[] {
  const places = placeNamesOf(google).map(keysOf);
  const known = partsOf(title, KNOWN_NAMES);
  return toParts(SUPERLATIVES.in(title, google.languageCode)).filter((part) => {
    const after = title.slice(part.index + part.text.length);
    const isBeforeWord = /^\s+\p{L}/u.test(after) || /^-rated/i.test(after) || keysOf(part.text).length > 1;
    const isName =
      known.some(({ index }) => index === part.index) || PERSON_BEFORE.test(title.slice(0, part.index));
    const isPlace = places.some((place) => indexOfWords(place, keysOf(part.text)) >= 0);
    return isBeforeWord && !isName && !isPlace;
  });
}

function isOfBrand(text: string, brand: readonly string[]): boolean {
  return indexOfWords(brand, keysOf(text)) >= 0;
}
