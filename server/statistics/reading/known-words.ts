import { cut } from '../../config/cut.js';
import type { GoogleKeywordCount } from '../../business-profile/translation/google-types.js';
import { toCount } from './known-days.js';

/** Longer words are cut, so that they fit into an index. */
const MAX_WORD = 200;

/** Whether an entry of Google's list can be read as the count of a search word. */
export function isKeywordCount(count: unknown): count is GoogleKeywordCount {
  const { searchKeyword = '', insightsValue = {} } = (count ?? { searchKeyword: null }) as Record<
    string,
    unknown
  >;
  return typeof searchKeyword === 'string' && typeof insightsValue === 'object' && insightsValue !== null;
}

/** Each word once. One whose number cannot be read is left out. */
export function toWords(counts: GoogleKeywordCount[]) {
  const words = new Map<string, { word: string; value: number | null; threshold: number | null }>();
  for (const { searchKeyword = '', insightsValue: { value, threshold } = {} } of counts) {
    const word = cut(searchKeyword.trim(), MAX_WORD);
    const exact = value === undefined ? null : toCount(value);
    const below = threshold === undefined || exact !== null ? null : toCount(threshold);
    if (word && !words.has(word) && (exact !== null || below !== null))
      words.set(word, { word, value: exact, threshold: below });
  }
  return [...words.values()];
}
