import { useId, useState } from 'react';
import { answer, api } from '../api/client';
import { useTextForm } from './use-text-form';
import { announce } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { Dialog } from '../ui/layers/dialog';
import { Field } from '../ui/form/field';
import { FormButtons } from '../ui/form/form-dialog';
import { TextInput } from '../ui/form/inputs';
import { checkEmail } from './auth-rules';

interface PasswordResetDialogProps {
  /** The address that was typed in the login form. */
  email: string;
  onClose: () => void;
}

/**
 * Requests an e-mail with a link to set a new password. The answer never says whether the address has an account.
 */
export function PasswordResetDialog({ email, onClose }: PasswordResetDialogProps) {
  const formId = useId();
  const [sent, setSent] = useState<string>();
  const { form, control, errors, fault, busy } = useTextForm({ email }, checkEmail, async (body) => {
    const { message } = await answer(api.POST('/api/auth/password-reset', { body }), { quiet: true });
    announce(message);
    setSent(message);
  });

  return (
    <Dialog
      open
      title="Reset your password"
      size="small"
      onClose={onClose}
      message={fault && <Banner tone="error">{fault}</Banner>}
      footer={
        sent ? (
          <Button variant="primary" onClick={onClose}>
            Back to login
          </Button>
        ) : (
          <FormButtons
            formId={formId}
            label="Send reset link"
            busyText={busy && 'Sending...'}
            onCancel={onClose}
          />
        )
      }
    >
      {sent ? (
        <Banner tone="success">{sent}</Banner>
      ) : (
        <form {...form} id={formId} className={common.stack4}>
          <p>Enter your email address. We’ll send you a link to choose a new password.</p>
          <Field label="Email" error={errors.email}>
            <TextInput {...control('email')} type="email" autoComplete="email" inputMode="email" />
          </Field>
        </form>
      )}
    </Dialog>
  );
}
