import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { RequestFault } from '../business-profile/connect';
import { viewUrl } from '../lib/views';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button, ExternalLink } from '../ui/basics/button';
import { Avatar, Plate } from '../ui/basics/labels';
import { Loading, Skeleton } from '../ui/messages/loading';
import { LastReviews } from './last-reviews';
import { ReplyPart } from './replies/reply-part';
import { ReviewMedia } from './review-media';
import styles from './review-pane.module.css';
import type { Review } from './data/review-types';
import { momentWords, reviewerWords } from './data/review-words';
import { Stars } from './data/stars';
import { useReview } from './data/use-reviews';

interface ReviewPaneProps {
  id: string;
  /** The review as the list has it, shown until the rest is loaded. */
  listed: Review | undefined;
  /** Gets the focus when the review is opened. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Whether replies can be sent: the connection works. */
  canSend: boolean;
  timeZone: string;
  /** Opens the next review of the list; undefined at its end. */
  onNext: (() => void) | undefined;
  /** Opens the review before; undefined at the start of the list. */
  onPrevious: (() => void) | undefined;
}

/** A review that is read, with its reply and what is around it. */
export function ReviewPane({ id, listed, heading, canSend, timeZone, onNext, onPrevious }: ReviewPaneProps) {
  const { data: details, error, isValidating, mutate } = useReview(id);
  const review = details ?? listed;
  const goOn = () => {
    // Another review may be open by now.
    if (heading.current?.id !== headingId(id)) return;
    (document.getElementById(NEXT_ID) ?? heading.current).focus();
  };
  const isUnknown = error instanceof ApiError && error.status === 404;
  return (
    <Loading busy={!review && error === undefined} skeleton={<PaneSkeleton />}>
      <article className={styles.pane} aria-labelledby={headingId(id)}>
        {isUnknown && !details && (
          <Banner tone="warning">This review no longer exists. The reviewer may have deleted it.</Banner>
        )}
        {error !== undefined && !isUnknown && (
          <RequestFault
            error={error}
            message="Failed to load the review. Please try again."
            onRetry={() => void mutate()}
            retrying={isValidating}
          />
        )}
        {review && (
          <>
            <Head review={review} heading={heading} timeZone={timeZone} />
            <Words review={review} />
            <ReviewMedia media={review.media} />
            <Notes review={review} timeZone={timeZone} />
            <ReplyPart
              review={review}
              history={details?.history ?? []}
              canSend={canSend && review.goneAt === null}
              timeZone={timeZone}
              onSent={goOn}
            >
              {onNext && (
                <Button id={NEXT_ID} variant="quiet" data-key="next-review" onClick={onNext}>
                  Next review
                </Button>
              )}
              {onPrevious && (
                <Button variant="quiet" data-key="previous-review" onClick={onPrevious}>
                  Previous review
                </Button>
              )}
            </ReplyPart>
            <div className={cx(common.stack3, styles.around)}>
              {review.googleUrl && <ExternalLink href={review.googleUrl}>Open on Google</ExternalLink>}
              {details && <LastReviews reviews={details.lastReviews} timeZone={timeZone} />}
            </div>
          </>
        )}
      </article>
    </Loading>
  );
}

const NEXT_ID = 'next-review';

function headingId(id: string): string {
  return `name-${id}`;
}

interface HeadProps {
  review: Review;
  heading: RefObject<HTMLHeadingElement | null>;
  timeZone: string;
}

/** The reviewer, the location, the age and the stars. */
function Head({ review, heading, timeZone }: HeadProps) {
  const { id, reviewerPhotoUrl, accountId, locationId, locationName, storeCode, stars, createdAt } = review;
  return (
    <header className={styles.head}>
      <Avatar name={reviewerWords(review)} photoUrl={reviewerPhotoUrl} size="large" />
      <div className={styles.who}>
        <h2 id={headingId(id)} ref={heading} tabIndex={-1} className={prose.title}>
          {reviewerWords(review)}
        </h2>
        <p className={styles.location}>
          <Link
            to={viewUrl('location-details', { account: accountId, location: locationId })}
            className={prose.plainLink}
          >
            {locationName}
          </Link>{' '}
          {storeCode && <Plate>{storeCode}</Plate>}
        </p>
      </div>
      <div className={cx(prose.meta, styles.stamp)}>
        <Stars stars={stars} />
        <p>
          <time dateTime={createdAt}>{momentWords(createdAt, timeZone)}</time>
        </p>
      </div>
    </header>
  );
}

/** The text as it was written. Google's translation is folded below it. */
function Words({ review: { text, translation } }: { review: Review }) {
  if (text === null) return <p className={common.muted}>Rating without text</p>;
  return (
    <>
      <blockquote className={cx(common.written, styles.text)}>{text}</blockquote>
      {translation !== null && (
        <details className={cx(prose.fold, styles.fold)}>
          <summary>Translated by Google</summary>
          <blockquote className={cx(common.written, styles.text)}>{translation}</blockquote>
        </details>
      )}
    </>
  );
}

/** Warnings about the review for the person who answers it. */
function Notes({ review, timeZone }: { review: Review; timeZone: string }) {
  const { isEditedAfterReply, updatedAt, isStale, readAt, goneAt } = review;
  if (goneAt !== null)
    return (
      <Banner tone="warning">
        This review and its reply haven’t been on Google since {momentWords(goneAt, timeZone)}.
      </Banner>
    );
  return (
    <>
      {isEditedAfterReply && (
        <Banner tone="info">
          The review was changed after your reply, on {momentWords(updatedAt, timeZone)}. Does your reply
          still fit?
        </Banner>
      )}
      {isStale && (
        <Banner tone="warning">
          Google doesn’t let Shingle read this location’s reviews right now. You’re seeing this one as it was
          on {momentWords(readAt, timeZone)}.
        </Banner>
      )}
    </>
  );
}

function PaneSkeleton() {
  return (
    <div className={styles.pane}>
      <Skeleton shape="title" />
      <Skeleton shape="line" />
      <Skeleton shape="line" />
      <Skeleton shape="row" />
    </div>
  );
}
