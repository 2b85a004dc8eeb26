/** What JSON can say and Postgres stores in no text: U+0000, and one half of a surrogate pair. JSON has them escaped alone. */
const UNCLEAN = /\\u(?:0000|d[89a-f])/i;

/** An escape: a whole pair, what is unclean, or any other. */
const ESCAPE = /\\(?:u(d[89ab][\da-f]{2}\\ud[c-f][\da-f]{2})|u(0000|d[89a-f][\da-f]{2})|[^])/gi;

/**
 * JSON of another service with U+FFFD in place of each character that cannot be stored, in names of fields as well, so that
 * one of them stops nothing. The text is decoded UTF-8.
 * @throws SyntaxError when it is no JSON
 */
export function parseClean(text: string): unknown {
  const isUnclean = UNCLEAN.test(text);
  return JSON.parse(
    isUnclean
      ? text.replace(ESCAPE, (escape, _pair, unclean?: string) => (unclean ? '\\ufffd' : escape))
      : text,
  );
}

/** What a name cannot have: control characters, and marks that turn the direction of what follows (Unicode, UAX 9). */
const NOT_IN_NAMES = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const UNSEEN = new RegExp(NOT_IN_NAMES, 'gu');

/** Whether a name that a person enters is one line, in the direction in which it is read. */
export function isName(text: string): boolean {
  return !NOT_IN_NAMES.test(text);
}

/** A name of another service as `isName` takes it: with spaces in place of line breaks, and without all else. */
export function cleanName(text: string): string {
  return isName(text)
    ? text
    : text
        .replace(/[\s\u0085]+/g, ' ')
        .replace(UNSEEN, '')
        .trim();
}

/** A text of another service that did not come as JSON, without what cannot be stored. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
