import { ChevronLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { ClosedApiBanner } from '../business-profile/closed-apis';
import { useConnection } from '../business-profile/use-connection';
import { countOf } from '../lib/count-of';
import { useMedia } from '../lib/use-narrow-screen';
import { useSearchText } from '../lib/use-search';
import { viewerTimeZone } from '../lib/wall-time';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { FailedLoad } from '../ui/layout/board';
import { Button } from '../ui/basics/button';
import { useOnDemand } from '../ui/messages/load-code';
import { useTopModalLayer } from '../ui/layers/modal-layers';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { Tabs } from '../ui/layout/tabs';
import { ReputationCounts } from './reputation-counts';
import { ReviewList, rowId } from './review-list';
import { ReviewPane } from './review-pane';
import { ReviewToolbar } from './review-toolbar';
import styles from './reviews-view.module.css';
import type { Review } from './data/review-types';
import { NO_FILTERS, toFilters, useReviewAddress } from './use-review-address';
import { type ReviewTable, useReviewList } from './data/use-reviews';

/** From this width on a review is read beside the list. */
const TOO_NARROW_FOR_BOTH = '(width < 960px)';
/** Further reviews are loaded when so few follow the one that is read. */
const FEW = 5;
const FAILED = 'Failed to load the reviews. Please try again.';

const loadReviewLinkDialog = () => import('./review-link-dialog').then((module) => module.ReviewLinkDialog);

/** The reviews of all locations: a list, and the one that is read and answered. On a narrow screen that has a page of its own. */
export function ReviewsView() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const { connection } = useConnection();
  const { address, change, linkTo } = useReviewAddress();
  const { text, setText } = useSearchText();
  const isNarrow = useNarrow();
  const table = useReviewList(toFilters(address, timeZone), text);
  const { list, error, isValidating, retry } = table;
  const reviews = list?.items ?? [];
  const reading = useReading(table, address.review, isNarrow);
  const { Part: ReviewLinkDialog, ...ask } = useOnDemand(
    loadReviewLinkDialog,
    'The link couldn’t be loaded. Please try again.',
  );
  const focus = useFocus(address.review, isNarrow, heading);

  const open = (id: string) => {
    if (id === address.review) return focus.pane.current?.focus();
    focus.onOpen(id);
    change({ review: id }, { isStep: isNarrow && address.review === undefined });
  };
  const step = (to: string | undefined) => (to === undefined ? undefined : () => open(to));
  const showAll = () => {
    setText('');
    change({ ...NO_FILTERS, tab: 'ALL', review: undefined });
    heading.current?.focus();
  };
  const { locationId, stars, withText, withPhoto, from, to } = address;
  const hasFilter = [text.trim(), locationId, stars, withText, withPhoto, from, to].some(Boolean);
  const { counts } = list ?? {};

  const pane = reading.id !== undefined && (
    <ReviewPane
      key={reading.id}
      id={reading.id}
      listed={reviews.find(({ id }) => id === reading.id)}
      heading={focus.pane}
      canSend={connection?.state === 'connected'}
      timeZone={timeZone}
      onNext={step(reading.next)}
      onPrevious={step(reading.previous)}
    />
  );

  if (isNarrow && address.review !== undefined)
    return (
      <div className={common.stack3}>
        <VisuallyHidden>
          <h1>Review</h1>
        </VisuallyHidden>
        <div>
          <Button
            variant="quiet"
            size="small"
            icon={ChevronLeft}
            className={styles.back}
            onClick={() => change({ review: undefined })}
          >
            Back to the inbox
          </Button>
        </div>
        <div className={common.box}>{pane}</div>
      </div>
    );

  return (
    <div className={common.stack3}>
      <div className={common.spread}>
        <h1 ref={heading} tabIndex={-1}>
          Reputation
        </h1>
        <Button onClick={ask.open} busyText={ask.isOpening && 'Loading...'}>
          Ask for a review
        </Button>
      </div>
      <ClosedApiBanner api="v4" />
      {ReviewLinkDialog && <ReviewLinkDialog locationId={locationId} onClose={ask.close} />}
      {error !== undefined && list && <ErrorState message={FAILED} onRetry={retry} retrying={isValidating} />}
      <Tabs
        label="Reviews"
        tabs={[
          { id: 'UNANSWERED', label: 'Unanswered', count: counts?.unanswered },
          { id: 'ANSWERED', label: 'Answered', count: counts?.answered },
          { id: 'REJECTED', label: 'Rejected', count: counts?.rejected },
          { id: 'ALL', label: 'All', count: counts?.all },
        ]}
        value={address.tab}
        onChange={(tab) => change({ tab, review: undefined })}
      >
        <div className={common.stack3}>
          <ReviewToolbar
            search={text}
            onSearch={setText}
            address={address}
            onChange={(next) => change({ ...next, review: undefined })}
          />
          <ReputationCounts key={locationId} locationId={locationId} />
          <VisuallyHidden>
            <span role="status">{hasFilter && counts && `${countOf(counts.all, 'review')} found`}</span>
            <h2>List of reviews</h2>
          </VisuallyHidden>
          {error !== undefined && !list ? (
            <FailedLoad message={FAILED} onRetry={retry} retrying={isValidating} />
          ) : (
            <ReviewList
              table={table}
              tab={address.tab}
              hasFilter={hasFilter}
              current={reading.id}
              last={reading.last}
              linkTo={(id) => linkTo({ review: id })}
              onOpen={open}
              onShowAll={showAll}
              onAsk={ask.open}
              timeZone={timeZone}
            >
              {!isNarrow && pane}
            </ReviewList>
          )}
        </div>
      </Tabs>
    </div>
  );
}

/**
 * Whether a review needs the whole width. Stands still while a dialog is open: the other layout would close it, and lose
 * what was typed there.
 */
function useNarrow(): boolean {
  const isNow = useMedia(TOO_NARROW_FOR_BOTH);
  const isCovered = useTopModalLayer() !== undefined;
  const [isNarrow, setIsNarrow] = useState(isNow);
  if (!isCovered && isNarrow !== isNow) setIsNarrow(isNow);
  return isNarrow;
}

/**
 * The review that is read: the one in the address, or beside the list its first one, which stays when the list changes
 * around it; and the ones before and after it. After it has left the list, those are the neighbours of its former place.
 */
function useReading(
  { list, question, isOld, loadMore }: ReviewTable,
  addressed: string | undefined,
  isNarrow: boolean,
) {
  const reviews = list?.items ?? [];
  const [first, setFirst] = useState<{ of: string; id: string | undefined }>();
  const isCurrent = isOld || (first?.of === question && first.id !== undefined);
  const startsWith = isCurrent ? first?.id : reviews[0]?.id;
  if (!isCurrent && startsWith !== undefined) setFirst({ of: question, id: startsWith });
  const id = addressed ?? (isNarrow ? undefined : startsWith);

  const at = reviews.findIndex((review) => review.id === id);
  // The list as it was when this review was last in it.
  const [place, setPlace] = useState<{ id: string | undefined; reviews: readonly Review[] }>({
    id: undefined,
    reviews: [],
  });
  if (at >= 0 && (place.id !== id || place.reviews !== reviews)) setPlace({ id, reviews });
  // The next one may be on a page that is not loaded yet.
  const wantsMore = loadMore !== undefined && at >= 0 && at >= reviews.length - FEW;
  const endIsNear = useEffectEvent(() => loadMore?.());
  useEffect(() => {
    if (wantsMore) endIsNear();
  }, [wantsMore]);
  const around = place.id === id ? place.reviews : reviews;
  const stood = around.findIndex((review) => review.id === id);
  const isListed = (review: Review) => reviews.some((each) => each.id === review.id);
  const previous = around.slice(0, Math.max(stood, 0)).findLast(isListed);
  const next = around.slice(stood + 1).find(isListed);
  return { id, last: place.id, previous: previous?.id, next: next?.id };
}

/** Moves the focus to a review that was opened, and back to its line when a narrow screen shows the list again. */
function useFocus(review: string | undefined, isNarrow: boolean, fallback: { current: HTMLElement | null }) {
  const pane = useRef<HTMLHeadingElement>(null);
  /** The review that was opened last, until it has the focus. */
  const opened = useRef<string>(undefined);
  const last = useRef(review);

  useEffect(() => {
    const left = last.current;
    last.current = review;
    // The link that led to this review may be gone with the review that held it.
    const isLost = review !== left && document.activeElement === document.body;
    if (review !== undefined && (review === opened.current || isLost)) {
      opened.current = undefined;
      pane.current?.focus({ preventScroll: !isNarrow });
      if (isNarrow) window.scrollTo(0, 0);
      else document.getElementById(rowId(review))?.scrollIntoView({ block: 'nearest' });
    } else if (isNarrow && left !== undefined && review === undefined)
      (document.getElementById(rowId(left)) ?? fallback.current)?.focus();
  }, [review, isNarrow, fallback]);

  return {
    pane,
    onOpen(id: string) {
      opened.current = id;
    },
  };
}
