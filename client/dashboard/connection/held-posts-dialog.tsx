import { Eye, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { figure } from '../../lib/count-of';
import type { Connection } from '../../business-profile/use-connection';
import { dateTimeWords, relativeWords, zoneName } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import { viewUrl } from '../../lib/views';
import { viewerTimeZone } from '../../lib/wall-time';
import { DeletePostDialog } from '../../posts/list/post-dialogs';
import { PostDetailsDialog } from '../../posts/list/post-details-dialog';
import { type Post, POST_TYPES, shortened } from '../../posting/post-words';
import { heldViewButtonId, ReconnectToPublish } from '../../posts/list/post-row';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button, ButtonLink, IconButton } from '../../ui/basics/button';
import { Dialog } from '../../ui/layers/dialog';
import { Badge } from '../../ui/basics/labels';
import styles from './held-posts-dialog.module.css';

const EVERY_10_S = 10_000;

/** The actions on the listed posts. Their state outlives the dialog, so the page keeps it. */
export interface HeldPostActions {
  opened: { action: 'view' | 'delete'; post: Post } | undefined;
  /** Why the last deletion failed. */
  failure: string | undefined;
  act: (action: 'view' | 'delete', post: Post) => void;
  close: () => void;
  /** Called when the user has confirmed the deletion. */
  confirmDelete: () => void;
}

interface HeldPostsDialogProps {
  /** The next ones first. */
  posts: readonly Post[];
  /** How many there are in all. */
  total: number;
  connection: Connection;
  actions: HeldPostActions;
  onClose: () => void;
}

/** Lists the posts that cannot be published at present, and how to change that. Each can be viewed and deleted. */
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
        <div className={common.stack3}>
          <p>
            These posts are kept and will be published once their Google account is connected and working. A
            post that’s long overdue by then will fail instead, and you can retry it.
          </p>
          <ReconnectToPublish />
          {failure && <Banner tone="error">{failure}</Banner>}
          <p className={common.small}>Times in {zoneName(now, timeZone)}</p>
          <ol className={common.ruled}>
            {posts.map((post) => (
              <HeldPost key={post.id} post={post} now={now} timeZone={timeZone} onAction={act} />
            ))}
          </ol>
          {more > 0 && <p className={common.small}>+{figure(more)} more</p>}
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
        <DeletePostDialog post={opened.post} timeZone={timeZone} onCancel={close} onConfirm={confirmDelete} />
      )}
    </>
  );
}

interface HeldPostProps {
  post: Post;
  now: Date;
  timeZone: string;
  onAction: HeldPostActions['act'];
}

function HeldPost({ post, now, timeZone, onAction }: HeldPostProps) {
  const wordsId = `${heldViewButtonId(post)}-words`;
  const publishAt = new Date(post.publishAt);
  return (
    <li className={styles.item}>
      <p className={cx(common.line, styles.line)}>
        <time dateTime={post.publishAt} className={common.medium}>
          {dateTimeWords(publishAt, timeZone)}
        </time>
        <span className={common.small}>{relativeWords(publishAt, now)}</span>
      </p>
      <p className={cx(common.line, styles.line)}>
        {post.locationName}
        <Badge icon={POST_TYPES[post.postType].icon}>{POST_TYPES[post.postType].label}</Badge>
      </p>
      <p id={wordsId} className={common.breaks}>
        {shortened(post.summary)}
      </p>
      <div className={styles.buttons}>
        <IconButton
          icon={Eye}
          label="View"
          id={heldViewButtonId(post)}
          aria-describedby={wordsId}
          onClick={() => onAction('view', post)}
        />
        <IconButton
          icon={Trash2}
          label="Delete"
          danger
          aria-describedby={wordsId}
          onClick={() => onAction('delete', post)}
        />
      </div>
    </li>
  );
}
