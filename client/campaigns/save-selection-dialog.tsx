import { useState } from 'react';
import { ListFilter, Lock } from 'lucide-react';
import { useTextForm } from '../auth/use-text-form';
import { countOf } from '../lib/count-of';
import { actionErrorMessage } from '../posting/action-errors';
import { Field } from '../ui/form/field';
import { FormDialog } from '../ui/form/form-dialog';
import { TextInput } from '../ui/form/inputs';
import { RadioRow } from '../ui/form/radio-group';
import { announce } from '../ui/basics/screen-reader';
import { faultsOfName } from './own-name';
import { type SaveSelectionProps, useSelectionActions } from '../listings/choice/use-selections';

const KEEPING = [
  {
    value: 'live',
    label: 'Add new matches',
    description: 'New locations that match your filter are added automatically',
    icon: ListFilter,
  },
  { value: 'fixed', label: 'Keep as it is', description: 'It keeps only these locations', icon: Lock },
] as const;

/** Asks for the name of a selection, and whether it stays live. */
export function SaveSelectionDialog({ choice, count, canBeLive, onSaved, onClose }: SaveSelectionProps) {
  const { save } = useSelectionActions();
  const [keeping, setKeeping] = useState<'live' | 'fixed'>('live');
  const { form, control, errors, fault, busy } = useTextForm(
    { name: '' },
    ({ name }) => faultsOfName(name),
    async ({ name }) => {
      const saved = await save(name.trim(), choice, canBeLive && keeping === 'live');
      announce(`Selection “${saved.name}” saved.`);
      onSaved(saved);
    },
    (error) => actionErrorMessage(error, 'The selection couldn’t be saved. Please try again.'),
  );

  return (
    <FormDialog
      title="Save selection"
      form={form}
      fault={fault}
      label="Save"
      busyText={busy && 'Saving...'}
      onClose={onClose}
    >
      <Field label="Name" error={errors.name} hint={countOf(count, 'location')}>
        <TextInput {...control('name')} autoComplete="off" />
      </Field>
      {canBeLive && (
        <RadioRow
          legend="When your locations change"
          options={KEEPING}
          value={keeping}
          hint={KEEPING.find(({ value }) => value === keeping)?.description}
          onChange={setKeeping}
        />
      )}
    </FormDialog>
  );
}
