import type { ComponentProps, ReactNode } from 'react';
import styles from './switch.module.css';

interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'className' | 'children'> {
  /** The label. */
  children: ReactNode;
}

/** An on/off setting that takes effect at once; the whole line is the target. */
export function Switch({ children, ...rest }: SwitchProps) {
  return (
    <label className={styles.line}>
      <span>{children}</span>
      <input {...rest} type="checkbox" role="switch" className={styles.track} />
    </label>
  );
}
