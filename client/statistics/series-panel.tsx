import { countOf } from '../lib/count-of';
import { cx } from '../ui/basics/cx';
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
  type Series,
} from './statistics-words';
import type { Statistic, Statistics } from './main-statistics';
import { MetricTabs } from './metric-tabs';
import styles from './series-panel.module.css';
import type { StatisticsAddress } from './use-statistics-address';

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
  return (
    <section className={common.box} aria-labelledby="statistics-over-time">
      <VisuallyHidden>
        <h2 id="statistics-over-time">Figures over time</h2>
      </VisuallyHidden>
      <MetricTabs shown={shown} statistic={statistic} onChoose={onChoose}>
        {series && look === 'chart' && (
          <StatisticsChart
            name={`${STATISTIC_NAMES[statistic]}, ${place}`}
            series={series}
            shown={shown}
            events={events}
            note={coverageWords(shown, series)}
          />
        )}
        {series && (
          <PointTable
            name={STATISTIC_NAMES[statistic]}
            series={series}
            shown={shown}
            forReaders={look === 'chart'}
          />
        )}
        {series && look === 'table' && (
          <p className={cx(common.small, styles.note)}>{coverageWords(shown, series)}</p>
        )}
      </MetricTabs>
    </section>
  );
}

/** Which days and locations the numbers go over, in words. */
function coverageWords({ dataUntil, locations, locationsToRead }: Statistics, series: Series): string {
  const { points, locations: most } = series;
  const whole = points.filter(({ value, from }) => value !== null && dataUntil !== null && from <= dataUntil);
  const fewest = Math.min(most, ...whole.map((point) => point.locations));
  return [
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
