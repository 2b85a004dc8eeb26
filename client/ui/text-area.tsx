import type { ComponentProps } from 'react';
import { cx } from './cx';
import { useFieldControl } from './field-context';
import control from './control.module.css';
import styles from './text-area.module.css';

/** A box for several lines. For a character count give the Field around it a Counter. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={5}
      {...useFieldControl()}
      {...rest}
      className={cx(control.control, styles.area, className)}
    />
  );
}
