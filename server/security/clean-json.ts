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

/** A text of another service that did not come as JSON, without what cannot be stored. */
export function cleanText(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
