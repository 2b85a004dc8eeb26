import { useState } from 'react';
import { useConnection } from '../business-profile/use-connection';
import { AlertDialog } from '../ui/alert-dialog';
import { Checkbox } from '../ui/checkbox';
import styles from './delete-post-dialog.module.css';
import type { Post } from './post-words';

interface DeletePostDialogProps {
  post: Post;
  onCancel: () => void;
  onConfirm: (where: { atGoogle: boolean }) => void;
}

/** Asks before a post is deleted; of one that is out at Google, whether it is to go from there as well. */
export function DeletePostDialog({ post, onCancel, onConfirm }: DeletePostDialogProps) {
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
      onCancel={onCancel}
      onConfirm={() => onConfirm({ atGoogle: isAtGoogle && atGoogle })}
    >
      <p>Are you sure you want to delete this {isPublished ? 'published' : 'scheduled'} post?</p>
      {isAtGoogle && (
        <div className={styles.more}>
          <p>Customers still see it on Google unless you delete it there as well.</p>
          <Checkbox checked={atGoogle} onChange={(event) => setAtGoogle(event.target.checked)}>
            Also delete it at Google
          </Checkbox>
        </div>
      )}
    </AlertDialog>
  );
}
