import { type ComponentProps, useState, type ReactNode } from 'react';
import { cx } from '../basics/cx';
import { useFieldControl } from './field';
import styles from './inputs.module.css';
import { ChevronDown, Eye, EyeOff, type LucideIcon } from 'lucide-react';
import { Icon } from '../basics/icon';
import { IconButton } from '../basics/button';

/** A one-line input of any textual type, including date and time. Gets its id and links from the Field around it. */
export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input type="text" {...useFieldControl()} {...rest} className={cx(styles.control, className)} />;
}

/** A multi-line text box. For a character count give the Field around it a Counter. */
export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={5}
      {...useFieldControl()}
      {...rest}
      className={cx(styles.control, styles.area, className)}
    />
  );
}

/** An icon over an input, at its start or end. Beside it in an element with the class `box` of inputs.module.css. */
export function FieldIcon({ of, atEnd = false }: { of: LucideIcon; atEnd?: boolean }) {
  return (
    <span className={cx(styles.icon, atEnd && styles.iconAtEnd)}>
      <Icon of={of} />
    </span>
  );
}

/** A native select. Its children are `<option>`s. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={styles.box}>
      <select {...useFieldControl()} {...rest} className={cx(styles.control, styles.select, className)} />
      <FieldIcon of={ChevronDown} atEnd />
    </div>
  );
}

/** A password box with a show/hide toggle. Set `autoComplete` for password managers. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.box}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={cx(styles.withEnd, styles.password)}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label="Show password"
        aria-pressed={shown}
        className={styles.end}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'children'> {
  /** The label. */
  children: ReactNode;
}

/** A checkbox with its label. The whole line can be clicked. */
export function Checkbox({ children, ...rest }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input {...rest} type="checkbox" className={styles.tick} />
      <span>{children}</span>
    </label>
  );
}
