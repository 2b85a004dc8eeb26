import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { answer, api } from '../../api/client';
import { type Profile, useSession } from '../../auth/session';
import { Button } from '../../ui/basics/button';
import { Avatar } from '../../ui/basics/labels';
import { SettingsLine } from '../../ui/layout/settings';
import { DetailsDialog } from '../account/details-dialog';
import { LogoutButton, useLogOut } from '../account/logout-button';
import { PasswordDialog } from '../account/password-dialog';
import { ThemeSwitch } from '../account/theme-switch';
import styles from './settings-view.module.css';
import { useAccount } from './use-account';

/** Who the person is, and how and where they are logged in. */
export function AccountSettings({ user }: { user: Profile }) {
  const session = useSession();
  const { data: account, mutate } = useAccount();
  // A failure is shown as a toast.
  const logOut = useLogOut(() =>
    session
      .leave(() => answer(api.POST('/api/auth/logout-everywhere'), { evenLate: true }))
      .catch(() => undefined),
  );
  const [opened, setOpened] = useState<'details' | 'password'>();
  const { displayName, email, photoURL, signInMethod } = user;
  const byGoogle = signInMethod === 'google';
  const close = () => setOpened(undefined);

  return (
    <>
      <div className={styles.person}>
        <Avatar name={displayName || email} photoUrl={photoURL} size="large" />
        <SettingsLine
          title={<strong>{displayName || email}</strong>}
          action={
            <Button size="small" onClick={() => setOpened('details')}>
              Edit
            </Button>
          }
        >
          <span>{email}</span>. {byGoogle ? 'You log in with Google.' : 'You log in with email and password.'}
          {photoURL && ' Photo: from your Google account'}
        </SettingsLine>
      </div>
      <SettingsLine
        title="Password"
        action={
          !byGoogle && (
            <Button size="small" icon={KeyRound} onClick={() => setOpened('password')}>
              Change password
            </Button>
          )
        }
      >
        {byGoogle
          ? 'You log in with Google, so your password is the one for your Google account. Change it there.'
          : 'Changing it logs you out of all other browsers.'}
      </SettingsLine>
      <SettingsLine title="Theme" action={<ThemeSwitch labelled />}>
        How Shingle looks on all your devices.
      </SettingsLine>
      <SettingsLine title="Where you’re logged in" action={<LogoutButton logOut={logOut} everywhere />}>
        {account ? sessionWords(account.sessions) : 'This browser, and any others where you’re logged in.'}
      </SettingsLine>
      {opened === 'details' && <DetailsDialog user={user} onClose={close} />}
      {opened === 'password' && (
        <PasswordDialog
          email={email}
          onChanged={() => {
            close();
            void mutate();
          }}
          onClose={close}
        />
      )}
    </>
  );
}

function sessionWords(count: number): string {
  if (count <= 1) return 'Only in this browser.';
  return `In ${count} browsers, including this one. You can log out of all of them at once.`;
}
