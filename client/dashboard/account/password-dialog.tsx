import { answer, api } from '../../api/client';
import { useTextForm } from '../../auth/use-text-form';
import { checkConfirmed, checkPassword } from '../../auth/auth-rules';
import { useSession } from '../../auth/session';
import { Field } from '../../ui/form/field';
import { FormDialog } from '../../ui/form/form-dialog';
import { PasswordInput } from '../../ui/form/inputs';
import { notify } from '../../ui/messages/notify';

interface PasswordDialogProps {
  /** For password managers. */
  email: string;
  onChanged: () => void;
  onClose: () => void;
}

/** Changes the password of an account that has one. */
export function PasswordDialog({ email, onChanged, onClose }: PasswordDialogProps) {
  const session = useSession();
  const { form, control, errors, fault, busy } = useTextForm(
    { currentPassword: '', newPassword: '', confirmPassword: '' },
    ({ currentPassword, newPassword, confirmPassword }) => {
      const { password } = checkPassword({ password: newPassword });
      return {
        ...(!currentPassword && { currentPassword: 'Current password is required' }),
        ...(password && { newPassword: newPassword ? password : 'New password is required' }),
        ...checkConfirmed(confirmPassword, newPassword),
      };
    },
    async ({ currentPassword, newPassword }) => {
      const body = { currentPassword, newPassword };
      const { user } = await answer(api.POST('/api/auth/password', { body }), { quiet: true });
      session.showProfile(user);
      notify.success('Your password has been changed.');
      onChanged();
    },
  );
  return (
    <FormDialog
      title="Change your password"
      form={form}
      fault={fault}
      label="Change password"
      busyText={busy && 'Saving...'}
      onClose={onClose}
    >
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field label="Current password" error={errors.currentPassword}>
        <PasswordInput {...control('currentPassword')} autoComplete="current-password" />
      </Field>
      <Field label="New password" hint="At least 6 characters" error={errors.newPassword}>
        <PasswordInput {...control('newPassword')} autoComplete="new-password" />
      </Field>
      <Field label="Confirm new password" error={errors.confirmPassword}>
        <PasswordInput {...control('confirmPassword')} autoComplete="new-password" />
      </Field>
      <p>You stay logged in here. All your other browsers are logged out.</p>
    </FormDialog>
  );
}
