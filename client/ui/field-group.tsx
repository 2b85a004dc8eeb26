import { useContext, useId, type ReactNode } from 'react';
import { FieldContext } from './field-context';
import { FieldError } from './field';
import styles from './field-group.module.css';

interface FieldGroupProps {
  legend: string;
  hint?: ReactNode;
  /** A rule that the group breaks as a whole; every control inside is marked and linked to it. */
  error?: string | undefined;
  children: ReactNode;
}

/** Several fields that answer one question, for example a date and a time. */
export function FieldGroup({ legend, hint, error, children }: FieldGroupProps) {
  const id = useId();
  const outer = useContext(FieldContext);
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, outer.describedBy]
    .filter(Boolean)
    .join(' ');

  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{legend}</legend>
      <FieldContext
        value={{ describedBy: describedBy || undefined, invalid: Boolean(error) || outer.invalid }}
      >
        {children}
      </FieldContext>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </fieldset>
  );
}
