import { useRef, useState } from 'react';
import { placeFaults } from '../../api/place-faults';
import { countOf } from '../../lib/count-of';
import { useMatches } from '../../listings/choice/use-selections';
import { FIELD_NAMES, fieldInSentence } from '../../listings/field-values';
import { LOCKABLE, type LockedField, type LockFieldsProps, useLockActions } from '../../listings/use-locks';
import { actionErrorMessage } from '../../posting/action-errors';
import { FieldGroup, useFieldControl } from '../../ui/form/field';
import { FormDialog } from '../../ui/form/form-dialog';
import { Checkbox } from '../../ui/form/inputs';
import { useFormFaults } from '../../ui/form/use-form-faults';
import { notify } from '../../ui/messages/notify';
import { HOW_LOCKS_WORK } from './lock-note';
import styles from './lock-dialog.module.css';
import { lockedWords } from './lock-words';

/** Asks which fields of the chosen locations are locked. */
export function LockDialog({ choice, onLocked, onClose }: LockFieldsProps) {
  const { data: matches } = useMatches(choice);
  const { lock } = useLockActions();
  const [fields, setFields] = useState<readonly LockedField[]>([]);
  const form = useRef<HTMLFormElement>(null);
  const { errors, fault, isBusy, ...faults } = useFormFaults<'fields'>(form);

  async function send(): Promise<void> {
    if (isBusy) return;
    if (fields.length === 0) return faults.show({ fields: 'Choose at least one field.' });
    faults.begin();
    try {
      const done = await lock(fields, choice, { quiet: true });
      notify.success(lockedWords(fields, done));
      onLocked();
    } catch (error) {
      const placed = placeFaults(error, (path) => (path === 'fields' ? 'fields' : undefined));
      const isAtField = placed.errors.fields !== undefined && placed.rest.length === 0;
      const words =
        placed.rest[0] ?? actionErrorMessage(error, 'The fields couldn’t be locked. Please try again.');
      faults.show(placed.errors, isAtField ? undefined : words);
    }
  }

  function tick(field: LockedField, isTicked: boolean): void {
    setFields(LOCKABLE.filter((each) => (each === field ? isTicked : fields.includes(each))));
    faults.forget(() => true);
  }

  return (
    <FormDialog
      title={matches ? `Lock fields at ${countOf(matches.matched, 'location')}` : 'Lock fields'}
      form={{ ref: form, onSubmit: () => void send() }}
      fault={fault}
      label={labelOf(fields)}
      busyText={isBusy && 'Locking...'}
      onClose={onClose}
    >
      <FieldGroup legend="Fields" error={errors.fields} hint={HOW_LOCKS_WORK}>
        <div className={styles.fields}>
          {LOCKABLE.map((field) => (
            <FieldBox key={field} field={field} isTicked={fields.includes(field)} onTick={tick} />
          ))}
        </div>
      </FieldGroup>
    </FormDialog>
  );
}

interface FieldBoxProps {
  field: LockedField;
  isTicked: boolean;
  onTick: (field: LockedField, isTicked: boolean) => void;
}

function FieldBox({ field, isTicked, onTick }: FieldBoxProps) {
  return (
    <Checkbox
      {...useFieldControl()}
      checked={isTicked}
      onChange={({ target }) => onTick(field, target.checked)}
    >
      {FIELD_NAMES[field]}
    </Checkbox>
  );
}

function labelOf(fields: readonly LockedField[]): string {
  const [only] = fields;
  if (!only) return 'Lock';
  return fields.length === 1 ? `Lock ${fieldInSentence(only)}` : `Lock ${countOf(fields.length, 'field')}`;
}
