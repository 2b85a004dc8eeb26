import { cx } from '../ui/basics/cx';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import type { Statistic, Statistics } from './main-statistics';
import { STATISTIC_NAMES, type Series, changeWords, numberWords } from './statistics-words';
import styles from './statistics-sum.module.css';

interface StatisticsSumProps {
  series: Series | undefined;
  name: Statistic;
  shown: Pick<Statistics, 'comparedWith'>;
  /** Whether it is one of a row of tabs: the number is smaller, and only screen readers get the words of what it is compared with. */
  inTab?: boolean;
}

/** A statistic with its sum, and how that differs from the one that it is compared with. */
export function StatisticsSum({ series, name, shown, inTab = false }: StatisticsSumProps) {
  const { total = null, totalBefore = null } = series ?? {};
  const change = shown.comparedWith ? changeWords(total, totalBefore) : undefined;
  return (
    <>
      <span className={common.small}>{STATISTIC_NAMES[name]}</span>{' '}
      <strong className={cx(styles.number, inTab && styles.inTab)}>{numberWords(total)}</strong>{' '}
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
              <Signed>{change}</Signed>
              {inTab ? <VisuallyHidden> vs. before</VisuallyHidden> : ' vs. before'}
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
