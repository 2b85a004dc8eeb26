import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Profile } from '../../auth/session';
import { useWorkspaceAddress } from '../../auth/workspace';
import { Button, DownloadLink } from '../../ui/basics/button';
import { SettingsLine } from '../../ui/layout/settings';
import { DeleteAccountDialog } from '../account/delete-account-dialog';
import styles from './settings-view.module.css';
import { useAccount } from './use-account';

/** What Shingle stores about the person: to download, and to delete. */
export function DataSettings({ user }: { user: Profile }) {
  const { data: account } = useAccount();
  const addressOf = useWorkspaceAddress();
  const [isAsked, setIsAsked] = useState(false);
  return (
    <>
      <SettingsLine
        title="Your data"
        action={
          <>
            <DownloadLink href={addressOf('/api/account/export')} size="small" icon={Download}>
              Download my data
            </DownloadLink>
            <DownloadLink href={addressOf('/api/account/export/photos')} size="small" icon={Download}>
              Download my photos
            </DownloadLink>
          </>
        }
      >
        Everything Shingle stores about you in one JSON file: profile, posts, locations and sessions. Your
        photos come as a ZIP file.
      </SettingsLine>
      <SettingsLine
        title="Delete account"
        action={
          <Button size="small" icon={Trash2} className={styles.delete} onClick={() => setIsAsked(true)}>
            Delete account
          </Button>
        }
      >
        This deletes your account and everything in it, for good. We’ll ask you to confirm.
      </SettingsLine>
      {isAsked && (
        <DeleteAccountDialog
          user={user}
          scheduledPosts={account?.scheduledPosts}
          onClose={() => setIsAsked(false)}
        />
      )}
    </>
  );
}
