import { useContext, useId, type ReactNode, createContext } from 'react';
import { CircleAlert } from 'lucide-react';
import { Icon } from '../basics/icon';
import common from '../layout/common.module.css';
import styles from './field.module.css';
import { VisuallyHidden } from '../basics/screen-reader';

interface FieldState {
  id?: string;
  describedBy?: string;
  invalid: boolean;
}

/** How a Field or FieldGroup labels and describes the controls inside it. */
export const FieldContext = createContext<FieldState>({ invalid: false });

/** The attributes that link a control to the Field around it; empty outside a Field. */
export function useFieldControl() {
  const { id, describedBy, invalid } = useContext(FieldContext);
  return { id, 'aria-describedby': describedBy, 'aria-invalid': invalid || undefined };
}

interface FieldProps {
  label: string;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
  /** Help text below the control. */
  hint?: ReactNode;
  /** The error message; marks the control as invalid. */
  error?: string | undefined;
  /** Adds "(optional)" to the label. */
  optional?: boolean;
  /** At the end of the line below the control; meant for a Counter. */
  counter?: ReactNode;
  /** One control of the kit: TextInput, PasswordInput, TextArea or Select. It gets its id and links from here. */
  children: ReactNode;
}

/** Label, control, hint and error, linked for assistive technology. */
export function Field({ label, hideLabel = false, hint, error, optional, counter, children }: FieldProps) {
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

  const words = (
    <>
      {label}
      {optional && <span className={styles.optional}> (optional)</span>}
    </>
  );

  return (
    <div className={styles.field}>
      <label className={hideLabel ? styles.hiddenLabel : styles.label} htmlFor={id}>
        {hideLabel ? <VisuallyHidden>{words}</VisuallyHidden> : words}
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
              <p id={`${id}-hint`} className={common.muted}>
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

interface FieldGroupProps {
  legend: string;
  hint?: ReactNode;
  /** The error message of the whole group. Every control inside is marked as invalid and linked to it. */
  error?: string | undefined;
  children: ReactNode;
}

/** Several fields for one value, for example a date and a time. */
export function FieldGroup({ legend, hint, error, children }: FieldGroupProps) {
  const id = useId();
  const outer = useContext(FieldContext);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, outer.describedBy]
    .filter(Boolean)
    .join(' ');

  return (
    <fieldset className={common.stack1}>
      <legend className={styles.legend}>{legend}</legend>
      <FieldContext
        value={{ describedBy: describedBy || undefined, invalid: Boolean(error) || outer.invalid }}
      >
        {children}
      </FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className={common.small}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}

/** The selector of a FieldError. */
export const FIELD_ERROR = '[data-field-error]';

/** The error message under a control. */
export function FieldError({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className={styles.error} data-field-error>
      <Icon of={CircleAlert} />
      {children}
    </p>
  );
}
