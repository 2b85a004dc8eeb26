import { useId, useRef, useState } from 'react';
import { ListFilter, Lock } from 'lucide-react';
import { ApiError } from '../api/api-error';
import { countOf } from '../lib/count-of';
import { isBlank } from '../lib/visible-text';
import { actionErrorMessage } from '../posting/action-errors';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import { RadioRow } from '../ui/form/radio-group';
import { announce } from '../ui/basics/screen-reader';
import { useFormFaults } from '../ui/form/use-form-faults';
import { type LocationChoice, type SavedSelection, useSelectionActions } from './use-selections';

const KEEPING = [
  {
    value: 'live',
    label: 'Keep it live',
    description: 'Locations that fit your filter later belong to it as well',
    icon: ListFilter,
  },
  { value: 'fixed', label: 'As it is now', description: 'It keeps these locations only', icon: Lock },
] as const;

interface SaveSelectionDialogProps {
  choice: LocationChoice;
  count: number;
  /** Whether it was chosen by a filter, so that more locations can fit it later. */
  canBeLive: boolean;
  onSaved: (selection: SavedSelection) => void;
  onClose: () => void;
}

/** Asks for the name of a selection, and whether it stays live. */
export function SaveSelectionDialog({
  choice,
  count,
  canBeLive,
  onSaved,
  onClose,
}: SaveSelectionDialogProps) {
  const formId = useId();
  const form = useRef<HTMLFormElement>(null);
  const { save } = useSelectionActions();
  const [name, setName] = useState('');
  const [keeping, setKeeping] = useState<'live' | 'fixed'>('live');
  const { errors, fault, isBusy, ...faults } = useFormFaults<'name'>(form);

  async function submit(): Promise<void> {
    if (isBlank(name)) return faults.show({ name: 'Name is required' });
    faults.begin();
    try {
      const saved = await save(name.trim(), choice, canBeLive && keeping === 'live');
      announce(`Selection “${saved.name}” saved.`);
      onSaved(saved);
    } catch (error) {
      const words = actionErrorMessage(error, 'The selection couldn’t be saved. Please try again.');
      const ofName = error instanceof ApiError ? error.fields['name'] : undefined;
      if (ofName) faults.show({ name: ofName });
      else faults.show({}, words);
    }
  }

  return (
    <Dialog
      open
      size="small"
      title="Save selection"
      onClose={onClose}
      message={fault && <Banner tone="error">{fault}</Banner>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busyText={isBusy && 'Saving...'}>
            Save
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        className={common.stack3}
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Field label="Name" error={errors.name} hint={countOf(count, 'location')}>
          <TextInput
            autoComplete="off"
            value={name}
            onChange={({ target }) => {
              setName(target.value);
              faults.forget(() => true);
            }}
          />
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
      </form>
    </Dialog>
  );
}
