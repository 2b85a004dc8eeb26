import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { ExternalLink } from '../listings/external-link';
import { PostAttempts } from './post-attempts';
import { toPeriod } from './post-body';
import styles from './post-facts.module.css';
import { PostState } from './post-state';
import { ACTIONS, isDueNow, POST_TYPES } from './post-words';
import { dateTimeWords, periodWords, relativeWords, zoneName } from './time-words';

type PostDetails = Schemas['PostDetailsDto'];

interface PostFactsProps {
  post: PostDetails;
  now: Date;
  timeZone: string;
}

/** Everything that is known about a post. */
export function PostFacts({ post, now, timeZone }: PostFactsProps) {
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

/** What the post's type adds to its text. */
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
