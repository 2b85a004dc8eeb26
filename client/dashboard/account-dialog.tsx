import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../auth/session';
import { Avatar } from '../ui/avatar';
import { Button, DownloadLink } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { AccountSection } from './account-section';
import styles from './account-dialog.module.css';
import { DeleteAccountDialog } from './delete-account-dialog';
import { LogoutButton } from './logout-button';
import { useAccount } from './use-account';
import { useLogOut } from './use-log-out';

/** What a person can do about their account: who they are here, their sessions, their data, the end of it. */
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
  return `In ${count} browsers, this one included. Signing out everywhere ends all of them.`;
}
