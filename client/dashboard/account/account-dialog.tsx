import { Download, KeyRound, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../../api/client';
import { type Profile, useSession } from '../../auth/session';
import { NoticesSwitch } from '../../notices/notices-switch';
import { NoticeSettingsButton } from '../../notices/settings-button';
import { cx } from '../../ui/basics/cx';
import { Button, DownloadLink } from '../../ui/basics/button';
import prose from '../../ui/basics/prose.module.css';
import { Dialog } from '../../ui/layers/dialog';
import { useDiscardQuestion } from '../../ui/layers/discard-question';
import { Avatar } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import styles from './account-dialog.module.css';
import { DeleteAccountDialog } from './delete-account-dialog';
import { DetailsForm, useDetailsForm } from './details-form';
import { LogoutButton, useLogOut } from './logout-button';
import { PasswordDialog } from './password-dialog';
import { ThemeSwitch } from './theme-switch';

/** The user's account: who they are, password, theme, notices, sessions, data export, deletion. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  return session.status === 'signed-in' && <OpenAccountDialog user={session.user} onClose={onClose} />;
}

function OpenAccountDialog({ user, onClose }: { user: Profile; onClose: () => void }) {
  const session = useSession();
  const details = useDetailsForm(user);
  const { data: account, mutate } = useAccount();
  // A failure is shown as a toast.
  const logOut = useLogOut(() =>
    session.leave(() => answer(api.POST('/api/auth/logout-everywhere'))).catch(() => undefined),
  );
  const [question, setQuestion] = useState<'password' | 'delete'>();
  const { displayName, email, photoURL, signInMethod } = user;
  const byGoogle = signInMethod === 'google';
  const closeQuestion = () => setQuestion(undefined);
  const discard = useDiscardQuestion({
    losesChanges: details.isDirty,
    words: 'Your changes to your details haven’t been saved. Discard them?',
    onClose,
  });

  return (
    <Dialog open title="Your account" onClose={discard.close}>
      <div className={styles.person}>
        <Avatar name={displayName || email} photoUrl={photoURL} size="large" />
        <div className={styles.who}>
          {displayName && <p className={cx(prose.title, common.breaks)}>{displayName}</p>}
          <p className={common.breaks}>{email}</p>
          <p className={common.small}>
            {byGoogle ? 'You log in with Google.' : 'You log in with email and password.'}
          </p>
          {photoURL && <p className={common.small}>Photo: from your Google account</p>}
        </div>
      </div>
      <DetailsForm {...details} />
      <AccountSection
        title="Password"
        action={
          !byGoogle && (
            <Button icon={KeyRound} onClick={() => setQuestion('password')}>
              Change password
            </Button>
          )
        }
      >
        {byGoogle
          ? 'You log in with Google, so your password is the one for your Google account. Change it there.'
          : 'Changing it logs you out of all other browsers.'}
      </AccountSection>
      <AccountSection title="Theme" action={<ThemeSwitch labelled />}>
        How Shingle looks on all your devices.
      </AccountSection>
      <AccountSection
        title="Notices"
        action={
          <>
            <NoticesSwitch />
            <NoticeSettingsButton />
          </>
        }
      >
        The bell lists failed posts, changes by Google and lost connections. Shingle can also send this by
        email and to webhooks.
      </AccountSection>
      <AccountSection title="Where you’re logged in" action={<LogoutButton logOut={logOut} everywhere />}>
        {account ? sessionWords(account.sessions) : 'This browser, and any others where you’re logged in.'}
      </AccountSection>
      <AccountSection
        title="Your data"
        action={
          <>
            <DownloadLink href="/api/account/export" icon={Download}>
              Download my data
            </DownloadLink>
            <DownloadLink href="/api/account/export/photos" icon={Download}>
              Download my photos
            </DownloadLink>
          </>
        }
      >
        Everything Shingle stores about you in one JSON file: profile, posts, locations and sessions. Your
        photos come as a ZIP file.
      </AccountSection>
      <AccountSection
        title="Delete account"
        action={
          <Button icon={Trash2} className={styles.delete} onClick={() => setQuestion('delete')}>
            Delete account
          </Button>
        }
      >
        This deletes your account and everything in it, for good. We’ll ask you to confirm.
      </AccountSection>
      {question === 'password' && (
        <PasswordDialog
          email={email}
          onChanged={() => {
            closeQuestion();
            void mutate();
          }}
          onClose={closeQuestion}
        />
      )}
      {question === 'delete' && (
        <DeleteAccountDialog user={user} scheduledPosts={account?.scheduledPosts} onClose={closeQuestion} />
      )}
      {discard.question}
    </Dialog>
  );
}

function sessionWords(count: number): string {
  if (count <= 1) return 'Only in this browser.';
  return `In ${count} browsers, including this one. You can log out of all of them at once.`;
}

interface AccountSectionProps {
  title: string;
  children: ReactNode;
  /** The button or link below the text. */
  action: ReactNode;
}

function AccountSection({ title, children, action }: AccountSectionProps) {
  const id = useId();
  return (
    <section className={cx(common.line, styles.section)} aria-labelledby={id}>
      <div className={styles.words}>
        <h3 id={id}>{title}</h3>
        <p className={styles.text}>{children}</p>
      </div>
      {action && <div className={common.wrap}>{action}</div>}
    </section>
  );
}

/** The account's figures. They are read each time the dialog opens, since sessions in other browsers change them. */
function useAccount() {
  return useSWR<Schemas['AccountCountsDto'], unknown>(
    ['account'],
    () => answer(api.GET('/api/account'), { quiet: true }),
    { dedupingInterval: 0 },
  );
}
