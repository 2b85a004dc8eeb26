import { type SQL, sql, type SQLWrapper } from 'drizzle-orm';

/** A text in the form that searches compare: without accents, upper case or repeated white space. */
export function toSearchText(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();
}

/** The LIKE pattern of values that contain a text; `%`, `_` and `\` in it have no special meaning. */
export function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** The words of a search, each once, without words that are part of another. */
export function searchWords(search: string): string[] {
  const words = [...new Set(toSearchText(search).split(' '))].filter(Boolean);
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Whether each word of a search is in one of the texts, in whatever order (`client/lib/search-text.ts` does the same). */
export function hasWords(texts: readonly string[], search: string): boolean {
  const compared = texts.map(toSearchText);
  return searchWords(search).every((word) => compared.some((text) => text.includes(word)));
}

/** Whether a location has a label, as its owner wrote it. `data` is the location as Google gave it. */
export function hasLabel(data: SQLWrapper, label: string): SQL {
  return sql`${data} -> 'labels' ? ${label}`;
}

/** The condition that a text made by `toSearchText` has each word of a search; undefined without words. */
export function likeWords(text: SQLWrapper, search: string): SQL | undefined {
  const patterns = searchWords(search).map(containing);
  return patterns.length > 0 ? sql`${text} like all(${sql.param(patterns)}::text[])` : undefined;
}

/** The items whose name contains the words, at most `limit`: whole names before beginnings before the rest. */
export function bestMatches<Item extends { name: string }>(
  items: readonly Item[],
  search: string,
  limit: number,
): Item[] {
  const wanted = toSearchText(search);
  const ranked = items.map((item) => ({ item, rank: rankOf(toSearchText(item.name), wanted) }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ item }) => item);
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 2;
  return wanted.split(' ').every((word) => name.includes(word)) ? 3 : Infinity;
}

/** Letters that Unicode does not decompose, as an English reader sorts them. */
const PLAIN_LETTERS: Partial<Record<string, string>> = {
  æ: 'ae',
  đ: 'd',
  ħ: 'h',
  ı: 'i',
  ł: 'l',
  ø: 'o',
  œ: 'oe',
  ß: 'ss',
  þ: 'th',
};

/** Punctuation and symbols in the order of the Unicode collation algorithm's default table. */
const SIGNS = '_-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$';

/**
 * A text that sorts by its code points (in SQL: `collate "C"`) as the text itself does in the English collation with
 * numeric order: without regard to case and accents, blanks before signs, signs before numbers, numbers by their value,
 * numbers before letters. Texts that differ in case or accents alone are equal.
 */
export function toSortText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\s/g, ' ')
    .replace(/\p{P}|\p{S}/gu, toSignKey)
    .replace(/\d+/g, toNumberKey)
    .replace(/[æđħıłøœßþ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
}

/** `!` sorts before every digit and letter; the character after it sorts the signs among themselves. */
function toSignKey(sign: string): string {
  const place = SIGNS.indexOf(sign);
  return `!${place < 0 ? sign : String.fromCharCode(0x21 + place)}`;
}

/** The number of digits first: a longer number is a larger one. */
function toNumberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return `${String(significant.length).padStart(3, '0')}${significant}`;
}
