import type { RankedStatistic, Ranking } from './statistics-query.dto.js';

/** The sums of a location in the period, and in the one that it is compared with; null: unknown. */
export interface RankedRow {
  locationId: string;
  /** The location’s own last counted day; null: none. */
  countedUntil: string | null;
  now: Record<RankedStatistic, number | null>;
  /** Null too where a day of either period is unknown: the difference would say nothing. */
  before: Record<RankedStatistic, number | null>;
}

/** Puts rows into the order of a ranking, as the database does it: unknown numbers come last; equal ones are by id. */
export function inOrder(rows: readonly RankedRow[], order: Ranking, by: RankedStatistic): RankedRow[] {
  const sign = order === 'fewest' || order === 'worst-rate' || order === 'fallen' ? 1 : -1;
  const keyed = rows.map((row) => ({ row, key: keyOf(row, order, by) }));
  keyed.sort((a, b) => {
    if (a.key !== b.key) {
      if (a.key === null) return 1;
      if (b.key === null) return -1;
      return sign * (a.key - b.key);
    }
    return a.row.locationId < b.row.locationId ? -1 : 1;
  });
  return keyed.map(({ row }) => row);
}

function keyOf({ now, before }: RankedRow, order: Ranking, by: RankedStatistic): number | null {
  const [value, earlier] = [now[by], before[by]];
  switch (order) {
    case 'most':
    case 'fewest':
      return value;
    case 'best-rate':
    case 'worst-rate':
      return value === null || !now.IMPRESSIONS ? null : value / now.IMPRESSIONS;
    case 'risen':
    case 'fallen':
      return value === null || earlier === null ? null : value - earlier;
  }
}
