import { useState } from 'react';
import type { Connection } from '../business-profile/use-connection';
import { POST_TYPES, shortened, type Post } from '../posts/post-words';
import { ReconnectToPublish } from '../posts/reconnect-to-publish';
import { dateTimeWords, relativeWords, zoneName } from '../posts/time-words';
import { useNow } from '../posts/use-now';
import { viewerTimeZone } from '../posts/wall-time';
import { Badge } from '../ui/badge';
import { Button, ButtonLink } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { viewUrl } from '../ui/views';
import styles from './overview-panels.module.css';

const EVERY_10_S = 10_000;

interface HeldPostsDialogProps {
  /** The next ones first. */
  posts: readonly Post[];
  /** How many there are in all. */
  total: number;
  connection: Connection;
  onClose: () => void;
}

/** The posts that do not go out as things stand, and the way to change that. */
export function HeldPostsDialog({ posts, total, connection, onClose }: HeldPostsDialogProps) {
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  const more = total - posts.length;
  return (
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
        <p className={styles.note}>Times in {zoneName(now, timeZone)}</p>
        <ol className={styles.list}>
          {posts.map((post) => (
            <li key={post.id} className={styles.item}>
              <p className={styles.line}>
                <time dateTime={post.publishAt} className={styles.strong}>
                  {dateTimeWords(new Date(post.publishAt), timeZone)}
                </time>
                <span className={styles.note}>{relativeWords(new Date(post.publishAt), now)}</span>
              </p>
              <p className={styles.line}>
                {post.locationName}
                <Badge icon={POST_TYPES[post.postType].icon}>{POST_TYPES[post.postType].label}</Badge>
              </p>
              <p className={styles.words}>{shortened(post.summary)}</p>
            </li>
          ))}
        </ol>
        {more > 0 && <p className={styles.note}>+{more} more</p>}
      </div>
    </Dialog>
  );
}
