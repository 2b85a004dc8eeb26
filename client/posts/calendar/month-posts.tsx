import { useEffect, useState } from 'react';
import { countOf } from '../../lib/count-of';
import { monthWords } from '../../lib/time-words';
import { Button } from '../../ui/button';
import { Loading, Skeleton } from '../../ui/loading';
import { publishTimeOf, type PublishTime } from '../composer/post-draft';
import type { PostAction } from '../list/post-row';
import { dayOf, NONE_IN_TAB, type PostTab } from '../post-list';
import type { Post } from '../post-words';
import { AgendaDays, DayDialog } from './day-posts';
import { MonthGrid } from './month-grid';
import styles from './calendar-view.module.css';
import type { MonthPeriod } from './use-month-posts';

interface MonthPostsProps {
  period: MonthPeriod;
  /** For narrow screens. */
  asAgenda: boolean;
  today: string;
  timeZone: string;
  /** Earliest first; undefined until they are loaded. */
  posts: readonly Post[] | undefined;
  /** Whether loading them failed. */
  hasFailed: boolean;
  /** The day whose list is open. */
  openedDay: string | undefined;
  onDay: (day: string | undefined) => void;
  onMonth: (month: string) => void;
  onAction: (action: PostAction, post: Post) => void;
  onMove: (post: Post, publishTime: PublishTime) => void;
  onAdd: (day: string) => void;
}

const LATE_AFTER_MS = 300;
const NONE: readonly Post[] = [];

/** The posts of a month: as a grid, or on a narrow screen as an agenda. */
export function MonthPosts(props: MonthPostsProps) {
  const { asAgenda, today, timeZone, hasFailed, openedDay, onDay, onAction, onAdd } = props;
  const isLoading = !props.posts && !hasFailed;
  const posts = props.posts ?? (hasFailed ? NONE : undefined);
  const loadedMessage = posts && `${countOf(posts.length, 'post')} in ${monthWords(props.period.month)}`;
  const drawn = useDrawnMonth({ period: props.period, posts }, isLoading);

  const agenda = drawn.posts ? (
    <AgendaDays
      days={drawn.period.shown}
      today={today}
      posts={drawn.posts}
      timeZone={timeZone}
      onAction={onAction}
      onAdd={onAdd}
    />
  ) : (
    <AgendaSkeleton />
  );
  const grid = (
    <MonthGrid
      month={drawn.period.month}
      weeks={drawn.period.weeks}
      firstDay={drawn.period.firstDay}
      today={today}
      posts={drawn.posts}
      timeZone={timeZone}
      onMonth={props.onMonth}
      onOpenDay={onDay}
      onOpenPost={(post) => onAction('view', post)}
      onAdd={onAdd}
      onMove={(post, day) =>
        props.onMove(post, { ...publishTimeOf(new Date(post.publishAt), timeZone), publishDate: day })
      }
    />
  );
  const content = asAgenda ? agenda : grid;
  return (
    <>
      {/* The same elements before and after, so that focus and layout stay while posts arrive. */}
      <Loading busy={isLoading} skeleton={content} loadedMessage={loadedMessage}>
        {content}
      </Loading>
      {openedDay && !asAgenda && (
        <DayDialog
          day={openedDay}
          today={today}
          posts={(posts ?? []).filter((post) => dayOf(post, timeZone) === openedDay)}
          timeZone={timeZone}
          onAction={onAction}
          onAdd={onAdd}
          onClose={() => onDay(undefined)}
        />
      )}
    </>
  );
}

interface DrawnMonth {
  period: MonthPeriod;
  /** Undefined: the days show skeletons. */
  posts: readonly Post[] | undefined;
}

/**
 * The month to render. While the next month is loading, the previous one stays for up to 300 ms, since days that are empty
 * for a moment would flash.
 */
function useDrawnMonth(wanted: DrawnMonth, isLoading: boolean): DrawnMonth {
  const [last, setLast] = useState(wanted);
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return;
    const timer = setTimeout(() => setIsLate(true), LATE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLate(false);
    };
  }, [isLoading]);
  if (isLoading && !isLate) return last;
  if (last.period !== wanted.period || last.posts !== wanted.posts) setLast(wanted);
  return wanted;
}

function AgendaSkeleton() {
  return Array.from({ length: 3 }, (_, index) => <Skeleton key={index} shape="card" />);
}

interface MonthEmptyProps {
  month: string;
  tab: PostTab;
  search: string;
  ofLocation: boolean;
  /** Resets search, tab and location. */
  onShowAll: () => void;
  /** Shows the list, which is not limited to a month. */
  onList: () => void;
}

/** Why a month shows no posts, with buttons to where there may be some. */
export function MonthEmpty({ month, tab, search, ofLocation, onShowAll, onList }: MonthEmptyProps) {
  const isFiltered = search !== '' || ofLocation || tab !== 'ALL';
  const what = search === '' ? NONE_IN_TAB[tab] : 'No posts match your search';
  return (
    <div className={styles.empty}>
      <p>
        {what} in {monthWords(month)}
        {ofLocation && ' for this location'}.
      </p>
      {isFiltered && (
        <Button size="small" onClick={onShowAll}>
          Show all posts
        </Button>
      )}
      <Button size="small" onClick={onList}>
        Show the list
      </Button>
    </div>
  );
}
