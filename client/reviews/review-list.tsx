import { Camera, TriangleAlert } from 'lucide-react';
import { type MouseEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { useNow } from '../lib/use-now';
import { cx } from '../ui/basics/cx';
import { Badge, Plate } from '../ui/basics/labels';
import { Icon } from '../ui/basics/icon';
import prose from '../ui/basics/prose.module.css';
import common from '../ui/layout/common.module.css';
import { Loading, SkeletonRows } from '../ui/messages/loading';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import { spacerStyle, usePageList } from '../ui/layout/use-virtual-list';
import { NoReviews } from './no-reviews';
import styles from './review-list.module.css';
import type { Review, ReviewList as List } from './data/review-types';
import { ageWords, listedLook, momentWords, rejectionWords, reviewerWords } from './data/review-words';
import { Stars } from './data/stars';
import { useReplyDraft } from './replies/use-reply-draft';
import type { ReviewTab } from './use-review-address';
import type { ReviewTable } from './data/use-reviews';

const MINUTE_MS = 60_000;
/** The estimated height of a review (px). */
const ROW_HEIGHT = 100;
/** Further reviews are loaded when so few remain below the screen. */
const FEW = 15;

interface ReviewListProps {
  table: ReviewTable;
  tab: ReviewTab;
  /** Whether a search or filter may hide reviews. */
  hasFilter: boolean;
  /** The review that is read. */
  current: string | undefined;
  /** The one that was read last, to which the focus may return. */
  last: string | undefined;
  linkTo: (id: string) => string;
  onOpen: (id: string) => void;
  onShowAll: () => void;
  onAsk: () => void;
  timeZone: string;
  /** The review that is read beside the list. */
  children: ReactNode;
}

/** The list of reviews with the open one beside it, or its loading or empty state. */
export function ReviewList({
  table,
  tab,
  hasFilter,
  onShowAll,
  onAsk,
  timeZone,
  children,
  ...rest
}: ReviewListProps) {
  const { list, error, isTrying } = table;
  return (
    <Loading
      busy={!list && error === undefined}
      isTrying={isTrying}
      skeleton={<SkeletonRows rows={6} />}
      loadedMessage={list && `${countOf(totalOf(list, tab), 'review')} loaded`}
    >
      {list?.isReading && list.counts.all > 0 && (
        <p className={cx(prose.meta, styles.reading)}>
          The reviews of some locations are still being read from Google. They show up here as they arrive.
        </p>
      )}
      {list && <NotRead list={list} />}
      {list && <Unreadable count={list.unreadable} />}
      {list && list.items.length === 0 && (
        <NoReviews list={list} tab={tab} hasFilter={hasFilter} onShowAll={onShowAll} onAsk={onAsk} />
      )}
      {list && (list.items.length > 0 || children) && (
        <div className={cx(common.box, styles.inbox, !children && styles.listAlone)}>
          <Rows
            name={table.question}
            reviews={list.items}
            total={totalOf(list, tab)}
            onEndNear={table.loadMore}
            timeZone={timeZone}
            {...rest}
          />
          {children && <div className={styles.pane}>{children}</div>}
        </div>
      )}
      {list?.readAt && (
        <p className={cx(prose.meta, styles.readAt)}>Read from Google {momentWords(list.readAt, timeZone)}</p>
      )}
    </Loading>
  );
}

function totalOf({ counts }: List, tab: ReviewTab): number {
  return {
    UNANSWERED: counts.unanswered,
    ANSWERED: counts.answered,
    REJECTED: counts.rejected,
    ALL: counts.all,
  }[tab];
}

/** Says that some locations can't be read, so that their reviews may be old. */
function NotRead({ list: { notRead, isReading } }: { list: List }) {
  if (notRead === 0 || isReading) return null;
  return (
    <p className={cx(common.small, styles.notRead)}>
      <Icon of={TriangleAlert} />
      Reviews of {countOf(notRead, 'location')} can’t be read: {notRead === 1 ? 'it isn’t' : 'they aren’t'}{' '}
      verified, or Google refuses. You’re seeing the last saved ones.
    </p>
  );
}

/** Says that Google gave some reviews in a form that can’t be stored. */
function Unreadable({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <p className={cx(common.small, styles.notRead)}>
      <Icon of={TriangleAlert} />
      {countOf(count, 'review')} couldn’t be read. You’re seeing the last saved {count === 1 ? 'one' : 'ones'}
      , if any.
    </p>
  );
}

interface RowsProps extends Pick<ReviewListProps, 'current' | 'last' | 'linkTo' | 'onOpen' | 'timeZone'> {
  /** Identifies the list that is shown: its filters. */
  name: string;
  reviews: readonly Review[];
  /** How many there are, loaded or not. */
  total: number;
  /** Loads more; undefined while that is not possible. */
  onEndNear: (() => void) | undefined;
}

/** Of a long list only the reviews near the screen are rendered, and the one that is read. */
function Rows({ name, reviews, total, current, last, onEndNear, ...rest }: RowsProps) {
  const box = useRef<HTMLUListElement>(null);
  const now = useNow(MINUTE_MS);
  const at = reviews.findIndex(({ id }) => id === (current ?? last));
  const { pieces, measure, onFocus } = usePageList({
    box,
    sizes: reviews.map(() => 1),
    itemHeight: ROW_HEIGHT,
    name,
    pinned: at >= 0 ? [at] : [],
  });
  // The one that is read is always rendered, so it doesn't count.
  const lastShown = pieces.findLast(({ index, spacer }) => spacer === undefined && index !== at)?.index ?? 0;
  const wantsMore = onEndNear !== undefined && lastShown >= reviews.length - FEW;
  const endIsNear = useEffectEvent(() => onEndNear?.());
  useEffect(() => {
    if (wantsMore) endIsNear();
  }, [wantsMore, reviews.length]);

  return (
    <ul ref={box} className={styles.items} aria-label="Reviews" onFocus={onFocus}>
      {pieces.map(({ index, spacer }) => {
        if (spacer !== undefined)
          return <li key={`spacer ${index}`} aria-hidden="true" style={spacerStyle(spacer)} />;
        const review = reviews[index];
        return (
          review && (
            <li
              key={review.id}
              ref={measure}
              data-block={index}
              aria-posinset={index + 1}
              aria-setsize={total}
            >
              <Row review={review} isCurrent={review.id === current} now={now} {...rest} />
            </li>
          )
        );
      })}
    </ul>
  );
}

interface RowProps extends Pick<ReviewListProps, 'linkTo' | 'onOpen' | 'timeZone'> {
  review: Review;
  isCurrent: boolean;
  now: Date;
}

/** One review in the list: stars, name, age, the first words, and the state of the reply. */
function Row({ review, isCurrent, now, linkTo, onOpen, timeZone }: RowProps) {
  const { id, stars, text, translation, media, storeCode, locationName, createdAt, replyAtGoogle, ownReply } =
    review;
  const { draft } = useReplyDraft(id);
  const look = listedLook(review, draft !== undefined);
  const rejected = !ownReply && replyAtGoogle?.state === 'REJECTED' ? replyAtGoogle : undefined;
  const open = (event: MouseEvent) => {
    // Another tab or window opens.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(id);
  };
  return (
    <Link
      id={rowId(id)}
      to={linkTo(id)}
      className={styles.row}
      aria-current={isCurrent || undefined}
      onClick={open}
    >
      <span className={cx(prose.row, styles.first)}>
        <Stars stars={stars} />
        <span className={cx(prose.clip, prose.strong)}>{reviewerWords(review)}</span>
      </span>
      <time className={prose.meta} dateTime={createdAt} title={momentWords(createdAt, timeZone)}>
        {ageWords(createdAt, now)}
        <VisuallyHidden> ago</VisuallyHidden>
      </time>
      <span className={cx(styles.text, !text && common.muted)}>{text ?? 'Rating without text'}</span>
      <span className={cx(common.line, styles.last)}>
        {storeCode ? (
          <Plate>{storeCode}</Plate>
        ) : (
          <span className={cx(common.muted, styles.location)}>{locationName}</span>
        )}
        {media.length > 0 && (
          <span className={common.muted}>
            <Icon of={Camera} />
            <VisuallyHidden>{countOf(media.length, 'photo')}</VisuallyHidden>
          </span>
        )}
        {translation !== null && <span className={common.muted}>Translated</span>}
        {look && (
          <Badge icon={look.icon} tone={look.tone}>
            {look.label}
          </Badge>
        )}
      </span>
      {rejected && <span className={styles.reason}>{rejectionWords(rejected)}</span>}
    </Link>
  );
}

/** The id of a review's line. */
export function rowId(review: string): string {
  return `review-${review}`;
}
