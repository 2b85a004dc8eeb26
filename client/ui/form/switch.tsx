import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../basics/cx';
import { useFieldControl } from './field';
import styles from './switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> {
  /** The label. */
  children: ReactNode;
  /** Small, with the label after it. */
  inRow?: boolean;
}

/** An on/off setting that takes effect at once. The whole line can be clicked. */
export function Switch({ children, inRow, ...rest }: SwitchProps) {
  return (
    <label className={cx(styles.switch, inRow && styles.switchInRow)}>
      <span>{children}</span>
      <input {...useFieldControl()} {...rest} type="checkbox" role="switch" className={styles.track} />
    </label>
  );
}
