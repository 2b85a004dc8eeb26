import { type ComponentProps, useState, type ReactNode } from 'react';
import { cx } from '../basics/cx';
import { useFieldControl } from './field';
import styles from './inputs.module.css';
import { ChevronDown, Eye, EyeOff } from 'lucide-react';
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

/** A native select. Its children are `<option>`s. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={styles.selectBox}>
      <select {...useFieldControl()} {...rest} className={cx(styles.control, styles.select, className)} />
      <span className={styles.chevron}>
        <Icon of={ChevronDown} />
      </span>
    </div>
  );
}

/** A password box with a show/hide toggle. Set `autoComplete` for password managers. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <div className={styles.passwordBox}>
      <TextInput
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...props}
        type={shown ? 'text' : 'password'}
        className={styles.password}
      />
      <IconButton
        icon={shown ? EyeOff : Eye}
        label="Show password"
        aria-pressed={shown}
        className={styles.toggle}
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
