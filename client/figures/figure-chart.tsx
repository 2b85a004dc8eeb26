import { useId } from 'react';
import styles from './figure-chart.module.css';
import { longDay, numberWords, type Point, shortDay } from './figure-words';

const WIDTH = 960;
const HEIGHT = 290;
const LEFT = 56;
const RIGHT = 944;
const TOP = 30;
const BOTTOM = 250;
/** How many days are named below the line. */
const NAMED = 5;

interface FigureChartProps {
  name: string;
  points: readonly Point[];
  /** The last counted day. */
  dataUntil: string | null;
  isCompared: boolean;
}

/** A metric as a line, with what it is compared with as a dotted one. What is not counted yet is a gap with words. */
export function FigureChart({ name, points, dataUntil, isCompared }: FigureChartProps) {
  const id = useId();
  const values = points.flatMap(({ value, before }) => [value ?? 0, (isCompared && before) || 0]);
  const top = niceTop(Math.max(1, ...values));
  const x = (index: number) =>
    LEFT + (points.length < 2 ? 0 : (index * (RIGHT - LEFT)) / (points.length - 1));
  const y = (value: number) => BOTTOM - (value / top) * (BOTTOM - TOP);
  const firstGap = points.findIndex(({ to }) => dataUntil === null || to > dataUntil);
  const gapFrom = firstGap < 1 ? LEFT : (x(firstGap) + x(firstGap - 1)) / 2;
  const step = Math.max(1, Math.ceil((points.length - 1) / (NAMED - 1)));
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  return (
    <div className={styles.chart}>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-labelledby={`${id}t`}
        aria-describedby={`${id}d`}
      >
        <title id={`${id}t`}>{`${name}, ${longDay(first.from)} to ${longDay(last.to)}`}</title>
        <desc id={`${id}d`}>{description(points, dataUntil)}</desc>
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path d={`M${LEFT} ${y(top * share)}H${RIGHT}`} className={styles.grid} />
            <text x={LEFT - 8} y={y(top * share) + 4} textAnchor="end">
              {numberWords(top * share)}
            </text>
          </g>
        ))}
        {firstGap >= 0 && (
          <>
            <rect x={gapFrom} y={TOP} width={RIGHT - gapFrom} height={BOTTOM - TOP} className={styles.gap} />
            <text x={Math.max(gapFrom, LEFT + 190) - 6} y={TOP - 10} textAnchor="end">
              {untilWords(dataUntil)}
            </text>
          </>
        )}
        {isCompared && (
          <path
            d={lineOf(
              points.map(({ before }) => before),
              x,
              y,
            )}
            className={styles.before}
          />
        )}
        <path
          d={lineOf(
            points.map(({ value }) => value),
            x,
            y,
          )}
          className={styles.line}
        />
        {points.map((point, index) =>
          index % step === 0 ? (
            <text key={point.from} x={x(index)} y={BOTTOM + 24} textAnchor={index === 0 ? 'start' : 'middle'}>
              {shortDay(point.from)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  );
}

/** Up to which day Google has counted. */
export function untilWords(dataUntil: string | null): string {
  return dataUntil === null ? 'Google has no data yet' : `Google has data until ${shortDay(dataUntil)}`;
}

/** A line through what is known. Where a number is missing it is broken; a single number is a dot. */
function lineOf(
  numbers: readonly (number | null)[],
  x: (index: number) => number,
  y: (value: number) => number,
) {
  return numbers
    .map((number, index) => {
      if (number === null) return '';
      const isStart = index === 0 || numbers[index - 1] === null;
      return `${isStart ? 'M' : 'L'}${x(index).toFixed(1)} ${y(number).toFixed(1)}${isStart ? 'h0' : ''}`;
    })
    .join('');
}

/** The next number above that is easy to halve and to read. */
function niceTop(most: number): number {
  const size = 10 ** Math.floor(Math.log10(most));
  return ([1, 2, 4, 6, 8, 10].find((times) => times * size >= most) ?? 10) * size;
}

function description(points: readonly Point[], dataUntil: string | null): string {
  const known = points.flatMap(({ from, value }) => (value === null ? [] : [{ from, value }]));
  const [first] = known;
  if (!first) return `${untilWords(dataUntil)}.`;
  const most = known.reduce((best, point) => (point.value > best.value ? point : best));
  return `From ${numberWords(first.value)} to a highest of ${numberWords(most.value)} on ${longDay(most.from)}. ${untilWords(dataUntil)}. “Table” shows the same figures as a table.`;
}
