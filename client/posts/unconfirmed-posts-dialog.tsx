import { useState } from 'react';
import { flushSync } from 'react-dom';
import { countOf } from '../listings/count-of';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { Checkbox } from '../ui/checkbox';
import { Dialog } from '../ui/dialog';
import { notify } from '../ui/notify';
import { failureWords } from './failure-words';
import { shortened, type Post } from './post-words';
import { dateTimeWords } from './time-words';
import styles from './unconfirmed-posts-dialog.module.css';
import { usePostActions } from './use-posts';

interface UnconfirmedPostsDialogProps {
  /** The earliest first; as many as can be retried at once. */
  posts: readonly Post[];
  /** How many there are in all. */
  total: number;
  timeZone: string;
  onClose: () => void;
  onRetried: () => void;
}

/** The posts that Google has neither confirmed nor listed, to be tried again together. */
export function UnconfirmedPostsDialog({
  posts,
  total,
  timeZone,
  onClose,
  onRetried,
}: UnconfirmedPostsDialogProps) {
  const { retryPosts } = usePostActions();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isRetrying, setIsRetrying] = useState(false);
  const [failure, setFailure] = useState<string>();
  const chosen = posts.filter(({ id }) => !left.has(id));
  const more = total - posts.length;

  const toggle = (id: string) => {
    const next = new Set(left);
    if (!next.delete(id)) next.add(id);
    setLeft(next);
  };
  const retry = async () => {
    setIsRetrying(true);
    setFailure(undefined);
    try {
      await retryPosts(chosen.map(({ id }) => id));
      flushSync(onClose);
      onRetried();
      notify.success(`Retrying ${countOf(chosen.length, 'post')}. Google is asked first.`);
    } catch (error) {
      setFailure(failureWords(error, 'The posts could not be retried. Please try again.'));
    } finally {
      setIsRetrying(false);
    }
  };

  return (
    <Dialog
      open
      title="Could not confirm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            disabled={chosen.length === 0}
            busyText={isRetrying && 'Retrying...'}
            onClick={() => void retry()}
          >
            {chosen.length === 0 ? 'Retry' : `Retry ${countOf(chosen.length, 'post')}`}
          </Button>
        </>
      }
    >
      <div className={styles.content}>
        <p>
          Google has not confirmed these posts and does not list them, but may have published them. Retry
          looks at Google first: it takes over what is there, and publishes only what is not.
        </p>
        {failure && <Banner tone="error">{failure}</Banner>}
        <ul className={styles.posts}>
          {posts.map((post) => (
            <li key={post.id} className={styles.post}>
              <Checkbox checked={!left.has(post.id)} onChange={() => toggle(post.id)}>
                <span className={styles.note}>
                  {dateTimeWords(new Date(post.publishAt), timeZone)}, {post.locationName}
                </span>
                <span className={styles.words}>{shortened(post.summary)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={styles.note}>+{more} more, after these</p>}
      </div>
    </Dialog>
  );
}
