import { useId } from 'react';
import { answer, api } from '../../api/client';
import { checkConfirmed, checkPassword } from '../../auth/auth-rules';
import { useSession } from '../../auth/session';
import { useAuthForm } from '../../auth/use-auth-form';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { Dialog } from '../../ui/layers/dialog';
import { Field } from '../../ui/form/field';
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
  const formId = useId();
  const { form, control, errors, fault, busy } = useAuthForm(
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
    <Dialog
      open
      title="Change your password"
      size="small"
      onClose={onClose}
      message={fault && <Banner tone="error">{fault}</Banner>}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busyText={busy && 'Saving...'}>
            Change password
          </Button>
        </>
      }
    >
      <form {...form} id={formId} className={common.stack4}>
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
      </form>
    </Dialog>
  );
}
