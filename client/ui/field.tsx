import { useContext, useId, type ReactNode } from 'react';
import { CircleAlert } from 'lucide-react';
import { FieldContext } from './field-context';
import { Icon } from './icon';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** Help that stays on screen, below the control. */
  hint?: ReactNode;
  /** The message of a broken rule; marks the control as invalid. */
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** Stands at the end of the line below the control; meant for a Counter. */
  counter?: ReactNode;
  /** One control of the kit: TextInput, PasswordInput, TextArea or Select. It takes id and links from here. */
  children: ReactNode;
}

/** Label, control, hint and error as one, linked for assistive technology. */
export function Field({ label, hint, error, optional, counter, children }: FieldProps) {
  const id = useId();
  const group = useContext(FieldContext);
  const describedBy = [
    error && `${id}-error`,
    hint && `${id}-hint`,
    counter && `${id}-counter`,
    group.describedBy,
  ]
    .filter(Boolean)
    .join(' ');

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {optional && <span className={styles.optional}> (optional)</span>}
      </label>
      <FieldContext
        value={{ id, describedBy: describedBy || undefined, invalid: Boolean(error) || group.invalid }}
      >
        {children}
      </FieldContext>
      {(hint || error || counter) && (
        <div className={styles.foot}>
          <div className={styles.notes}>
            {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
            {hint && (
              <p id={`${id}-hint`} className={styles.hint}>
                {hint}
              </p>
            )}
          </div>
          {counter && <div id={`${id}-counter`}>{counter}</div>}
        </div>
      )}
    </div>
  );
}

/** Finds what `FieldError` draws. */
export const FIELD_ERROR = '[data-field-error]';

/** The line under a control that says which rule it breaks. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.error} data-field-error>
      <Icon of={CircleAlert} />
      {children}
    </p>
  );
}
