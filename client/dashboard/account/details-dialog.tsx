import { answer, api } from '../../api/client';
import { useTextForm } from '../../auth/use-text-form';
import { type Profile, useSession } from '../../auth/session';
import { phoneNumberFault } from '../../lib/phone-number';
import { isBlank } from '../../lib/visible-text';
import { Field } from '../../ui/form/field';
import { FormDialog } from '../../ui/form/form-dialog';
import { TextInput } from '../../ui/form/inputs';
import { useDiscardQuestion } from '../../ui/layers/discard-question';
import { notify } from '../../ui/messages/notify';

interface DetailsDialogProps {
  user: Profile;
  onClose: () => void;
}

/** Changes a person's name, phone number and company. */
export function DetailsDialog({ user, onClose }: DetailsDialogProps) {
  const session = useSession();
  const saved = { fullName: user.displayName, phone: user.phone, company: user.company };
  const { form, control, values, errors, fault, busy } = useTextForm(
    saved,
    ({ fullName, phone }) => {
      const phoneFault = phone.trim() && phoneNumberFault(phone.trim());
      return {
        ...(isBlank(fullName) && { fullName: 'Name is required' }),
        ...(phoneFault && { phone: phoneFault }),
      };
    },
    async (body) => {
      if (!isDirty) return void notify.info('Nothing has changed.');
      session.showProfile(await answer(api.PATCH('/api/auth/profile', { body }), { quiet: true }));
      notify.success('Your details have been saved.');
      onClose();
    },
  );
  const isDirty = (['fullName', 'phone', 'company'] as const).some(
    (name) => values[name].trim() !== saved[name],
  );
  const discard = useDiscardQuestion({
    losesChanges: isDirty,
    words: 'Your changes to your details haven’t been saved. Discard them?',
    onClose,
  });
  return (
    <FormDialog
      title="Your details"
      form={form}
      fault={fault}
      label="Save Changes"
      busyText={busy && 'Saving...'}
      question={discard.question}
      onClose={discard.close}
    >
      <Field label="Full name" error={errors.fullName}>
        <TextInput {...control('fullName')} autoComplete="name" />
      </Field>
      <Field label="Phone number" optional error={errors.phone}>
        <TextInput {...control('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label="Company" optional error={errors.company}>
        <TextInput {...control('company')} autoComplete="organization" />
      </Field>
    </FormDialog>
  );
}
