/** Letters that Unicode does not take apart, as an English reader sorts them. */
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

/** `!` stands before every digit and letter; what follows it puts the signs in order among themselves. */
function toSignKey(sign: string): string {
  const place = SIGNS.indexOf(sign);
  return `!${place < 0 ? sign : String.fromCharCode(0x21 + place)}`;
}

/** The number of digits first: a longer number is a larger one. */
function toNumberKey(digits: string): string {
  const significant = digits.replace(/^0+(?=\d)/, '');
  return `${String(significant.length).padStart(3, '0')}${significant}`;
}
