import { useId } from 'react';
import { FieldContext, FieldError } from '../ui/form/field';
import { Checkbox } from '../ui/form/inputs';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { BULK_FIELDS, type BulkField } from './bulk-form';
import { partName } from './bulk-words';
import styles from './bulk-edit.module.css';

interface FieldChoiceProps {
  fields: readonly BulkField[];
  error: string | undefined;
  onChange: (fields: readonly BulkField[]) => void;
}

/** The list of what can change, with a box to tick each. */
export function FieldChoice({ fields, error, onChange }: FieldChoiceProps) {
  const id = useId();
  return (
    <fieldset className={cx(common.box, styles.fields)}>
      <legend className={styles.legend}>What changes</legend>
      <FieldContext value={{ invalid: error !== undefined, ...(error && { describedBy: id }) }}>
        <div className={styles.ticks}>
          {BULK_FIELDS.map((field, index) => (
            <Checkbox
              key={field}
              checked={fields.includes(field)}
              aria-invalid={(error !== undefined && index === 0) || undefined}
              aria-describedby={error && id}
              onChange={({ target }) =>
                onChange(target.checked ? [...fields, field] : fields.filter((other) => other !== field))
              }
            >
              {partName(field)}
            </Checkbox>
          ))}
        </div>
      </FieldContext>
      {error && (
        <div className={styles.fault}>
          <FieldError id={id}>{error}</FieldError>
        </div>
      )}
    </fieldset>
  );
}
