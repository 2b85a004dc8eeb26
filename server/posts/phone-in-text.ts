import { withoutUnseen } from '../security/visible-text.js';

/** Seven to fifteen digits with the usual separators, like a telephone number. */
const PHONE_LIKE = /(?<![\w.,/-])(?:\+|00)?\(?\d(?:[ ()./-]{0,3}\d){6,14}(?![\w/-])/;
/** Dates, times of day and years that look like a telephone number. */
const NO_PHONES = [
  /\b\d{4}[-./]\d{1,2}[-./]\d{1,2}\b/g,
  /\b\d{1,2}[-./]\d{1,2}[-./]\d{2,4}\b/g,
  /\b\d{1,2}[:.]\d{2}\b/g,
  /\b(?:19|20)\d{2}\b/g,
];

/** Without a character outside ASCII, a text is as it is. */
const IS_ASCII = /^\p{ASCII}*$/u;

/** Hyphens and the dash of figures; a longer dash is for ranges such as 1000–1500. */
const HYPHEN = /[\u2010-\u2012]/g;

/** Whether a text appears to contain a telephone number, in the digits of any script. */
export function hasPhoneNumber(text: string): boolean {
  const rest = NO_PHONES.reduce((left, pattern) => left.replace(pattern, ' _ '), toPlainFigures(text));
  return rest.search(PHONE_LIKE) >= 0;
}

/** A text with its figures as in ASCII: digits, hyphens, spaces, brackets and `+`, and nothing unseen between them. */
function toPlainFigures(text: string): string {
  if (IS_ASCII.test(text)) return text;
  return withoutUnseen(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, toAsciiDigit)
    .replace(HYPHEN, '-');
}

/** Unicode has the digits of a script in a row of ten, the zero first, and rows of several scripts beside each other. */
function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first--;
  return String((code - first) % 10);
}
