import { frozen } from '../config/frozen.js';
import { inTurns, Turns } from '../jobs/turns.js';
import type { WordChange } from './statistics-query.dto.js';

/** A word rises if it was searched for by at least so many times as many people, and by at least so many more (`delta`). */
export const RISING = frozen({ times: 1.25, delta: 10 });

/** How many words are put in order at once: a few milliseconds. */
const SORTED_AT_ONCE = 5000;

/** How often a word was searched for at some locations in a month. */
export interface WordSum {
  /** Over the locations with a number; null: there is none. */
  value: number | null;
  threshold: number | null;
  /** At how many locations it is below the threshold. */
  below: number;
}

export interface WordRow {
  word: string;
  now: WordSum | null;
  before: WordSum | null;
  change: WordChange | null;
}

/** Words, and how many there are in all. */
export interface WordPage {
  rows: WordRow[];
  matched: number;
}

export interface WordsRequest {
  /** The first days of both months. `before` is undefined for no comparison. */
  month: string;
  before: string | undefined;
  search: string | undefined;
  change: WordChange | undefined;
  offset: number;
  limit: number;
}

type Months = Pick<WordRow, 'now' | 'before'>;

/** Adds up the words of several statements, and orders and compares them as the database does in one statement. */
export class WordSums {
  private readonly words = new Map<string, Months>();

  add(word: string, month: keyof Months, sum: WordSum): void {
    const months = this.words.get(word) ?? { now: null, before: null };
    months[month] = months[month] === null ? sum : added(months[month], sum);
    this.words.set(word, months);
  }

  async page({ before, change, offset, limit }: WordsRequest): Promise<WordPage> {
    const rows = await inTurns([...this.words], ([word, months]): WordRow => {
      return { word, ...months, change: before === undefined ? null : changeOf(months) };
    });
    const matching = rows.filter((row) => !change || row.change === change);
    const turns = new Turns();
    let first: WordRow[] = [];
    for (let from = 0; from < matching.length; from += SORTED_AT_ONCE) {
      await turns.pass();
      first = [...first, ...matching.slice(from, from + SORTED_AT_ONCE)]
        .sort((a, b) => placeOf(b) - placeOf(a) || (a.word < b.word ? -1 : 1))
        .slice(0, offset + limit);
    }
    return { rows: first.slice(offset), matched: matching.length };
  }
}

function changeOf({ now, before }: Months): WordChange | null {
  if (before === null) return 'new';
  if (now === null) return 'lost';
  const most = (before.value ?? 0) + before.below * (before.threshold ?? 0);
  const isRising = now.value !== null && now.value >= RISING.times * most && now.value - most >= RISING.delta;
  return isRising ? 'rising' : null;
}

/** Words with a number come first, then those below the threshold, then those that were not searched for at all. */
function placeOf({ now }: WordRow): number {
  return now === null ? -2 : (now.value ?? -1);
}

function added(a: WordSum, b: WordSum): WordSum {
  return {
    value: a.value === null || b.value === null ? (a.value ?? b.value) : a.value + b.value,
    threshold: Math.max(a.threshold ?? 0, b.threshold ?? 0) || null,
    below: a.below + b.below,
  };
}
