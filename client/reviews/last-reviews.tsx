import { countOf } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { Link } from 'react-router-dom';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import styles from './last-reviews.module.css';
import type { Review } from './data/review-types';
import { listedLook, momentWords, reviewerWords } from './data/review-words';
import { Stars } from './data/stars';

/** The latest other reviews of the location, folded. */
export function LastReviews({ reviews, timeZone }: { reviews: readonly Review[]; timeZone: string }) {
  if (reviews.length === 0) return null;
  return (
    <details className={prose.fold}>
      <summary>{`Last ${countOf(reviews.length, 'other review')} of this location`}</summary>
      <ul className={cx(common.stack3, styles.list)}>
        {reviews.map((review) => (
          <li key={review.id} className={styles.item}>
            <p className={cx(common.line, styles.line)}>
              <Stars stars={review.stars} />
              <Link to={viewUrl('reputation', { location: review.locationId, review: review.id })}>
                {reviewerWords(review)}
              </Link>
              <time dateTime={review.createdAt}>{momentWords(review.createdAt, timeZone)}</time>
            </p>
            <p className={styles.text}>{review.text ?? 'Rating without text'}</p>
            <p className={styles.reply}>{listedLook(review, false)?.label ?? 'Not answered'}</p>
          </li>
        ))}
      </ul>
    </details>
  );
}
