import type { Word } from './name-words.js';

/** Languages whose capital letters have small ones of their own. */
const OWN_LETTERS = /^(?:tr|az|lt)\b/i;
/** Abbreviations that are no words, though they have a vowel. */
const INITIALS: ReadonlySet<string> = new Set(
  'USA UK UAE EU BBQ IT AC VIP SUV ATM DIY AAA AA IHOP UPS IKEA NASA AT&T HVAC UNO EMS ER AI'.split(' '),
);

/** A name with some words of it in title case. Where all of it is in capitals, short words go with them, but for initials. */
export function inTitleCase(title: string, words: readonly Word[], languageCode?: string): string {
  const language = languageCode && OWN_LETTERS.test(languageCode) ? languageCode.slice(0, 2) : 'en';
  const isAll = title === title.toLocaleUpperCase(language);
  const wanted = new Set(words.map(({ text }) => text));
  return title.replace(/[\p{L}\p{N}]+(?:['’.][\p{L}\p{N}]+)*/gu, (word) => {
    const isShortWord =
      isAll && /^\p{L}{2,4}$/u.test(word) && /[AEIOUYÀ-ÖØ-Ý]/.test(word) && !INITIALS.has(word);
    return wanted.has(word) || isShortWord ? capitalized(word, language) : word;
  });
}

/** `O’BRIEN'S`, O’Brien's; `MCDONALD`, McDonald. */
function capitalized(word: string, language: string): string {
  const lower = word.toLocaleLowerCase(language);
  return lower
    .replace(/^\p{L}/u, (letter) => letter.toLocaleUpperCase(language))
    .replace(/(?<=^[DO]['’])\p{L}/u, (letter) => letter.toLocaleUpperCase(language))
    .replace(/(?<=^Mc)\p{L}(?=\p{L}{2})/u, (letter) => letter.toLocaleUpperCase(language));
}
