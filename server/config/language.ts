/** Longer than any tag that a browser names. */
export const MAX_LANGUAGE = 35;

/** Whose dates and numbers people read who have no language yet. */
export const USUAL_LANGUAGE = 'en-US';

/**
 * The usual form of a language's BCP 47 tag, such as `en-GB`; undefined for a text that is none, is longer than
 * `MAX_LANGUAGE`, or names a language whose dates this server can't write.
 */
export function canonicalLanguage(text: string): string | undefined {
  if (text.length > MAX_LANGUAGE) return undefined;
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(text)[0];
  } catch {
    return undefined;
  }
}

/** The language whose dates a person reads. One may be unknown to another version of Node. */
export function languageOf({ language }: { language: string | null }): string {
  return (language !== null && canonicalLanguage(language)) || USUAL_LANGUAGE;
}
