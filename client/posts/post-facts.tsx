import type { ReactNode } from 'react';
import { ExternalLink } from 'lucide-react';
import type { Schemas } from '../api/client';
import { StatusBadge } from '../ui/badge';
import { Banner } from '../ui/banner';
import { Icon } from '../ui/icon';
import { toPeriod } from './post-body';
import styles from './post-facts.module.css';
import { ACTIONS, isDueNow, POST_TYPES, reasonOf } from './post-words';
import { dateTimeWords, periodWords, relativeWords, zoneName } from './time-words';

type PostDetails = Schemas['PostDetailsDto'];

interface PostFactsProps {
  post: PostDetails;
  now: Date;
  timeZone: string;
}

/** Everything that is known about a post. */
export function PostFacts({ post, now, timeZone }: PostFactsProps) {
  const reason = reasonOf(post);
  const at = (instant: string) => dateTimeWords(new Date(instant), timeZone);
  const publishAt = new Date(post.publishAt);
  return (
    <div className={styles.post}>
      <div>
        <StatusBadge status={post.status} />
      </div>
      {reason && <Banner tone={post.status === 'FAILED' ? 'error' : 'info'}>{reason}</Banner>}
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
        <Fact name="Created">{at(post.createdAt)}</Fact>
        {post.publishedAt && <Fact name="Published">{at(post.publishedAt)}</Fact>}
        {post.googleUrl && (
          <Fact name="On Google">
            <Outward href={post.googleUrl}>View on Google</Outward>
          </Fact>
        )}
      </dl>
      {post.attempts.length > 0 && (
        <section>
          <h3>Attempts to publish</h3>
          <ol className={styles.attempts}>
            {post.attempts.map(({ attempt, startedAt, outcome, error }) => (
              <li key={attempt}>
                {at(startedAt)}: {outcome === 'published' ? 'published' : `refused. ${error ?? ''}`}
              </li>
            ))}
          </ol>
        </section>
      )}
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
              <Outward href={callToAction.url}>{callToAction.url}</Outward>
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
          <Outward href={offer.redeemOnlineUrl}>{offer.redeemOnlineUrl}</Outward>
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

/** A link that leaves the product, in a tab of its own. */
function Outward({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={styles.outward}>
      {children}
      <Icon of={ExternalLink} />
    </a>
  );
}
