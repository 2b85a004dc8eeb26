import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { ratingWords, shareWords } from '../lib/count-of';
import { cx } from '../ui/basics/cx';
import { NotAvailable, Plate } from '../ui/basics/labels';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import styles from './ranking-columns.module.css';
import { Signed } from './statistics-sum';
import type { StatisticsTableColumn } from './statistics-table';
import { changeWords, differenceWords, numberWords, SHORT_NAMES, shortDay } from './statistics-words';
import type { RankedStatistic } from './use-statistics';

type Row = Schemas['RankedLocationDto'];
type Ranked = Pick<Schemas['RankedStatisticDto'], 'value' | 'before'>;

const UNKNOWN: Ranked = Object.freeze({ value: null, before: null });

/**
 * The columns of compared locations.
 * @param linkTo the address of a location’s own statistics
 */
export function columnsOf(
  statistic: RankedStatistic,
  { items, comparedWith, dataUntil: ofAll }: Schemas['RankingDto'],
  linkTo: (locationId: string) => string,
): StatisticsTableColumn<Row>[] {
  const of = ({ figures }: Row): Schemas['RankedStatisticDto'] | Ranked =>
    figures.find((figure) => figure.metric === statistic) ?? UNKNOWN;
  const largest = Math.max(1, ...items.map((row) => Math.abs(changeOf(of(row)) ?? 0)));
  const columns: (StatisticsTableColumn<Row> | false)[] = [
    {
      header: 'Location',
      cell: ({ locationId, locationName, storeCode, dataUntil }) => (
        <>
          <span className={styles.location}>
            {storeCode !== null && <Plate>{storeCode}</Plate>}
            <Link to={linkTo(locationId)} title={locationName}>
              {locationName}
            </Link>
          </span>
          {dataUntil !== null && ofAll !== null && dataUntil < ofAll && (
            <span className={common.small}> only until {shortDay(dataUntil)}</span>
          )}
        </>
      ),
    },
    {
      header: SHORT_NAMES[statistic],
      cell: (row) => numberWords(of(row).value),
      numeric: true,
    },
    comparedWith !== null && {
      header: 'Change',
      headerNote: (
        <span className={styles.ends} aria-hidden="true">
          <span>lost</span>
          <span>gained</span>
        </span>
      ),
      cell: (row) => <Change of={of(row)} largest={largest} />,
      numeric: true,
    },
    statistic !== 'IMPRESSIONS' && {
      header: 'Per 1,000',
      cell: (row) => {
        const ranked = of(row);
        return numberWords('per1000' in ranked ? ranked.per1000 : null);
      },
      numeric: true,
      room: 'regular',
    },
    {
      header: 'Rating',
      cell: ({ averageRating, reviewCount }) =>
        averageRating === null ? (
          <NotAvailable />
        ) : (
          <>
            {ratingWords(averageRating)}
            {reviewCount !== null && (
              <span className={cx(common.muted, styles.inWide)}> from {numberWords(reviewCount)}</span>
            )}
          </>
        ),
      numeric: true,
      room: 'regular',
    },
    {
      header: 'Answered',
      cell: ({ answeredShare }) => (answeredShare === null ? <NotAvailable /> : shareWords(answeredShare)),
      numeric: true,
      room: 'wide',
    },
  ];
  return columns.filter((column) => column !== false);
}

function changeOf({ value, before }: Ranked): number | undefined {
  return value === null || before === null ? undefined : value - before;
}

/**
 * How much more or less it is: `−24 (−50%)`, and the same as a bar to the left or the right of a middle.
 * @param largest that of the longest bar
 */
function Change({ of, largest }: { of: Ranked; largest: number }) {
  const { value, before } = of;
  const difference = differenceWords(value, before);
  const share = changeWords(value, before);
  const change = changeOf(of) ?? 0;
  return (
    <span className={cx(prose.row, styles.change)}>
      {difference === undefined ? (
        'unknown'
      ) : (
        <span>
          <Signed>{difference}</Signed>
          {share !== undefined && difference !== 'none' && (
            <span className={cx(common.muted, styles.share)}> ({share})</span>
          )}
        </span>
      )}
      <span className={cx(styles.scale, difference === undefined && styles.none)} aria-hidden="true">
        {change !== 0 && (
          <span
            className={change < 0 ? styles.lost : styles.gained}
            style={{ inlineSize: `${(Math.abs(change) / largest) * 50}%` }}
          />
        )}
      </span>
    </span>
  );
}
