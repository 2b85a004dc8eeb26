import { CalendarClock, Eye, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { ConnectFaultBanner, ReconnectButton, useConnect } from '../../business-profile/connect';
import { useConnection } from '../../business-profile/use-connection';
import { ExternalLink, IconButton } from '../../ui/button';
import { cx } from '../../ui/cx';
import { actionsFor, reasonOf, waitsForReconnecting, type Post } from '../post-words';
import styles from './post-row.module.css';

/** The actions on a post in a list. */
export type PostAction = 'view' | 'edit' | 'move' | 'retry' | 'delete';

/** The id of a post's View button in any list, so that focus can move to it. */
export function viewButtonId({ id }: Post): string {
  return `view-post-${id}`;
}

/** The id of a View button in the list of held posts, which may be on the page together with another list. */
export function heldViewButtonId({ id }: Post): string {
  return `view-held-post-${id}`;
}

/** The id of a post's text in a list, which names its buttons. */
export function contentId({ id }: Post): string {
  return `post-content-${id}`;
}

interface PostButtonsProps {
  post: Post;
  /** The id of the element that names the post. */
  describedBy: string;
  /** Also offers Move, which the specified table does not have. */
  withMove?: boolean;
  onAction: (action: PostAction, post: Post) => void;
}

/** The buttons of a post in a list (specification, section 4). */
export function PostButtons({ post, describedBy, withMove, onAction }: PostButtonsProps) {
  const may = actionsFor(post);
  const shared = (action: PostAction) => ({
    'aria-describedby': describedBy,
    onClick: () => onAction(action, post),
  });
  return (
    <>
      <IconButton icon={Eye} label="View" id={viewButtonId(post)} {...shared('view')} />
      {may.edit && <IconButton icon={Pencil} label="Edit" {...shared('edit')} />}
      {withMove && may.move && <IconButton icon={CalendarClock} label="Move" {...shared('move')} />}
      {may.retry && <IconButton icon={RotateCw} label="Retry" {...shared('retry')} />}
      {may.delete && <IconButton icon={Trash2} label="Delete" danger {...shared('delete')} />}
    </>
  );
}

/** The reason for a post's state, with a link or button to act on it. Empty if the status needs no reason. */
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

/** The button to Google's consent page for a post that waits for it. Renders nothing once the connection works again. */
export function ReconnectToPublish() {
  const { connection } = useConnection();
  const connect = useConnect();
  if (connection?.state !== 'reconnect') return null;
  return (
    <div className={styles.reconnect}>
      <ReconnectButton connect={connect} size="small" />
      <ConnectFaultBanner fault={connect.fault} />
    </div>
  );
}
