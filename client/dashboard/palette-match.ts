import { searchable } from '../listings/location-search';

interface Named {
  label: string;
  /** Further words that find it. */
  also?: string | undefined;
}

/** Those that fit what was typed, best first; among equals the order stays. Nothing typed: all. */
export function bestMatches<Entry extends Named>(entries: readonly Entry[], typed: string): Entry[] {
  const search = searchable(typed);
  return entries
    .map((entry) => ({ entry, rank: rankOf(entry, search) }))
    .filter(({ rank }) => rank < NO_MATCH)
    .sort((one, other) => one.rank - other.rank)
    .map(({ entry }) => entry);
}

const NO_MATCH = 4;

/** 0: the name begins so, 1: one of its words does, 2: it is within the name, 3: each word begins some word of either. */
function rankOf({ label, also = '' }: Named, search: string): number {
  const name = searchable(label);
  if (name.startsWith(search)) return 0;
  if (name.includes(` ${search}`)) return 1;
  if (name.includes(search)) return 2;
  const words = ` ${name} ${searchable(also)}`;
  return search.split(' ').every((word) => words.includes(` ${word}`)) ? 3 : NO_MATCH;
}
