import { ExternalLink } from '../listings/external-link';
import { cx } from '../ui/cx';
import styles from './post-reason.module.css';
import { reasonOf, waitsForReconnecting, type Post } from './post-words';
import { ReconnectToPublish } from './reconnect-to-publish';

/** Why a post in a list is where it is, with the way on where there is one; nothing where its status says it all. */
export function PostReason({ post }: { post: Post }) {
  const reason = reasonOf(post);
  return (
    <>
      {reason && <p className={cx(styles.reason, post.status === 'FAILED' && styles.failed)}>{reason}</p>}
      {waitsForReconnecting(post) && <ReconnectToPublish />}
      {post.status === 'PUBLISHED' && post.googleUrl && (
        <p className={styles.link}>
          <ExternalLink href={post.googleUrl}>View on Google</ExternalLink>
        </p>
      )}
    </>
  );
}
