import { cx } from './cx';
import { VisuallyHidden } from './visually-hidden';
import styles from './counter.module.css';

interface CounterProps {
  /** Characters used so far. */
  value: number;
  max: number;
  /** Ascending lengths at which a screen reader is told; between them the live text does not change. */
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
        <span role="status">{spokenAt(value, max, steps)}</span>
      </VisuallyHidden>
    </p>
  );
}

function spokenAt(value: number, max: number, steps: readonly number[]): string {
  if (value > max) return `Over the limit of ${max} characters`;
  const reached = steps.findLast((step) => value >= step);
  if (reached === undefined) return '';
  return reached >= max ? 'No characters left' : `At most ${max - reached} characters left`;
}
