import { useState } from 'react';
import type { Connection } from '../business-profile/use-connection';
import { DeletePostDialog } from '../posts/delete-post-dialog';
import { PostDetailsDialog } from '../posts/post-details-dialog';
import type { Post } from '../posts/post-words';
import { ReconnectToPublish } from '../posts/reconnect-to-publish';
import { zoneName } from '../posts/time-words';
import { useNow } from '../posts/use-now';
import { viewerTimeZone } from '../posts/wall-time';
import { Banner } from '../ui/banner';
import { Button, ButtonLink } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { viewUrl } from '../ui/views';
import { HeldPost } from './held-post';
import styles from './overview-panels.module.css';
import type { HeldPostActions } from './use-held-post-actions';

const EVERY_10_S = 10_000;

interface HeldPostsDialogProps {
  /** The next ones first. */
  posts: readonly Post[];
  /** How many there are in all. */
  total: number;
  connection: Connection;
  actions: HeldPostActions;
  onClose: () => void;
}

/** The posts that do not go out as things stand, and the way to change that. Each can be looked at and deleted. */
export function HeldPostsDialog({ posts, total, connection, actions, onClose }: HeldPostsDialogProps) {
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  const { opened, failure, act, close, confirmDelete } = actions;
  const more = total - posts.length;
  return (
    <>
      <Dialog
        open
        title="Posts at risk"
        onClose={onClose}
        footer={
          <>
            {connection.state === 'none' && (
              <ButtonLink to={viewUrl('setup')} onClick={onClose}>
                Connect
              </ButtonLink>
            )}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        }
      >
        <div className={styles.content}>
          <p>
            These posts are kept. They go out once their Google account is connected and working; one that is
            long overdue by then fails instead, and can be retried.
          </p>
          <ReconnectToPublish />
          {failure && <Banner tone="error">{failure}</Banner>}
          <p className={styles.note}>Times in {zoneName(now, timeZone)}</p>
          <ol className={styles.list}>
            {posts.map((post) => (
              <HeldPost key={post.id} post={post} now={now} timeZone={timeZone} onAction={act} />
            ))}
          </ol>
          {more > 0 && <p className={styles.note}>+{more} more</p>}
        </div>
      </Dialog>
      {opened?.action === 'view' && (
        <PostDetailsDialog
          post={opened.post}
          now={now}
          timeZone={timeZone}
          isReadOnly
          onClose={close}
          onAction={(_, post) => act('delete', post)}
        />
      )}
      {opened?.action === 'delete' && (
        <DeletePostDialog post={opened.post} onCancel={close} onConfirm={confirmDelete} />
      )}
    </>
  );
}
