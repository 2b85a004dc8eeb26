import { Link } from 'react-router-dom';
import { figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import type { ReviewList } from '../../reviews/data/review-types';
import { reviewerWords } from '../../reviews/data/review-words';
import { Stars } from '../../reviews/data/stars';
import { cx } from '../../ui/basics/cx';
import { Plate } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { Panel } from '../../ui/layout/panel';
import styles from './waiting-reviews.module.css';

/** The panel of the reviews without an answer, with the way to give one. */
export function WaitingReviews({ reviews: { items, counts } }: { reviews: ReviewList }) {
  return (
    <Panel
      title="Reviews waiting"
      note={figure(counts.unanswered)}
      actions={<Link to={viewUrl('reputation')}>Answer</Link>}
      flush
    >
      <ul className={common.ruled}>
        {items.map((review) => (
          <li key={review.id} className={styles.row}>
            <Stars stars={review.stars} />
            <Link
              to={viewUrl('reputation', { review: review.id })}
              className={cx(prose.clip, prose.plainLink, styles.words)}
            >
              {review.text ?? `Rating without text by ${reviewerWords(review)}`}
            </Link>
            {review.storeCode && <Plate>{review.storeCode}</Plate>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
