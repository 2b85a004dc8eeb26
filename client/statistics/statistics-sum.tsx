import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { changeWords, METRIC_NAMES, numberWords, type Series } from './statistics-words';
import type { Metric, Statistics } from './main-statistics';
import styles from './statistics-sum.module.css';

interface MetricSumProps {
  series: Series | undefined;
  name: Metric;
  shown: Pick<Statistics, 'comparedWith'>;
}

/** A metric with its sum, and how that differs from the one that it is compared with. */
export function MetricSum({ series, name, shown }: MetricSumProps) {
  const { total = null, totalBefore = null } = series ?? {};
  const change = shown.comparedWith ? changeWords(total, totalBefore) : undefined;
  return (
    <>
      <span className={common.small}>{METRIC_NAMES[name]}</span>{' '}
      <strong className={styles.number}>{numberWords(total)}</strong>{' '}
      {shown.comparedWith && (
        <span className={common.small}>
          {change === undefined ? (
            totalBefore === null ? (
              'not comparable'
            ) : (
              `${numberWords(totalBefore)} before`
            )
          ) : (
            <>
              <Signed>{change}</Signed> vs. before
            </>
          )}
        </span>
      )}
    </>
  );
}

/** A difference with its sign; a rise and a fall are coloured. */
export function Signed({ children: words }: { children: string }) {
  return (
    <span className={cx(words.startsWith('+') && styles.up, words.startsWith('−') && styles.down)}>
      {words}
    </span>
  );
}
