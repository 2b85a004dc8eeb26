import { useConnection } from '../business-profile/use-connection';
import { useFirstReading } from '../business-profile/use-mirror';
import { NoLocations } from '../listings/no-locations';
import { NothingRead } from '../listings/nothing-read';
import { EmptyState } from '../ui/layout/board';
import { Button } from '../ui/basics/button';
import type { ReviewList as List } from './data/review-types';
import type { ReviewTab } from './use-review-address';

const NOTHING_IN: Readonly<Record<Exclude<ReviewTab, 'ALL'>, { title: string; text: string }>> =
  Object.freeze({
    UNANSWERED: { title: 'Every review is answered', text: 'New reviews show up here.' },
    ANSWERED: { title: 'No answered reviews yet', text: 'Reviews that you answer move here.' },
    REJECTED: {
      title: 'No rejected replies',
      text: 'If Google rejects a reply, you’ll see it here with the reason and what to do.',
    },
  });

interface NoReviewsProps {
  list: List;
  tab: ReviewTab;
  /** Whether a search or filter may hide reviews. */
  hasFilter: boolean;
  onShowAll: () => void;
  onAsk: () => void;
}

/** Says why there are no reviews to show. */
export function NoReviews({
  list: { counts, isReading, locations },
  tab,
  hasFilter,
  onShowAll,
  onAsk,
}: NoReviewsProps) {
  const { connection } = useConnection();
  const reading = useFirstReading();
  if (hasFilter)
    return (
      <EmptyState title="No reviews found" action={<Button onClick={onShowAll}>Show all reviews</Button>} />
    );
  if (tab !== 'ALL' && counts.all > 0)
    return (
      <EmptyState
        title={NOTHING_IN[tab].title}
        action={<Button onClick={onShowAll}>Show all reviews</Button>}
      >
        {NOTHING_IN[tab].text}
      </EmptyState>
    );
  if (connection?.state === 'no_quota' || connection?.closedApis.some(({ api }) => api === 'v4'))
    return (
      <EmptyState title="No reviews can be read yet">
        Your reviews show up here once Google lets Shingle read them.
      </EmptyState>
    );
  if (reading === 'stuck' && (locations === 0 || !isReading)) return <NothingRead />;
  if (isReading || reading === 'pending')
    return (
      <EmptyState title="Your reviews are being read from Google">
        {locations > 0
          ? 'The first reviews show up here within a minute or two.'
          : 'Your locations are read first, then their reviews.'}
      </EmptyState>
    );
  if (locations === 0) return <NoLocations />;
  return (
    <EmptyState title="There are no reviews yet" action={<Button onClick={onAsk}>Ask for a review</Button>}>
      Your first review will show up here, and you’ll get a notice.
    </EmptyState>
  );
}
