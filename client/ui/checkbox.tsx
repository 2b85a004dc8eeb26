import type { ComponentProps, ReactNode } from 'react';
import styles from './checkbox.module.css';

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  /** The label. */
  children: ReactNode;
}

/** A tick box with its label; the whole line is the target. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <label className={styles.line}>
      <input {...rest} type="checkbox" className={styles.box} />
      <span>{children}</span>
    </label>
  );
}
