import { useState } from 'react';
import type { Schemas } from '../api/client';
import { Button } from '../ui/basics/button';
import { columnsOf } from './ranking-columns';
import { HeadSelect, StatisticsPanel } from './statistics-panel';
import { StatisticsTable } from './statistics-table';
import { rangeWords, STATISTIC_NAMES } from './statistics-words';
import {
  MAX_LISTED,
  type RankChoice,
  type RankedStatistic,
  type RankOrder,
  type StatisticsChoice,
  useRanking,
} from './use-statistics';

const RANKED: readonly RankedStatistic[] = ['IMPRESSIONS', 'CALLS', 'DIRECTIONS', 'WEBSITE_CLICKS'];
const ORDERS = [
  ['fallen', 'Most lost first'],
  ['risen', 'Most gained first'],
  ['most', 'Most first'],
  ['fewest', 'Fewest first'],
  ['best-rate', 'Most per 1,000 impressions first'],
  ['worst-rate', 'Fewest per 1,000 impressions first'],
] as const satisfies (readonly [RankOrder, string])[];
const FIRST_SHOWN = 10;

interface RankingPanelProps {
  choice: StatisticsChoice;
  rank: RankChoice;
  onChange: (rank: RankChoice) => void;
  /** The address of a location’s own statistics in the same period. */
  linkTo: (locationId: string) => string;
}

/** The person’s own locations, compared with each other in the period that is shown above. */
export function RankingPanel({ choice, rank, onChange, linkTo }: RankingPanelProps) {
  const { statistic, order } = rank;
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const loaded = useRanking(choice, rank, limit);
  const { data } = loaded;
  const rows = data?.items ?? [];
  const hasRate = statistic !== 'IMPRESSIONS';
  return (
    <StatisticsPanel
      title="Compare my locations"
      loaded={loaded}
      failure="Failed to load the comparison. Please try again."
      rows={5}
      empty={data && rows.length === 0 ? emptyWords(data) : undefined}
      picks={
        <>
          <HeadSelect
            label="Compared metric"
            value={statistic}
            options={RANKED.map((name) => [name, STATISTIC_NAMES[name]])}
            onChange={(chosen) =>
              // Impressions have no rate.
              onChange({
                statistic: chosen,
                order: chosen === 'IMPRESSIONS' && isRate(order) ? 'most' : order,
              })
            }
          />
          <HeadSelect
            label="Order of the locations"
            value={order}
            options={ORDERS.filter(([name]) => hasRate || !isRate(name))}
            onChange={(chosen) => onChange({ statistic, order: chosen })}
          />
        </>
      }
      foot={
        data &&
        (data.comparedWith !== null || data.nextCursor !== null) && (
          <>
            {data.nextCursor !== null &&
              (limit < MAX_LISTED ? (
                <Button size="small" onClick={() => setLimit(MAX_LISTED)}>
                  Show more locations
                </Button>
              ) : (
                <span>The first {MAX_LISTED} are shown. The file has all.</span>
              ))}
            {data.comparedWith !== null && <span>vs. {rangeWords(data.comparedWith)}</span>}
          </>
        )
      }
    >
      {data && rows.length > 0 && (
        <StatisticsTable
          caption={`Locations by ${STATISTIC_NAMES[statistic].toLowerCase()}`}
          columns={columnsOf(statistic, data, linkTo)}
          rows={rows}
          rowKey={({ locationId }) => locationId}
        />
      )}
    </StatisticsPanel>
  );
}

function isRate(order: RankOrder): boolean {
  return order === 'best-rate' || order === 'worst-rate';
}

function emptyWords({ locationsToRead }: Schemas['RankingDto']): string {
  return locationsToRead > 0
    ? 'Google’s figures are still being read.'
    : 'No location has figures in this period.';
}
