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
import { LinkRow } from '../../ui/layout/link-row';
import { Panel } from '../../ui/layout/panel';
import styles from './waiting-reviews.module.css';

/** The panel of the reviews without an answer, with the way to give one. */
export function WaitingReviews({ reviews: { items, counts } }: { reviews: ReviewList }) {
  return (
    <Panel
      title="Unanswered reviews"
      note={figure(counts.unanswered)}
      actions={<Link to={viewUrl('reputation')}>Answer</Link>}
      flush
    >
      <ul className={common.ruled}>
        {items.map((review) => (
          <LinkRow key={review.id} to={viewUrl('reputation', { review: review.id })}>
            <Stars stars={review.stars} />
            <span className={cx(prose.clip, styles.words)}>
              {review.text ?? `Rating without text by ${reviewerWords(review)}`}
            </span>
            {review.storeCode && <Plate>{review.storeCode}</Plate>}
          </LinkRow>
        ))}
      </ul>
    </Panel>
  );
}
