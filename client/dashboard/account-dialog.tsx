import { Download, Trash2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import useSWR from 'swr';
import { answer, api, type Schemas } from '../api/client';
import { useSession } from '../auth/session';
import { Button, DownloadLink } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Avatar } from '../ui/labels';
import styles from './account-dialog.module.css';
import { DeleteAccountDialog } from './delete-account-dialog';
import { LogoutButton, useLogOut } from './logout-button';

/** The user's account: identity, sessions, data export, deletion. */
export function AccountDialog({ onClose }: { onClose: () => void }) {
  const session = useSession();
  const { data: account } = useAccount();
  const logOut = useLogOut(session.logOutEverywhere);
  const [deleting, setDeleting] = useState(false);
  if (session.status !== 'signed-in') return null;
  const { displayName, email, photoURL, signInMethod } = session.user;

  return (
    <Dialog open title="Your account" size="small" onClose={onClose}>
      <div className={styles.person}>
        <Avatar name={displayName || email} photoUrl={photoURL} size="large" />
        <div className={styles.who}>
          {displayName && <p className={styles.name}>{displayName}</p>}
          <p className={styles.email}>{email}</p>
          <p className={styles.method}>
            {signInMethod === 'google' ? 'You sign in with Google.' : 'You sign in with email and password.'}
          </p>
        </div>
      </div>
      <AccountSection title="Where you are signed in" action={<LogoutButton logOut={logOut} everywhere />}>
        {account ? sessionWords(account.sessions) : 'This browser and others, if you signed in there.'}
      </AccountSection>
      <AccountSection
        title="Your data"
        action={
          <DownloadLink href="/api/account/export" icon={Download}>
            Download my data
          </DownloadLink>
        }
      >
        Everything that Shingle stores about you, in one JSON file: profile, posts, places, sessions.
      </AccountSection>
      <AccountSection
        title="Delete account"
        action={
          <Button icon={Trash2} className={styles.delete} onClick={() => setDeleting(true)}>
            Delete account
          </Button>
        }
      >
        Your account and everything in it, for good. You are asked once more.
      </AccountSection>
      {deleting && (
        <DeleteAccountDialog
          user={session.user}
          scheduledPosts={account?.scheduledPosts}
          onClose={() => setDeleting(false)}
        />
      )}
    </Dialog>
  );
}

function sessionWords(count: number): string {
  if (count <= 1) return 'In this browser alone.';
  return `In ${count} browsers, this one included. Log out everywhere to end all of them.`;
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
    <section className={styles.section} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <p className={styles.text}>{children}</p>
      <div className={styles.action}>{action}</div>
    </section>
  );
}

/** The account's figures. They are read each time the dialog opens, since sessions in other browsers change them. */
function useAccount() {
  return useSWR<Schemas['AccountFiguresDto'], unknown>(
    ['account'],
    () => answer(api.GET('/api/account'), { quiet: true }),
    { dedupingInterval: 0 },
  );
}
