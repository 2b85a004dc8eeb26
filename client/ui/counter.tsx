import styles from './counter.module.css';
import { cx } from './cx';
import { VisuallyHidden } from './screen-reader';

interface CounterProps {
  /** Characters used so far. */
  value: number;
  max: number;
  /** Ascending lengths at which the count is announced. */
  steps: readonly number[];
}

/** A live character count, "0/1500". */
export function Counter({ value, max, steps }: CounterProps) {
  return (
    <p className={cx(styles.counter, value > max && styles.over)}>
      <span aria-hidden="true">
        {value}/{max}
      </span>
      <VisuallyHidden>
        {value} of {max} characters
      </VisuallyHidden>
      <VisuallyHidden>
        <span role="status">{announcementAt(value, max, steps)}</span>
      </VisuallyHidden>
    </p>
  );
}

function announcementAt(value: number, max: number, steps: readonly number[]): string {
  if (value > max) return `Over the limit of ${max} characters`;
  const reached = steps.findLast((step) => value >= step);
  if (reached === undefined) return '';
  return reached >= max ? 'No characters left' : `At most ${max - reached} characters left`;
}
