import type { ComponentProps } from 'react';
import { ChevronDown } from 'lucide-react';
import { cx } from './cx';
import { useFieldControl } from './field-context';
import { Icon } from './icon';
import control from './control.module.css';
import styles from './select.module.css';

/** The native choice list; its children are `<option>`s. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={styles.box}>
      <select {...useFieldControl()} {...rest} className={cx(control.control, styles.select, className)} />
      <span className={styles.chevron}>
        <Icon of={ChevronDown} />
      </span>
    </div>
  );
}
