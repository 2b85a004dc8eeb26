import { useState } from 'react';
import { Link } from 'react-router-dom';
import { viewUrl } from '../lib/views';
import { ErrorState } from '../ui/banner';
import { Field } from '../ui/field';
import { Select } from '../ui/inputs';
import { Loading, SkeletonRows } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Table } from '../ui/table';
import { changeWords, METRIC_NAMES, numberWords } from './figure-words';
import { type FigureChoice, type RankedMetric, type RankOrder, useRanking } from './use-statistics';

const METRICS: readonly RankedMetric[] = ['IMPRESSIONS', 'CALLS', 'DIRECTIONS', 'WEBSITE_CLICKS'];
const ORDERS = {
  most: 'Most first',
  fewest: 'Fewest first',
  'best-rate': 'Most for 1,000 impressions first',
  'worst-rate': 'Fewest for 1,000 impressions first',
  fallen: 'Greatest loss first',
  risen: 'Greatest gain first',
} as const satisfies Record<RankOrder, string>;

/** The person’s own locations, compared with each other in the period that is shown above. */
export function RankingPanel({ choice }: { choice: FigureChoice }) {
  const [metric, setMetric] = useState<RankedMetric>('CALLS');
  const [order, setOrder] = useState<RankOrder>('most');
  const { data, error, isValidating, mutate } = useRanking(choice, { metric, order });
  type Row = NonNullable<typeof data>['items'][number];
  const figureOf = ({ figures }: Row) => figures.find((figure) => figure.metric === metric);
  return (
    <Panel title="Compare my locations">
      <Field label="Compared metric" hideLabel>
        <Select value={metric} onChange={({ target }) => setMetric(target.value as RankedMetric)}>
          {METRICS.map((name) => (
            <option key={name} value={name}>
              {METRIC_NAMES[name]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Order of the locations" hideLabel>
        <Select value={order} onChange={({ target }) => setOrder(target.value as RankOrder)}>
          {Object.entries(ORDERS).map(([name, words]) => (
            <option key={name} value={name}>
              {words}
            </option>
          ))}
        </Select>
      </Field>
      {error !== undefined && (
        <ErrorState
          message="Failed to load the comparison. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} skeleton={<SkeletonRows rows={5} />}>
        {data?.items.length === 0 && <p>No location has figures in this period.</p>}
        {data && data.items.length > 0 && (
          <Table
            caption={`Locations by ${METRIC_NAMES[metric].toLowerCase()}`}
            columns={[
              {
                header: 'Location',
                cell: ({ locationId, locationName }: Row) => (
                  <Link to={viewUrl('statistics', { location: locationId })}>{locationName}</Link>
                ),
              },
              {
                header: METRIC_NAMES[metric],
                cell: (row) => numberWords(figureOf(row)?.value ?? null),
                numeric: true,
              },
              {
                header: 'Change',
                cell: (row) =>
                  changeWords(figureOf(row)?.value ?? null, figureOf(row)?.before ?? null) ?? 'unknown',
                numeric: true,
              },
              {
                header: 'For 1,000 impressions',
                cell: (row) => numberWords(figureOf(row)?.per1000 ?? null),
                numeric: true,
              },
            ]}
            rows={data.items}
            rowKey={({ locationId }) => locationId}
          />
        )}
      </Loading>
    </Panel>
  );
}
