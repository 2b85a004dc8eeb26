import { Link } from 'react-router-dom';
import { ConnectFaultBanner, ReconnectButton, useConnect } from '../../business-profile/connect';
import { useConnection } from '../../business-profile/use-connection';
import { useMedia } from '../../lib/use-narrow-screen';
import { viewUrl } from '../../lib/views';
import { ActionMenu } from '../../ui/layers/action-menu';
import { Button, ButtonLink, ExternalLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { OneLine } from '../../ui/basics/one-line';
import { Plate } from '../../ui/basics/labels';
import {
  actionsFor,
  helpfulAction,
  reasonOf,
  waitsForReconnecting,
  type Post,
} from '../../posting/post-words';
import common from '../../ui/layout/common.module.css';
import styles from './post-row.module.css';

/** The actions on a post. `again` writes a new post with its content. */
export type PostAction = 'view' | 'edit' | 'move' | 'retry' | 'again' | 'delete';

/** The id of a post's View button in any list, or of its menu, so that focus can move to it. */
export function viewButtonId({ id }: Pick<Post, 'id'>): string {
  return `view-post-${id}`;
}

/** The id of a View button in the list of held posts, which may be on the page together with another list. */
export function heldViewButtonId({ id }: Post): string {
  return `view-held-post-${id}`;
}

/** The id of a post's text in a list, which names its buttons. */
export function contentId({ id }: Pick<Post, 'id'>): string {
  return `post-content-${id}`;
}

/** Narrower screens have no room for the words of all actions beside the columns. */
const CRAMPED = '(width < 1160px)';

export const ACTION_WORDS: Readonly<Record<PostAction, string>> = {
  view: 'View',
  edit: 'Edit',
  move: 'Move',
  retry: 'Retry',
  again: 'Use again',
  delete: 'Delete',
};

interface PostButtonsProps {
  post: Post;
  /** The id of the element that names the post. */
  describedBy: string;
  onAction: (action: PostAction, post: Post) => void;
}

/** The actions of a post in a list, as words. Where there is little room they are in a menu, except for failed posts. */
export function PostButtons({ post, describedBy, onAction }: PostButtonsProps) {
  const isCramped = useMedia(CRAMPED);
  const actions = rowActions(post);
  if (isCramped && actions.length > 1 && post.status !== 'FAILED')
    return (
      <ActionMenu
        label="Actions"
        id={viewButtonId(post)}
        describedBy={describedBy}
        actions={actions.map((action) => ({
          label: ACTION_WORDS[action],
          isDanger: action === 'delete',
          onClick: () => onAction(action, post),
        }))}
      />
    );
  return actions.map((action) => (
    <Button
      key={action}
      id={action === 'view' ? viewButtonId(post) : undefined}
      size="row"
      variant={post.status === 'FAILED' && action === helpfulAction(post) ? 'primary' : 'quiet'}
      aria-describedby={describedBy}
      onClick={() => onAction(action, post)}
    >
      {ACTION_WORDS[action]}
    </Button>
  ));
}

/** The actions that a list offers, with those of the specification, section 4. The details offer all. */
function rowActions(post: Post): PostAction[] {
  const may = actionsFor(post);
  const offered: Record<PostAction, boolean> = {
    view: true,
    edit: may.edit,
    move: may.move && post.status !== 'FAILED',
    retry: may.retry,
    again: post.status === 'PUBLISHED',
    delete: may.delete && post.status === 'SCHEDULED',
  };
  return (Object.keys(offered) as PostAction[]).filter((action) => offered[action]);
}

/** The location of a post, with its store code. */
export function PostLocation({ post: { locationName, storeCode } }: { post: Post }) {
  return (
    <div className={styles.location}>
      {storeCode && <Plate>{storeCode}</Plate>}
      <span>{locationName}</span>
    </div>
  );
}

/** The link to the campaign that made a post, if any. */
export function CampaignMark({ post: { campaignId } }: { post: Post }) {
  return (
    campaignId !== null && (
      <Link to={viewUrl('campaign', { campaign: campaignId })} className={styles.campaign}>
        Campaign
      </Link>
    )
  );
}

/** The link to a campaign, in place of the actions of a post. */
export function OpenCampaign({ id }: { id: string }) {
  return (
    <ButtonLink
      to={viewUrl('campaign', { campaign: id })}
      size="row"
      variant="quiet"
      aria-describedby={contentId({ id })}
    >
      Open
    </ButtonLink>
  );
}

/** The reason for a post's state, with a link or button to act on it. Empty if the status needs no reason. */
export function PostReason({ post }: { post: Post }) {
  const reason = reasonOf(post);
  return (
    <>
      {reason && (
        <OneLine className={cx(common.muted, styles.reason, post.status === 'FAILED' && styles.failed)}>
          {reason}
        </OneLine>
      )}
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
