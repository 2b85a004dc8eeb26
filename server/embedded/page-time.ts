import { momentWords } from '../config/date-words.js';
import { languageOf } from '../config/language.js';

/**
 * A time for the pages of this machine, as HTML: in its zone, which is the reader's too.
 * @param languages the request's `Accept-Language`. These pages know no person, so the browser's first language counts
 */
export function timeOf(at: Date, languages: string | undefined): string {
  const language = languageOf({ language: languages?.split(/[,;]/)[0]?.trim() ?? null });
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  return `<time datetime="${at.toISOString()}">${momentWords(at, { language, timeZone })}</time>`;
}
