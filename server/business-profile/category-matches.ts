import type { Category } from './business-profile-provider.js';
import { toSearchText } from './search-text.js';

/** How many categories are answered at most. */
export const MAX_CATEGORIES = 20;

/** Categories whose name contains the words, at most 20: whole names before beginnings before the rest. */
export function bestMatches(categories: readonly Category[], search: string): Category[] {
  const wanted = toSearchText(search);
  const ranked = categories.map((found) => ({ found, rank: rankOf(toSearchText(found.name), wanted) }));
  return ranked
    .filter(({ rank }) => rank < Infinity)
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_CATEGORIES)
    .map(({ found }) => found);
}

function rankOf(name: string, wanted: string): number {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  if (name.includes(` ${wanted}`)) return 2;
  return wanted.split(' ').every((word) => name.includes(word)) ? 3 : Infinity;
}
