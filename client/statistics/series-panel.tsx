import { countOf } from '../lib/count-of';
import { cx } from '../ui/basics/cx';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { StatisticsChart } from './statistics-chart';
import { StatisticsTable } from './statistics-table';
import {
  type StatisticsEvent,
  heldWords,
  STATISTIC_NAMES,
  numberWords,
  type Point,
  pointDays,
  reachWords,
  type Series,
} from './statistics-words';
import { MAIN_STATISTICS, type Statistic, type Statistics } from './main-statistics';
import { StatisticsSum } from './statistics-sum';
import styles from './series-panel.module.css';
import type { StatisticsAddress } from './use-statistics-address';

/** The statistics that are not always in sight, but in a list. */
const OTHERS = (Object.keys(STATISTIC_NAMES) as Statistic[]).filter(
  (name) => !MAIN_STATISTICS.includes(name),
);

interface SeriesPanelProps {
  /** Of which locations. */
  place: string;
  shown: Statistics;
  events: readonly StatisticsEvent[];
  statistic: Statistic;
  look: StatisticsAddress['look'];
  onChoose: (statistic: Statistic) => void;
}

/** The sums of the statistics, and one of them over time: as a chart or as a table. */
export function SeriesPanel({ place, shown, events, statistic, look, onChoose }: SeriesPanelProps) {
  const series = shown.metrics.find((each) => each.metric === statistic);
  const isMain = MAIN_STATISTICS.includes(statistic);
  return (
    <section className={common.box} aria-labelledby="statistics-over-time">
      <VisuallyHidden>
        <h2 id="statistics-over-time">Figures over time</h2>
      </VisuallyHidden>
      <div className={styles.statistics} role="group" aria-label="Metric">
        {MAIN_STATISTICS.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.statistic}
            aria-pressed={statistic === name}
            onClick={() => onChoose(name)}
          >
            <StatisticsSum
              series={shown.metrics.find((each) => each.metric === name)}
              name={name}
              shown={shown}
            />
          </button>
        ))}
      </div>
      {series && (
        <div className={cx(common.stack3, styles.body)}>
          <div className={styles.more}>
            <Field label="More metrics" hideLabel>
              <Select
                value={isMain ? '' : statistic}
                onChange={({ target }) => onChoose((target.value || 'IMPRESSIONS') as Statistic)}
              >
                <option value="">More metrics</option>
                {OTHERS.map((name) => (
                  <option key={name} value={name}>
                    {STATISTIC_NAMES[name]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          {!isMain && (
            <p className={styles.sum}>
              <StatisticsSum series={series} name={statistic} shown={shown} />
            </p>
          )}
          {look === 'chart' && (
            <StatisticsChart
              name={`${STATISTIC_NAMES[statistic]}, ${place}`}
              series={series}
              shown={shown}
              events={events}
            />
          )}
          <div className={styles.table}>
            <PointTable
              name={STATISTIC_NAMES[statistic]}
              series={series}
              shown={shown}
              forReaders={look === 'chart'}
            />
          </div>
          <p className={common.small}>{coverageWords(shown, series)}</p>
        </div>
      )}
    </section>
  );
}

/** Which days and locations the numbers go over, in words. */
function coverageWords({ dataUntil, locations, locationsToRead }: Statistics, series: Series): string {
  const { points, locations: most } = series;
  const whole = points.filter(({ value, from }) => value !== null && dataUntil !== null && from <= dataUntil);
  const fewest = Math.min(most, ...whole.map((point) => point.locations));
  return [
    reachWords(dataUntil, points),
    `${fewest < most ? `${fewest} to ` : ''}${countOf(most, 'location')} of ${locations} counted`,
    ...(locationsToRead > 0 ? [`${countOf(locationsToRead, 'location')} still to be read`] : []),
    'days by UTC',
  ].join(' · ');
}

interface PointTableProps {
  name: string;
  series: Series;
  shown: Statistics;
  forReaders: boolean;
}

/** The same as the chart, in numbers. Screen readers and paper have it beside the chart too. */
function PointTable({ name, series: { points, locations: most }, shown, forReaders }: PointTableProps) {
  const { dataUntil, comparedWith, by } = shown;
  const wordsOf = (point: Point) => {
    if (point.value !== null) return heldWords(point, most);
    return dataUntil === null || point.to > dataUntil ? 'not counted yet' : 'unknown';
  };
  const beforeOf = ({ value, before, locations }: Point) =>
    before === null && value !== null && locations < most ? 'not comparable' : numberWords(before);
  return (
    <StatisticsTable
      caption={name}
      forReaders={forReaders}
      columns={[
        { header: 'Days', cell: (point: Point) => pointDays(point, by) },
        { header: name, cell: wordsOf, numeric: true },
        ...(comparedWith ? [{ header: 'Before', cell: beforeOf, numeric: true }] : []),
      ]}
      rows={points}
      rowKey={({ from }) => from}
    />
  );
}
