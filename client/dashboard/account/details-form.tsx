import { answer, api } from '../../api/client';
import { useTextForm } from '../../auth/use-text-form';
import { type Profile, useSession } from '../../auth/session';
import { phoneNumberFault } from '../../lib/phone-number';
import { isBlank } from '../../lib/visible-text';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { Field } from '../../ui/form/field';
import { TextInput } from '../../ui/form/inputs';
import { notify } from '../../ui/messages/notify';
import styles from './account-dialog.module.css';

/** The form of a person's name, phone number and company, and whether it has unsaved changes. */
export function useDetailsForm(user: Profile) {
  const session = useSession();
  const saved = { fullName: user.displayName, phone: user.phone, company: user.company };
  const form = useTextForm(
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
    },
  );
  const isDirty = (['fullName', 'phone', 'company'] as const).some(
    (name) => form.values[name].trim() !== saved[name],
  );
  return { ...form, isDirty };
}

/** The fields of `useDetailsForm`, with their button. */
export function DetailsForm({ form, control, errors, fault, busy }: ReturnType<typeof useDetailsForm>) {
  return (
    <form {...form} className={styles.details} aria-label="Your details">
      <Field label="Full name" error={errors.fullName}>
        <TextInput {...control('fullName')} autoComplete="name" />
      </Field>
      <Field label="Phone number" optional error={errors.phone}>
        <TextInput {...control('phone')} type="tel" inputMode="tel" autoComplete="tel" />
      </Field>
      <Field label="Company" optional error={errors.company}>
        <TextInput {...control('company')} autoComplete="organization" />
      </Field>
      <div className={styles.save}>
        {fault && <Banner tone="error">{fault}</Banner>}
        <Button type="submit" variant="primary" busyText={busy && 'Saving...'}>
          Save Changes
        </Button>
      </div>
    </form>
  );
}
