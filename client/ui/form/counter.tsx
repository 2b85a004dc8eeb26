import { figure } from '../../lib/count-of';
import common from '../layout/common.module.css';
import styles from './counter.module.css';
import { cx } from '../basics/cx';
import { VisuallyHidden } from '../basics/screen-reader';

interface CounterProps {
  /** What is counted; characters by default, as "0/1,500". Other units are named: "0 of 4,096 bytes". */
  unit?: string;
  /** How many are used so far. */
  value: number;
  max: number;
  /** Ascending values at which the count is announced. */
  steps: readonly number[];
}

/** A live count of a text's length against its limit. */
export function Counter({ unit, value, max, steps }: CounterProps) {
  const units = unit ?? 'characters';
  const [used, most] = [figure(value), figure(max)];
  return (
    <p className={cx(common.small, styles.counter, value > max && styles.over)}>
      <span aria-hidden="true">{unit ? `${used} of ${most} ${unit}` : `${used}/${most}`}</span>
      <VisuallyHidden>
        {used} of {most} {units}
      </VisuallyHidden>
      <VisuallyHidden>
        <span role="status">{announcementAt(value, max, steps, units)}</span>
      </VisuallyHidden>
    </p>
  );
}

function announcementAt(value: number, max: number, steps: readonly number[], units: string): string {
  if (value > max) return `Over the limit of ${figure(max)} ${units}`;
  const reached = steps.findLast((step) => value >= step);
  if (reached === undefined) return '';
  return reached >= max ? `No ${units} left` : `At most ${figure(max - reached)} ${units} left`;
}
