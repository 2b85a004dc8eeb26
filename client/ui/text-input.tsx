import type { ComponentProps } from 'react';
import { cx } from './cx';
import { useFieldControl } from './field-context';
import styles from './control.module.css';

/** A one-line input of any textual type, dates and times included; takes its id and links from the Field around it. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl()} {...rest} className={cx(styles.control, className)} />;
}
