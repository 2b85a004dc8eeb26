import type { Schemas } from '../api/client';
import { formatTimes } from '../listings/opening-hours';
import { toOpeningPeriod } from '../listings/special-days';
import { cx } from '../ui/basics/cx';
import type { BulkDate } from './bulk-types';
import { dayOfAnswer } from './bulk-words';
import styles from './date-answers.module.css';

interface DateAnswersProps {
  dates: readonly BulkDate[];
  side: 'before' | 'after';
}

/** What is said of each date, as a plate below its day: closed, the times, or not said. */
export function DateAnswers({ dates, side }: DateAnswersProps) {
  return (
    <ul className={cx(styles.dates, side === 'after' && styles.after)}>
      {dates.map((each) => (
        <li key={each.date}>
          <span className={styles.day}>{dayOfAnswer(each.date)}</span>
          <Answer periods={each[side]} />
        </li>
      ))}
    </ul>
  );
}

function Answer({ periods }: { periods: readonly Schemas['SpecialPeriodDto'][] | null }) {
  if (!periods || periods.length === 0)
    return <span className={cx(styles.answer, styles.unsaid)}>Not said</span>;
  const open = periods.flatMap(toOpeningPeriod);
  if (open.length === 0) return <span className={cx(styles.answer, styles.shut)}>Closed</span>;
  return <span className={styles.answer}>{open.map(formatTimes).join(', ')}</span>;
}
