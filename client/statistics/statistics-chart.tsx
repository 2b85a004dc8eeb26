import { useId } from 'react';
import { daysWords } from '../lib/time-words';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import styles from './statistics-chart.module.css';
import {
  axisWords,
  type StatisticsEvent,
  heldWords,
  numberWords,
  type Point,
  pointDays,
  rangeWords,
  reachWords,
  type Series,
  shortDay,
  shortMonth,
  untilWords,
} from './statistics-words';
import type { Statistics } from './main-statistics';
import { useWidth } from './use-width';

/** From this width on it is as high as it gets. */
const WIDE = 640;
const HEIGHTS = { wide: 166, narrow: 150 };
const EDGE = { left: 48, right: 8, top: 12, bottom: 28 };
/** From these widths on a gap has room for words. */
const GAP_WORDS = { long: 70, short: 30 };
/** The room of a day’s name below the line. */
const NAME_WIDTH = 110;
/** More days than this are named by their months. */
const MANY_DAYS = 200;
const DAY_MS = 24 * 60 * 60_000;

interface StatisticsChartProps {
  /** The statistic, and of which locations. */
  name: string;
  series: Series;
  shown: Pick<Statistics, 'by' | 'comparedWith' | 'dataUntil' | 'period'>;
  /** What was done in the period: marked below the line. */
  events: readonly StatisticsEvent[];
  /** Stands beside the key. */
  note: string;
}

/** A statistic as a line, and the days that it is compared with as a dotted one. Days that are not counted yet are a gap with words. */
export function StatisticsChart({ name, series, shown, events, note }: StatisticsChartProps) {
  const { points, locations } = series;
  const { dataUntil, comparedWith, period } = shown;
  const id = useId();
  const { box, width } = useWidth<HTMLDivElement>();
  const height = width < WIDE ? HEIGHTS.narrow : HEIGHTS.wide;
  const [right, bottom] = [width - EDGE.right, height - EDGE.bottom];
  const top = niceTop(Math.max(1, ...points.flatMap(({ value, before }) => [value ?? 0, before ?? 0])));
  const gap = (right - EDGE.left) / Math.max(1, points.length - 1);
  const x = (index: number) => (points.length < 2 ? (EDGE.left + right) / 2 : EDGE.left + index * gap);
  const y = (value: number) => bottom - (value / top) * (bottom - EDGE.top);
  const firstGap = points.findIndex(({ to }) => dataUntil === null || to > dataUntil);
  const gapFrom = firstGap < 1 ? EDGE.left : (x(firstGap) + x(firstGap - 1)) / 2;
  const isLong = Date.parse(period.to) - Date.parse(period.from) > MANY_DAYS * DAY_MS;
  const step = Math.max(1, Math.ceil(NAME_WIDTH / gap));
  const lastWhole = points.findLastIndex(({ value, isWhole }) => value !== null && isWhole);
  const eventful = points.flatMap(({ from, to }, index) =>
    events.some(({ day }) => day >= from && day <= to) ? [index] : [],
  );
  const parts = points.flatMap(({ value, isWhole }, index) =>
    value !== null && !isWhole ? [{ index, value }] : [],
  );
  return (
    <div className={styles.chart}>
      <div ref={box}>
        <svg
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-labelledby={`${id}t`}
          aria-describedby={`${id}d`}
        >
          <title id={`${id}t`}>{`${name}, ${daysWords(period.from, period.to)}`}</title>
          <desc id={`${id}d`}>{description(points, shown)}</desc>
          {[0, 0.5, 1].map((share) => (
            <g key={share}>
              <path d={`M${EDGE.left} ${y(top * share)}H${right}`} className={styles.grid} />
              <text x={EDGE.left - 8} y={y(top * share) + 4} textAnchor="end">
                {axisWords(top * share)}
              </text>
            </g>
          ))}
          {firstGap >= 0 && (
            <rect
              x={gapFrom}
              y={EDGE.top}
              width={right - gapFrom}
              height={bottom - EDGE.top}
              className={styles.gap}
            />
          )}
          {comparedWith && (
            <path
              d={lineOf(points, ({ before, value, isWhole }) => (value === null || isWhole ? before : null))}
              className={styles.before}
            />
          )}
          <path
            d={lineOf(points, ({ value, isWhole }) => (isWhole ? value : null))}
            className={styles.line}
          />
          {lastWhole >= 0 && (
            <circle cx={x(lastWhole)} cy={y(points[lastWhole]?.value ?? 0)} r={5} className={styles.last} />
          )}
          {parts.map(({ index, value }) => (
            <circle key={index} cx={x(index)} cy={y(value)} r={4} className={styles.part} />
          ))}
          {eventful.map((index) => (
            <path key={index} d={markAt(x(index), bottom)} className={styles.event} data-event />
          ))}
          {firstGap >= 0 &&
            gapWords(right - gapFrom, parts.length > 0).map((word, line) => (
              <text
                key={word}
                x={(gapFrom + right) / 2}
                y={bottom - 30 + line * 15}
                textAnchor="middle"
                aria-hidden="true"
                className={styles.gapWords}
              >
                {word}
              </text>
            ))}
          {points.map((point, index) =>
            index % step === 0 ? (
              <text
                key={point.from}
                x={x(index)}
                y={bottom + 18}
                textAnchor={index === 0 ? 'start' : x(index) > right - NAME_WIDTH / 4 ? 'end' : 'middle'}
              >
                {isLong ? shortMonth(point.from) : shortDay(point.from)}
              </text>
            ) : null,
          )}
          {points.map((point, index) => (
            <rect
              key={point.from}
              x={x(index) - gap / 2}
              y={EDGE.top}
              width={gap}
              height={bottom - EDGE.top}
              className={styles.spot}
            >
              <title>{pointWords(point, locations, shown)}</title>
            </rect>
          ))}
        </svg>
      </div>
      <div className={styles.under}>
        <ChartKey
          shown={shown}
          hasParts={parts.length > 0}
          lacksLocations={parts.some(({ index }) => (points[index]?.locations ?? 0) < locations)}
          hasEvents={eventful.length > 0}
        />
        <p className={common.small}>{note}</p>
      </div>
    </div>
  );

  /** A line through the known numbers. It is broken where one is missing; a single number is a dot. */
  function lineOf(of: readonly Point[], numberOf: (point: Point) => number | null): string {
    const numbers = of.map(numberOf);
    return numbers
      .map((number, index) => {
        if (number === null) return '';
        const isStart = index === 0 || numbers[index - 1] === null;
        return `${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(number).toFixed(1)}${isStart ? 'h0' : ''}`;
      })
      .join('');
  }
}

interface ChartKeyProps {
  shown: StatisticsChartProps['shown'];
  hasParts: boolean;
  /** Whether some of the parts are of some locations only. */
  lacksLocations: boolean;
  hasEvents: boolean;
}

/** What the lines and marks stand for. */
function ChartKey({ shown, hasParts, lacksLocations, hasEvents }: ChartKeyProps) {
  const { by, comparedWith, period } = shown;
  return (
    <ul className={cx(common.small, styles.key)} aria-label="Key">
      <li>
        <svg width="28" height="6" aria-hidden="true">
          <path d="M1 3H27" className={styles.line} />
        </svg>
        {rangeWords(period)}
      </li>
      {comparedWith && (
        <li>
          <svg width="28" height="6" aria-hidden="true">
            <path d="M1 3H27" className={styles.before} />
          </svg>
          {rangeWords(comparedWith)}
        </li>
      )}
      {hasParts && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <circle cx="6" cy="6" r="4" className={styles.part} />
          </svg>
          Not the whole {by}
          {lacksLocations && ' or not all locations'}
        </li>
      )}
      {hasEvents && (
        <li>
          <svg width="12" height="12" aria-hidden="true">
            <path d={markAt(6, 6)} className={styles.event} />
          </svg>
          Something was changed or posted
        </li>
      )}
    </ul>
  );
}

/** What stands in a gap of that many px, in lines. Numbers of some days or locations may be in it. */
function gapWords(width: number, hasParts: boolean): string[] {
  if (width < GAP_WORDS.short) return [];
  if (hasParts || width < GAP_WORDS.long) return ['not', 'yet'];
  return ['no figures', 'yet'];
}

/** A small diamond. */
function markAt(x: number, y: number): string {
  return `M${x} ${y - 5}l5 5l-5 5l-5-5z`;
}

/** The next number above that is easy to read, and has a whole half. */
function niceTop(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most));
  const steps = size === 1 ? [2, 4, 6, 8, 10] : [1, 2, 3, 4, 5, 6, 8, 10];
  return (steps.find((times) => times * size >= most) ?? 10) * size;
}

function pointWords(point: Point, of: number, { by, comparedWith }: StatisticsChartProps['shown']): string {
  const { value, before } = point;
  const words = `${pointDays(point, by)}: ${value === null ? 'not counted' : heldWords(point, of)}`;
  return comparedWith && before !== null ? `${words}, before ${numberWords(before)}` : words;
}

function description(points: readonly Point[], { dataUntil, by }: StatisticsChartProps['shown']): string {
  const known = points.flatMap((point) => (point.value === null ? [] : [{ point, value: point.value }]));
  const [first] = known;
  if (!first) return `${untilWords(dataUntil)}.`;
  const most = known.reduce((best, each) => (each.value > best.value ? each : best));
  return `From ${numberWords(first.value)} to a highest of ${numberWords(most.value)} on ${pointDays(most.point, by)}. ${reachWords(dataUntil, points)}. “Table” shows the same figures as a table.`;
}
