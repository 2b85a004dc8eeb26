import { useState } from 'react';
import { useConnection } from '../../business-profile/use-connection';
import { countOf, figure } from '../../lib/count-of';
import { drawFirst } from '../../lib/draw-first';
import { dateTimeWords } from '../../lib/time-words';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { Dialog } from '../../ui/layers/dialog';
import { Checkbox } from '../../ui/form/inputs';
import { STATUS } from '../../ui/basics/labels';
import { notify } from '../../ui/messages/notify';
import { actionErrorMessage } from '../../posting/action-errors';
import { soonestFirst } from '../../posting/post-list';
import { isUnconfirmed, shortened, type Post } from '../../posting/post-words';
import { usePostActions, useUnconfirmedPosts } from '../../posting/use-posts';
import styles from './unconfirmed-posts.module.css';

interface UnconfirmedPostsProps {
  timeZone: string;
  /** Called when posts were retried and the dialog is closed, so that focus moves elsewhere. */
  onRetried: () => void;
}

/** Says how many posts Google has neither confirmed nor listed, and opens the dialog to retry them. Empty without any. */
export function UnconfirmedPosts({ timeZone, onRetried }: UnconfirmedPostsProps) {
  const { connection } = useConnection();
  const { data } = useUnconfirmedPosts(connection?.source === 'google');
  const [isOpen, setIsOpen] = useState(false);
  const posts = soonestFirst(data?.items.filter(isUnconfirmed) ?? []);
  if (!data || posts.length === 0) return null;
  const count = data.nextCursor === null ? posts.length : data.counts.all;

  return (
    <>
      <Banner
        tone="warning"
        action={
          <Button size="small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            Show and retry
          </Button>
        }
      >
        {STATUS.UNCONFIRMED.label}: {figure(count)}. {count === 1 ? 'It' : 'They'} may be live on Google.
      </Banner>
      {isOpen && (
        <UnconfirmedPostsDialog
          posts={posts}
          total={count}
          timeZone={timeZone}
          onClose={() => setIsOpen(false)}
          onRetried={onRetried}
        />
      )}
    </>
  );
}

interface UnconfirmedPostsDialogProps {
  /** Earliest first; as many as can be retried at once. */
  posts: readonly Post[];
  /** How many there are in all. */
  total: number;
  timeZone: string;
  onClose: () => void;
  onRetried: () => void;
}

/** The unconfirmed posts, to be retried together. */
function UnconfirmedPostsDialog({ posts, total, timeZone, onClose, onRetried }: UnconfirmedPostsDialogProps) {
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
      drawFirst(onClose);
      onRetried();
      notify.success(`Retrying ${countOf(chosen.length, 'post')}. Google is checked first.`);
    } catch (error) {
      setFailure(actionErrorMessage(error, 'The posts couldn’t be retried. Please try again.'));
    } finally {
      setIsRetrying(false);
    }
  };

  return (
    <Dialog
      open
      title={STATUS.UNCONFIRMED.label}
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
      <div className={common.stack3}>
        <p>
          Google hasn’t confirmed these posts and doesn’t list them, but they may be live. Retrying checks
          Google first and publishes only what isn’t there.
        </p>
        {failure && <Banner tone="error">{failure}</Banner>}
        <ul className={common.stack3}>
          {posts.map((post) => (
            <li key={post.id} className={styles.post}>
              <Checkbox checked={!left.has(post.id)} onChange={() => toggle(post.id)}>
                <span className={common.small}>
                  {dateTimeWords(new Date(post.publishAt), timeZone)}, {post.locationName}
                </span>
                <span className={styles.words}>{shortened(post.summary)}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
        {more > 0 && <p className={common.small}>+{more} more, after these</p>}
      </div>
    </Dialog>
  );
}
