import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { Button } from '../ui/basics/button';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { NotAvailable, Plate } from '../ui/basics/labels';
import common from '../ui/layout/common.module.css';
import { StatisticsPanel } from './statistics-panel';
import { StatisticsTable, type StatisticsTableColumn } from './statistics-table';
import {
  changeWords,
  differenceWords,
  STATISTIC_NAMES,
  numberWords,
  rangeWords,
  shortDay,
} from './statistics-words';
import { Signed } from './statistics-sum';
import styles from './ranking-panel.module.css';
import {
  FILES,
  type StatisticsChoice,
  MAX_LISTED,
  type RankedStatistic,
  type RankOrder,
  useRanking,
} from './use-statistics';

type Row = Schemas['RankedLocationDto'];

const RANKED: readonly RankedStatistic[] = ['IMPRESSIONS', 'CALLS', 'DIRECTIONS', 'WEBSITE_CLICKS'];
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
  choice: StatisticsChoice;
  /** The address of a location’s own statistics in the same period. */
  linkTo: (locationId: string) => string;
}

/** The person’s own locations, compared with each other in the period that is shown above. */
export function RankingPanel({ choice, linkTo }: RankingPanelProps) {
  const [statistic, setStatistic] = useState<RankedStatistic>('CALLS');
  const [wanted, setOrder] = useState<RankOrder>('most');
  const [limit, setLimit] = useState(FIRST_SHOWN);
  const hasRate = statistic !== 'IMPRESSIONS';
  const order = !hasRate && wanted.endsWith('rate') ? 'most' : wanted;
  const loaded = useRanking(choice, { statistic, order }, limit);
  const { data } = loaded;
  const rows = data?.items ?? [];
  return (
    <StatisticsPanel
      title="Compare my locations"
      note={data?.comparedWith ? `vs. ${rangeWords(data.comparedWith)}` : undefined}
      file={{ words: 'Comparison as CSV', href: FILES.ranking(choice, { statistic, order }) }}
      loaded={loaded}
      failure="Failed to load the comparison. Please try again."
      rows={5}
      empty={data && rows.length === 0 ? 'No location has figures in this period.' : undefined}
      tools={
        <>
          <Field label="Compared metric" hideLabel>
            <Select
              value={statistic}
              onChange={({ target }) => setStatistic(target.value as RankedStatistic)}
            >
              {RANKED.map((name) => (
                <option key={name} value={name}>
                  {STATISTIC_NAMES[name]}
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
        <StatisticsTable
          caption={`Locations by ${STATISTIC_NAMES[statistic].toLowerCase()}`}
          columns={columnsOf(statistic, data, linkTo)}
          rows={rows}
          rowKey={({ locationId }) => locationId}
          asCards
        />
      )}
    </StatisticsPanel>
  );
}

function columnsOf(
  statistic: RankedStatistic,
  { items, comparedWith, dataUntil: ofAll }: Schemas['RankingDto'],
  linkTo: RankingPanelProps['linkTo'],
): StatisticsTableColumn<Row>[] {
  const of = ({ figures }: Row, name: RankedStatistic) => figures.find((figure) => figure.metric === name);
  const most = Math.max(1, ...items.map((row) => of(row, statistic)?.value ?? 0));
  const columns: (StatisticsTableColumn<Row> | false)[] = [
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
    statistic !== 'IMPRESSIONS' && {
      header: STATISTIC_NAMES.IMPRESSIONS,
      cell: (row) => numberWords(of(row, 'IMPRESSIONS')?.value ?? null),
      numeric: true,
    },
    {
      header: STATISTIC_NAMES[statistic],
      cell: (row) => {
        const value = of(row, statistic)?.value ?? null;
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
      cell: (row) => <Change {...of(row, statistic)} />,
      numeric: true,
    },
    statistic !== 'IMPRESSIONS' && {
      header: 'Per 1,000 impressions',
      cell: (row) => numberWords(of(row, statistic)?.per1000 ?? null),
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
function Change({ value = null, before = null }: Partial<Schemas['RankedStatisticDto']>) {
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
