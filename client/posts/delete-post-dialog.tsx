import { useEffect, useState } from 'react';
import { useConnection } from '../business-profile/use-connection';
import { AlertDialog } from '../ui/alert-dialog';
import { Checkbox } from '../ui/checkbox';
import styles from './delete-post-dialog.module.css';
import type { Post } from './post-words';

/** Longer than what has not to wait takes. */
const PATIENCE_MS = 1000;

interface DeletePostDialogProps {
  post: Post;
  /** What was confirmed is under way; closing the dialog does not stop it. */
  isDeleting?: boolean | undefined;
  onCancel: () => void;
  onConfirm: (where: { atGoogle: boolean }) => void;
}

/** Asks before a post is deleted; of one that is out at Google, whether it is to go from there as well. */
export function DeletePostDialog({ post, isDeleting = false, onCancel, onConfirm }: DeletePostDialogProps) {
  const { connection } = useConnection();
  const [atGoogle, setAtGoogle] = useState(false);
  const isPublished = post.status === 'PUBLISHED';
  // Posts of the sample never were at Google.
  const isAtGoogle = isPublished && connection?.source === 'google';
  return (
    <AlertDialog
      open
      title="Delete post"
      confirmLabel="Delete"
      busyText={isDeleting && 'Deleting...'}
      cancelLabel={isDeleting ? 'Close' : 'Cancel'}
      onCancel={onCancel}
      onConfirm={() => onConfirm({ atGoogle: isAtGoogle && atGoogle })}
    >
      <p>Are you sure you want to delete this {isPublished ? 'published' : 'scheduled'} post?</p>
      {isAtGoogle && (
        <div className={styles.more}>
          <p>Customers still see it on Google unless you delete it there as well.</p>
          <Checkbox
            checked={atGoogle}
            disabled={isDeleting}
            onChange={(event) => setAtGoogle(event.target.checked)}
          >
            Also delete it at Google
          </Checkbox>
          <div role="status">{isDeleting && <WaitWords />}</div>
        </div>
      )}
    </AlertDialog>
  );
}

/** Google allows 10 changes a minute at a location, and the server keeps within that: each waits for its turn. */
function WaitWords() {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    isLong && (
      <p>
        Google takes few changes a minute at each location, so this one waits for its turn. That can take up
        to 20 seconds.
      </p>
    )
  );
}
