import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { dateTimeWords, periodWords, relativeWords, zoneName } from '../../lib/time-words';
import { useLocation } from '../../listings/use-listings';
import { Banner, ErrorState } from '../../ui/banner';
import { Button, ExternalLink } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { StatusBadge } from '../../ui/labels';
import { Loading, Skeleton } from '../../ui/loading';
import { toPeriod } from '../composer/post-body';
import {
  ACTIONS,
  actionsFor,
  adviceOn,
  isDueNow,
  isHeld,
  mayBeLive,
  ONLY_DELETE,
  outcomeWords,
  POST_TYPES,
  reasonOf,
  waitsForReconnecting,
  type Post,
} from '../post-words';
import { usePost } from '../use-posts';
import styles from './post-details-dialog.module.css';
import { ReconnectToPublish, type PostAction } from './post-row';

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

/** All details of a post, with the state and history of its publishing. */
export function PostDetailsDialog({
  post,
  now,
  timeZone,
  isReadOnly,
  onClose,
  onAction,
}: PostDetailsDialogProps) {
  const { data, error, isValidating, mutate } = usePost(post.id);
  const may = isReadOnly ? ONLY_DELETE : actionsFor(data ?? post);
  const act = (action: PostAction) => onAction(action, data ?? post);
  return (
    <Dialog
      open
      title="Scheduled Post"
      onClose={onClose}
      footer={
        <>
          {may.delete && <Button onClick={() => act('delete')}>Delete</Button>}
          {may.edit && <Button onClick={() => act('edit')}>Edit</Button>}
          {may.move && <Button onClick={() => act('move')}>Move</Button>}
          {may.retry && <Button onClick={() => act('retry')}>Retry</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
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
        {data && <PostFacts post={data} now={now} timeZone={timeZone} />}
      </Loading>
    </Dialog>
  );
}

interface PostFactsProps {
  post: PostDetails;
  now: Date;
  timeZone: string;
}

function PostFacts({ post, now, timeZone }: PostFactsProps) {
  const at = (instant: string) => dateTimeWords(new Date(instant), timeZone);
  const publishAt = new Date(post.publishAt);
  return (
    <div className={styles.post}>
      <PostState post={post} />
      <p className={styles.text}>{post.summary}</p>
      <dl className={styles.facts}>
        <Fact name="Location">{post.locationName}</Fact>
        <Fact name="Type">{POST_TYPES[post.postType].label}</Fact>
        <ContentFacts body={post.postBody} />
        <Fact name="Scheduled for">
          {at(post.publishAt)} ({zoneName(publishAt, timeZone)})
          {post.status === 'SCHEDULED' &&
            `, ${isDueNow(post, now) ? 'due now' : relativeWords(publishAt, now)}`}
        </Fact>
        {post.nextTryAt && !post.isOfOtherAccount && (
          <Fact name={post.detail === 'waiting_for_quota' ? 'Next try' : 'Next look at Google'}>
            {at(post.nextTryAt)}, {relativeWords(new Date(post.nextTryAt), now)}
          </Fact>
        )}
        <Fact name="Created">{at(post.createdAt)}</Fact>
        {post.publishedAt && <Fact name="Published">{at(post.publishedAt)}</Fact>}
        {post.status === 'PUBLISHED' && post.googleUrl && (
          <Fact name="On Google">
            <ExternalLink href={post.googleUrl}>View on Google</ExternalLink>
          </Fact>
        )}
      </dl>
      <PostAttempts attempts={post.attempts} timeZone={timeZone} />
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
            {periodWords(toPeriod(event.schedule), { withTimes: true })}
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

/** The state of a post, its reason, and what the user can do about it. */
function PostState({ post }: { post: PostDetails }) {
  const reason = reasonOf(post);
  const advice = adviceOn(post);
  return (
    <>
      <div>
        <StatusBadge status={post.status} />
      </div>
      {reason && <Banner tone={toneOf(post)}>{reason}</Banner>}
      {advice && <p className={styles.advice}>{advice}</p>}
      {waitsForReconnecting(post) && <ReconnectToPublish />}
      {mayBeLive(post) && <LocationAtGoogle id={post.locationId} />}
    </>
  );
}

function toneOf(post: PostDetails): 'error' | 'warning' | 'info' {
  if (post.status === 'FAILED') return 'error';
  return isHeld(post) || mayBeLive(post) ? 'warning' : 'info';
}

/** A failure to load the location is not shown, since Google may be down, which may also be why the post is unconfirmed. */
function LocationAtGoogle({ id }: { id: string }) {
  const { data } = useLocation(id, { quiet: true });
  return (
    data?.mapsUrl && (
      <p>
        <ExternalLink href={data.mapsUrl}>Look at the location on Google</ExternalLink>
      </p>
    )
  );
}

interface PostAttemptsProps {
  /** Oldest first. */
  attempts: readonly Schemas['PublishAttemptDto'][];
  timeZone: string;
}

/** Each attempt to publish the post, with its outcome. Renders nothing before the first. */
function PostAttempts({ attempts, timeZone }: PostAttemptsProps) {
  if (attempts.length === 0) return null;
  return (
    <section>
      <h3>Attempts to publish</h3>
      <ol className={styles.attempts}>
        {attempts.map((attempt) => (
          <li key={attempt.attempt}>
            <time dateTime={attempt.startedAt}>{dateTimeWords(new Date(attempt.startedAt), timeZone)}</time>:{' '}
            {outcomeWords(attempt)}
          </li>
        ))}
      </ol>
    </section>
  );
}
