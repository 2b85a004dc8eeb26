import type { GoogleLocation } from '../../business-profile/translation/google-types.js';
import { keysOf, type Word, wordsOf } from './name-words.js';

/** A word of so many letters, all capitals, is no abbreviation any more. */
const MIN_CAPITALS = 5;
const VOWEL = /[AEIOUYÀ-ÖØ-Ý]/;
const TOWN = '{town}';

/** The words of a name that are written in capitals though they are no initials: “SUBWAY”, not “KFC”. */
export function capitalWords(title: string): Word[] {
  return wordsOf(title).filter(({ text }) => {
    const letters = text.replace(/[^\p{L}]/gu, '');
    const isCapital = letters === letters.toUpperCase() && letters !== letters.toLowerCase();
    const isWord = VOWEL.test(letters) && !/\d/.test(text) && !text.includes('.');
    return letters.length >= MIN_CAPITALS && isCapital && isWord;
  });
}

/** A name with `{town}` in place of its town, where that is not its beginning. */
export function nameForm(google: GoogleLocation): string {
  const title = google.title?.trim() ?? '';
  const town = google.storefrontAddress?.locality?.trim();
  if (!town) return title;
  const index = title.lastIndexOf(town);
  const isWhole = index > 0 && !/\p{L}/u.test(title.charAt(index - 1) + title.charAt(index + town.length));
  return isWhole ? title.slice(0, index) + TOWN + title.slice(index + town.length) : title;
}

/** A form as the name of a location; undefined where it needs a town that the location does not have. */
export function nameOfForm(form: string, google: GoogleLocation): string | undefined {
  if (!form.includes(TOWN)) return form;
  const town = google.storefrontAddress?.locality?.trim();
  return town ? form.replace(TOWN, () => town) : undefined;
}

/** An address in one way of writing; undefined where there is none. */
export function addressKey({ storefrontAddress: address }: GoogleLocation): string | undefined {
  const { addressLines = [], locality, postalCode, regionCode } = address ?? {};
  if (!addressLines.some((line) => line.trim())) return undefined;
  return keysOf([...addressLines, postalCode, locality, regionCode].join(' ')).join(' ');
}

/** A web address in one way of writing: without `www.`, what counts visits, and a slash at the end. */
export function siteKey(uri: string | undefined): string | undefined {
  if (!uri || !URL.canParse(uri)) return undefined;
  const { hostname, pathname, searchParams } = new URL(uri);
  const query = [...searchParams]
    .filter(([name]) => !name.startsWith('utm_'))
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join('&');
  const page = `${hostname.replace(/^www\./, '')}${pathname.replace(/(?<!\/)\/+$/, '')}`;
  return query ? `${page}?${query}` : page;
}
