import { ArrowRight } from 'lucide-react';
import type { Schemas } from '../api/client';
import { AnswerPlate } from '../listings/answer-plate';
import { formatTimes } from '../listings/opening-hours';
import { answerDay, toOpeningPeriod } from '../listings/special-days';
import { Icon } from '../ui/basics/icon';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import type { BulkDate } from './bulk-types';
import styles from './date-answers.module.css';

interface DateAnswersProps {
  dates: readonly BulkDate[];
  side: 'before' | 'after';
}

/** What is said of each date, as a plate below its day: closed, the times, or not said. */
export function DateAnswers({ dates, side }: DateAnswersProps) {
  return (
    <ul className={styles.dates}>
      {dates.map((each) => (
        <li key={each.date}>
          <span className={styles.day}>{answerDay(each.date)}</span>
          <Answer periods={each[side]} />
        </li>
      ))}
    </ul>
  );
}

/** The same for narrow screens: a line for each date, before and after. */
export function DateLines({ dates }: Pick<DateAnswersProps, 'dates'>) {
  return (
    <ul className={styles.lines}>
      {dates.map(({ date, before, after }) => (
        <li key={date}>
          <span className={styles.day}>{answerDay(date)}</span>
          <VisuallyHidden>before: </VisuallyHidden>
          <Answer periods={before} />
          <Icon of={ArrowRight} />
          <VisuallyHidden>after: </VisuallyHidden>
          <Answer periods={after} />
        </li>
      ))}
    </ul>
  );
}

function Answer({ periods }: { periods: readonly Schemas['SpecialPeriodDto'][] | null }) {
  if (!periods || periods.length === 0) return <AnswerPlate kind="not_said" />;
  const open = periods.flatMap(toOpeningPeriod);
  if (open.length === 0) return <AnswerPlate kind="closed" />;
  return <AnswerPlate kind="hours" hours={open.map(formatTimes).join(', ')} />;
}
