import { useState } from 'react';
import { useTextForm } from '../../auth/use-text-form';
import { actionErrorMessage } from '../../posting/action-errors';
import { countCharacters } from '../../posts/composer/post-draft';
import { Counter } from '../../ui/form/counter';
import { Field } from '../../ui/form/field';
import { FormDialog, useNothingToSave } from '../../ui/form/form-dialog';
import { TextInput } from '../../ui/form/inputs';
import { notify } from '../../ui/messages/notify';
import type { Campaign } from '../campaign-words';
import { faultsOfName, MAX_NAME } from '../own-name';
import { useCampaignActions } from '../use-campaigns';

/** Lengths at which a screen reader says how much is left. */
const NAME_STEPS = [70, MAX_NAME];

interface RenameDialogProps {
  campaign: Campaign;
  onClose: () => void;
}

/** Gives a campaign another name. Its posts stay as they are. */
export function RenameDialog({ campaign, onClose }: RenameDialogProps) {
  const { update } = useCampaignActions();
  // The new name is based on this version, also if the campaign is changed elsewhere while the dialog is open.
  const [seen] = useState(campaign);
  const unchanged = useNothingToSave();
  const { form, control, values, errors, fault, busy } = useTextForm(
    { name: seen.name },
    ({ name }) => faultsOfName(name),
    async ({ name }) => {
      if (name.trim() === seen.name) return unchanged.say();
      await update(seen.id, { name: name.trim(), version: seen.version });
      notify.success('Campaign renamed.');
      onClose();
    },
    (error) => actionErrorMessage(error, 'The campaign couldn’t be renamed. Please try again.'),
  );

  return (
    <FormDialog
      title="Rename campaign"
      form={form}
      fault={fault}
      hasNothingToSave={unchanged.isShown && values.name.trim() === seen.name}
      label="Rename"
      busyText={busy && 'Saving...'}
      onClose={onClose}
    >
      <Field
        label="Name"
        error={errors.name}
        hint="Only you see it. Customers don’t."
        counter={<Counter value={countCharacters(values.name)} max={MAX_NAME} steps={NAME_STEPS} />}
      >
        <TextInput {...control('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
