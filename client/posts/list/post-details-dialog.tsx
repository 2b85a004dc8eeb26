import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { useWorkspaceAddress } from '../../auth/workspace';
import { dateTimeWords, periodWords, relativeWords, zoneName } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { useLocation } from '../../listings/use-listings';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { Banner, ErrorState } from '../../ui/messages/banner';
import { Button, ExternalLink } from '../../ui/basics/button';
import { Dialog } from '../../ui/layers/dialog';
import { STATUS, statusWords } from '../../ui/basics/labels';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { LocationTime } from '../../zones/location-time';
import { toPeriod } from '../composer/post-body';
import {
  ACTIONS,
  actionsFor,
  adviceOn,
  helpfulAction,
  isDueNow,
  isHeld,
  mayBeLive,
  ONLY_DELETE,
  POST_TYPES,
  reasonOf,
  shownStatus,
  waitsForReconnecting,
  type Post,
  waitsToBeSent,
} from '../../posting/post-words';
import { usePost } from '../../posting/use-posts';
import styles from './post-details-dialog.module.css';
import { PostHistory } from './post-history';
import { ACTION_WORDS, PostLocation, ReconnectToPublish, type PostAction } from './post-row';

type PostDetails = Schemas['PostDetailsDto'];

interface PostDetailsDialogProps {
  /** The post as the table shows it. */
  post: Post;
  now: Date;
  timeZone: string;
  /** Offers only Delete. */
  isReadOnly?: boolean;
  onClose: () => void;
  onAction: (action: PostAction, post: Post) => void;
}

/** All details of a post, with the state and history of its publishing. Its title names the state. */
export function PostDetailsDialog({
  post,
  now,
  timeZone,
  isReadOnly,
  onClose,
  onAction,
}: PostDetailsDialogProps) {
  const { data, error, isValidating, mutate } = usePost(post.id);
  const shown = data ?? post;
  return (
    <Dialog
      open
      title={titleOf(shown)}
      onClose={onClose}
      footer={
        <PostActions post={shown} isReadOnly={isReadOnly} onAction={(action) => onAction(action, shown)} />
      }
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load this post. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} skeleton={<Skeleton shape="card" />}>
        {data && <PostFacts post={data} now={now} timeZone={timeZone} onClose={onClose} />}
      </Loading>
    </Dialog>
  );
}

/** 'Failed update', 'Update: not confirmed' */
function titleOf(post: Post): string {
  const status = shownStatus(post);
  const { label } = POST_TYPES[post.postType];
  return status === 'UNCONFIRMED' || status === 'LEFTOVER'
    ? `${label}: ${statusWords(status)}`
    : `${STATUS[status].label} ${label.toLowerCase()}`;
}

interface PostActionsProps {
  post: Post | PostDetails;
  isReadOnly: boolean | undefined;
  onAction: (action: PostAction) => void;
}

/** The actions of a post: Delete apart, and the one that helps as the filled one at the end. */
function PostActions({ post, isReadOnly, onAction }: PostActionsProps) {
  const may = { ...(isReadOnly ? ONLY_DELETE : actionsFor(post)), again: !isReadOnly };
  const helpful = post.status === 'PUBLISHED' ? 'again' : helpfulAction(post);
  const others = (['again', 'move', 'retry', 'edit'] as const).filter(
    (action) => may[action] && action !== helpful,
  );
  return (
    <>
      {may.delete && (
        <Button variant="quietDanger" className={styles.delete} onClick={() => onAction('delete')}>
          Delete
        </Button>
      )}
      {others.map((action) => (
        <Button key={action} onClick={() => onAction(action)}>
          {ACTION_WORDS[action]}
        </Button>
      ))}
      {may[helpful] && (
        <Button variant="primary" className={styles.helpful} onClick={() => onAction(helpful)}>
          {ACTION_WORDS[helpful]}
        </Button>
      )}
    </>
  );
}

interface PostFactsProps {
  post: PostDetails;
  now: Date;
  timeZone: string;
  onClose: () => void;
}

function PostFacts({ post, now, timeZone, onClose }: PostFactsProps) {
  const addressOf = useWorkspaceAddress();
  const at = (instant: string) => dateTimeWords(new Date(instant), timeZone);
  const publishAt = new Date(post.publishAt);
  return (
    <div className={common.stack4}>
      <PostState post={post} />
      {post.postBody.photoId && (
        <img
          className={styles.photo}
          src={addressOf(`/api/photos/${post.postBody.photoId}/preview`)}
          alt="Shown with this post"
        />
      )}
      <p className={cx(common.written, styles.text)}>{post.summary}</p>
      <dl className={common.stack2}>
        <Fact name="Location">
          <PostLocation post={post} />
        </Fact>
        <Fact name="Scheduled for">
          {at(post.publishAt)} ({zoneName(publishAt, timeZone)})
          {post.status === 'SCHEDULED' &&
            `, ${isDueNow(post, now) ? 'due now' : relativeWords(publishAt, now)}`}
          <LocationTime locationId={post.locationId} at={publishAt} timeZone={timeZone} />
        </Fact>
        {post.campaignId !== null && (
          <Fact name="Campaign">
            {/* It closes the dialog, since the campaign's page may be the one below it. */}
            <Link to={viewUrl('campaign', { campaign: post.campaignId })} onClick={onClose}>
              Part of a campaign
            </Link>
          </Fact>
        )}
        {post.nextTryAt && !post.isOfOtherAccount && post.detail !== 'waiting_for_approval' && (
          <Fact name={waitsToBeSent(post) ? 'Next try' : 'Next check'}>
            {at(post.nextTryAt)}, {relativeWords(new Date(post.nextTryAt), now)}
          </Fact>
        )}
        <ContentFacts body={post.postBody} />
        {post.status === 'PUBLISHED' && post.googleUrl && (
          <Fact name="On Google">
            <ExternalLink href={post.googleUrl}>View on Google</ExternalLink>
          </Fact>
        )}
      </dl>
      <PostHistory post={post} timeZone={timeZone} />
    </div>
  );
}

/** The details that only posts of its type have. */
function ContentFacts({
  body: { topicType, callToAction, event, offer },
}: {
  body: PostDetails['postBody'];
}) {
  const isOffer = topicType === 'OFFER';
  return (
    <>
      {callToAction && (
        <Fact name="Button">
          {ACTIONS[callToAction.actionType]}
          {callToAction.url && (
            <>
              {': '}
              <ExternalLink href={callToAction.url}>{callToAction.url}</ExternalLink>
            </>
          )}
        </Fact>
      )}
      {event && (
        <>
          <Fact name={isOffer ? 'Offer title' : 'Event title'}>{event.title}</Fact>
          <Fact name={isOffer ? 'Valid' : 'Takes place'}>
            {periodWords(toPeriod(event.schedule), { withTimes: !isOffer })}
          </Fact>
        </>
      )}
      {offer?.couponCode && <Fact name="Coupon code">{offer.couponCode}</Fact>}
      {offer?.redeemOnlineUrl && (
        <Fact name="Redeem link">
          <ExternalLink href={offer.redeemOnlineUrl}>{offer.redeemOnlineUrl}</ExternalLink>
        </Fact>
      )}
      {offer?.termsConditions && <Fact name="Terms and conditions">{offer.termsConditions}</Fact>}
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The reason for the state of a post, and what the user can do about it. Empty if the title says all. */
function PostState({ post }: { post: PostDetails }) {
  const reason = reasonOf(post);
  const advice = adviceOn(post);
  if (!reason && !advice) return null;
  return (
    <Banner tone={toneOf(post)}>
      {reason && <p className={prose.strong}>{reason}</p>}
      {advice && <p>{advice}</p>}
      {waitsForReconnecting(post) && <ReconnectToPublish />}
      {mayBeLive(post) && <LocationAtGoogle id={post.locationId} />}
    </Banner>
  );
}

function toneOf(post: PostDetails): 'error' | 'warning' | 'info' {
  if (post.status === 'FAILED') return post.undo === 'leftover' ? 'warning' : 'error';
  return isHeld(post) || mayBeLive(post) ? 'warning' : 'info';
}

/** A failure to load the location is not shown, since Google may be down, which may also be why the post is unconfirmed. */
function LocationAtGoogle({ id }: { id: string }) {
  const { data } = useLocation(id, { quiet: true });
  return (
    data?.mapsUrl && (
      <p>
        <ExternalLink href={data.mapsUrl}>Check the location on Google</ExternalLink>
      </p>
    )
  );
}
