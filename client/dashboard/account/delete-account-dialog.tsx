import { useEffect, useId, useState } from 'react';
import { figure } from '../../lib/count-of';
import { ApiError } from '../../api/api-error';
import { answer, api, type Schemas } from '../../api/client';
import { useTextForm } from '../../auth/use-text-form';
import { GoogleButton } from '../../auth/google-button';
import { type Profile, useSession } from '../../auth/session';
import { useWorkspaceAddress } from '../../auth/workspace';
import { useConnection } from '../../business-profile/use-connection';
import { withoutUnseen } from '../../lib/visible-text';
import { Banner } from '../../ui/messages/banner';
import { DownloadLink } from '../../ui/basics/button';
import { Field } from '../../ui/form/field';
import { FormDialog } from '../../ui/form/form-dialog';
import { PasswordInput, TextInput } from '../../ui/form/inputs';
import { announce } from '../../ui/basics/screen-reader';
import styles from './account.module.css';

const SURELY_GONE =
  'You’ve been logged out. Your account was probably deleted, but we didn’t get the confirmation. If you can still log in, please delete it again.';
const SIGNED_IN = 'Thank you. You can delete your account now.';

interface DeleteAccountDialogProps {
  user: Profile;
  /** How many posts are scheduled; undefined while that is loading. */
  scheduledPosts: number | undefined;
  onClose: () => void;
}

/**
 * Asks before the account is deleted: says what is lost, and asks for the e-mail address and the password, or for a new
 * sign-in with Google if the server requires one.
 */
export function DeleteAccountDialog({ user, scheduledPosts, onClose }: DeleteAccountDialogProps) {
  const session = useSession();
  const formId = useId();
  const byPassword = user.signInMethod === 'email';
  /** Set when the server requires a newer sign-in. */
  const [tooOld, setTooOld] = useState<string>();
  const mustSignIn = tooOld === user.lastSignIn;
  const hasSignedIn = tooOld !== undefined && !mustSignIn;

  // The focused button of that sign-in is gone.
  useEffect(() => {
    if (!hasSignedIn) return;
    announce(SIGNED_IN);
    document.querySelector<HTMLElement>(`button[form="${formId}"]`)?.focus();
  }, [hasSignedIn, formId]);

  const { form, control, errors, fault, setFault, busy } = useTextForm(
    { confirmation: '', password: '' },
    ({ confirmation, password }) => ({
      ...(!isSame(confirmation, user.email) && { confirmation: `Please type ${user.email}` }),
      ...(byPassword && !password && { password: 'Password is required' }),
    }),
    async ({ confirmation, password }) => {
      const body = { confirmation, ...(byPassword && { password }) };
      // The session ends with the account, so a second try is answered with 401.
      const sendDeletion = () =>
        answer<Schemas['AccountDeletedDto'] | undefined>(api.DELETE('/api/account', { body }), {
          quiet: true,
          doneIs: 401,
          evenLate: true,
        });
      try {
        await session.leave(sendDeletion, (outcome) => outcome?.message ?? SURELY_GONE);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'auth/requires-recent-login')
          setTooOld(user.lastSignIn);
        throw error;
      }
    },
  );

  return (
    <FormDialog
      title="Delete your account?"
      describedBy={`${formId}-losses`}
      form={{ ...form, id: formId }}
      fault={fault}
      message={
        <>
          {mustSignIn && <GoogleButton onFault={setFault} />}
          {hasSignedIn && !fault && <Banner tone="success">{SIGNED_IN}</Banner>}
        </>
      }
      label="Delete my account"
      busyText={busy && 'Deleting...'}
      isDanger
      onClose={onClose}
    >
      <DeletionSummary id={`${formId}-losses`} scheduledPosts={scheduledPosts} />
      <Field label="Type your email address to confirm" hint={user.email} error={errors.confirmation}>
        <TextInput
          {...control('confirmation')}
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {byPassword && (
        <Field label="Password" error={errors.password}>
          <PasswordInput {...control('password')} autoComplete="current-password" />
        </Field>
      )}
    </FormDialog>
  );
}

/** Lists what is deleted with the account, and what stays. */
function DeletionSummary({ id, scheduledPosts }: { id: string; scheduledPosts: number | undefined }) {
  const { connection } = useConnection();
  const addressOf = useWorkspaceAddress();
  return (
    <div id={id} className={styles.losses}>
      <p>This can’t be undone. On every device, you’ll immediately lose:</p>
      <ul>
        {scheduledPosts !== 0 && <li>{scheduledWords(scheduledPosts)}</li>}
        <li>All your posts and changes in Shingle.</li>
        {connection?.source === 'google' && (
          <li>
            The connection to your Google Business Profile{connection.email && ` (${connection.email})`}.
          </li>
        )}
      </ul>
      <p>What you’ve published on Google stays there. If you want a copy of the rest, download it first:</p>
      <DownloadLink href={addressOf('/api/account/export')} size="small">
        Download my data
      </DownloadLink>
      <DownloadLink href={addressOf('/api/account/export/photos')} size="small">
        Download my photos
      </DownloadLink>
    </div>
  );
}

function scheduledWords(count: number | undefined): string {
  if (count === undefined) return 'Your scheduled posts. None of them will be published.';
  return count === 1
    ? '1 scheduled post. It won’t be published.'
    : `${figure(count)} scheduled posts. None of them will be published.`;
}

/** Compares addresses as the server does. */
function isSame(typed: string, email: string): boolean {
  const plain = (text: string) => withoutUnseen(text).normalize('NFC').trim().toLowerCase();
  return plain(typed) === plain(email);
}
