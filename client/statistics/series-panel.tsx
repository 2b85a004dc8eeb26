import { countOf } from '../lib/count-of';
import { cx } from '../ui/basics/cx';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { FigureChart } from './statistics-chart';
import { FigureTable } from './statistics-table';
import {
  type FigureEvent,
  heldWords,
  METRIC_NAMES,
  numberWords,
  type Point,
  pointDays,
  reachWords,
  type Series,
} from './statistics-words';
import { MAIN_METRICS, type Metric, type Statistics } from './main-statistics';
import { MetricSum } from './statistics-sum';
import styles from './series-panel.module.css';
import type { FigureAddress } from './use-statistics-address';

/** The metrics that are not always in sight, but in a list. */
const OTHERS = (Object.keys(METRIC_NAMES) as Metric[]).filter((metric) => !MAIN_METRICS.includes(metric));

interface SeriesPanelProps {
  /** Of which locations. */
  place: string;
  shown: Statistics;
  events: readonly FigureEvent[];
  metric: Metric;
  look: FigureAddress['look'];
  onMetric: (metric: Metric) => void;
}

/** The sums of the metrics, and one of them over time: as a chart or as a table. */
export function SeriesPanel({ place, shown, events, metric, look, onMetric }: SeriesPanelProps) {
  const series = shown.metrics.find((each) => each.metric === metric);
  const isMain = MAIN_METRICS.includes(metric);
  return (
    <section className={common.box} aria-labelledby="figures-over-time">
      <VisuallyHidden>
        <h2 id="figures-over-time">Figures over time</h2>
      </VisuallyHidden>
      <div className={styles.metrics} role="group" aria-label="Metric">
        {MAIN_METRICS.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.metric}
            aria-pressed={metric === name}
            onClick={() => onMetric(name)}
          >
            <MetricSum
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
                value={isMain ? '' : metric}
                onChange={({ target }) => onMetric((target.value || 'IMPRESSIONS') as Metric)}
              >
                <option value="">More metrics</option>
                {OTHERS.map((name) => (
                  <option key={name} value={name}>
                    {METRIC_NAMES[name]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          {!isMain && (
            <p className={styles.sum}>
              <MetricSum series={series} name={metric} shown={shown} />
            </p>
          )}
          {look === 'chart' && (
            <FigureChart
              name={`${METRIC_NAMES[metric]}, ${place}`}
              series={series}
              shown={shown}
              events={events}
            />
          )}
          <div className={styles.table}>
            <PointTable
              name={METRIC_NAMES[metric]}
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

/** What the numbers go over, in words. */
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
    <FigureTable
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
