import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { Button } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { NotAvailable, Plate } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import { FigurePanel } from './statistics-panel';
import { type FigureColumn, FigureTable } from './statistics-table';
import {
  changeWords,
  differenceWords,
  METRIC_NAMES,
  numberWords,
  rangeWords,
  shortDay,
} from './statistics-words';
import { Signed } from './statistics-sum';
import styles from './ranking-panel.module.css';
import {
  FILES,
  type FigureChoice,
  MAX_LISTED,
  type RankedMetric,
  type RankOrder,
  useRanking,
} from './use-statistics';

type Row = Schemas['RankedLocationDto'];

const METRICS: readonly RankedMetric[] = ['IMPRESSIONS', 'CALLS', 'DIRECTIONS', 'WEBSITE_CLICKS'];
const ORDERS = {
  most: 'Most first',
  fewest: 'Fewest first',
  fallen: 'Greatest loss first',
  risen: 'Greatest gain first',
  'best-rate': 'Most per 1,000 impressions first',
  'worst-rate': 'Fewest per 1,000 impressions first',
} as const satisfies Record<RankOrder, string>;
const FIRST_SHOWN = 10;

const RATING = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const SHARE = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 });

interface RankingPanelProps {
  choice: FigureChoice;
  /** The address of a location’s own figures in the same period. */
  linkTo: (locationId: string) => string;
}

/** The person’s own locations, compared with each other in the period that is shown above. */
export function RankingPanel({ choice, linkTo }: RankingPanelProps) {
  const [metric, setMetric] = useState<RankedMetric>('CALLS');
  const [wanted, setOrder] = useState<RankOrder>('most');
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const hasRate = metric !== 'IMPRESSIONS';
  const order = !hasRate && wanted.endsWith('rate') ? 'most' : wanted;
  const loaded = useRanking(choice, { metric, order }, limit);
  const { data } = loaded;
  const rows = data?.items ?? [];
  return (
    <FigurePanel
      title="Compare my locations"
      note={data?.comparedWith ? `vs. ${rangeWords(data.comparedWith)}` : undefined}
      file={{ words: 'Comparison as CSV', href: FILES.ranking(choice, { metric, order }) }}
      loaded={loaded}
      failure="Failed to load the comparison. Please try again."
      rows={5}
      empty={data && rows.length === 0 ? 'No location has figures in this period.' : undefined}
      tools={
        <>
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
              {Object.entries(ORDERS)
                .filter(([name]) => hasRate || !name.endsWith('rate'))
                .map(([name, words]) => (
                  <option key={name} value={name}>
                    {words}
                  </option>
                ))}
            </Select>
          </Field>
        </>
      }
      foot={
        data?.nextCursor &&
        (limit < MAX_LISTED ? (
          <Button size="small" onClick={() => setLimit(MAX_LISTED)}>
            Show more locations
          </Button>
        ) : (
          `The first ${MAX_LISTED} are shown. The file has all.`
        ))
      }
    >
      {data && rows.length > 0 && (
        <FigureTable
          caption={`Locations by ${METRIC_NAMES[metric].toLowerCase()}`}
          columns={columnsOf(metric, data, linkTo)}
          rows={rows}
          rowKey={({ locationId }) => locationId}
          asCards
        />
      )}
    </FigurePanel>
  );
}

function columnsOf(
  metric: RankedMetric,
  { items, comparedWith, dataUntil: ofAll }: Schemas['RankingDto'],
  linkTo: RankingPanelProps['linkTo'],
): FigureColumn<Row>[] {
  const of = ({ figures }: Row, name: RankedMetric) => figures.find((figure) => figure.metric === name);
  const most = Math.max(1, ...items.map((row) => of(row, metric)?.value ?? 0));
  const columns: (FigureColumn<Row> | false)[] = [
    {
      header: 'Location',
      cell: ({ locationId, locationName, storeCode, dataUntil }) => (
        <span className={styles.location}>
          {storeCode !== null && <Plate>{storeCode}</Plate>}
          <Link to={linkTo(locationId)}>{locationName}</Link>
          {dataUntil !== null && ofAll !== null && dataUntil < ofAll && (
            <span className={common.muted}> only until {shortDay(dataUntil)}</span>
          )}
        </span>
      ),
    },
    metric !== 'IMPRESSIONS' && {
      header: METRIC_NAMES.IMPRESSIONS,
      cell: (row) => numberWords(of(row, 'IMPRESSIONS')?.value ?? null),
      numeric: true,
    },
    {
      header: METRIC_NAMES[metric],
      cell: (row) => {
        const value = of(row, metric)?.value ?? null;
        return (
          <span className={styles.barred}>
            <span className={styles.bar} style={{ inlineSize: `${((value ?? 0) / most) * 5}rem` }} />
            {numberWords(value)}
          </span>
        );
      },
      numeric: true,
    },
    comparedWith !== null && {
      header: 'Change',
      cell: (row) => <Change {...of(row, metric)} />,
      numeric: true,
    },
    metric !== 'IMPRESSIONS' && {
      header: 'Per 1,000 impressions',
      cell: (row) => numberWords(of(row, metric)?.per1000 ?? null),
      numeric: true,
    },
    {
      header: 'Rating',
      cell: ({ averageRating, reviewCount }) =>
        averageRating === null ? (
          <NotAvailable />
        ) : (
          <span className={styles.together}>
            {RATING.format(averageRating)}
            {reviewCount !== null && <span className={common.muted}> from {numberWords(reviewCount)}</span>}
          </span>
        ),
      numeric: true,
    },
    {
      header: 'Answered',
      cell: ({ answeredShare }) => (answeredShare === null ? <NotAvailable /> : SHARE.format(answeredShare)),
      numeric: true,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** How much more or less it is: `−24 (−50%)`. */
function Change({ value = null, before = null }: Partial<Schemas['RankedFigureDto']>) {
  const difference = differenceWords(value, before);
  if (difference === undefined) return 'unknown';
  const share = changeWords(value, before);
  return (
    <span className={styles.together}>
      <Signed>{difference}</Signed>
      {share !== undefined && difference !== 'none' && <span className={common.muted}> ({share})</span>}
    </span>
  );
}
