import { useEffect, useState } from 'react';
import { type Entry, postsIn } from '../../campaigns/campaign-moments';
import { countOf } from '../../lib/count-of';
import { useSteady } from '../../lib/use-steady';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { publishTimeOf, type PublishTime } from '../composer/post-draft';
import type { PostAction } from '../list/post-row';
import { dayOf, NONE_IN_TAB, type PostTab } from '../../posting/post-list';
import type { Post } from '../../posting/post-words';
import { Agenda, WeekStrip } from './agenda';
import styles from './calendar-view.module.css';
import { DayDialog } from './day-posts';
import { MonthGrid } from './month-grid';
import { withinWords, type Period } from './use-period-posts';
import { WeekGrid } from './week-grid';

interface PeriodPostsProps {
  period: Period;
  /** For narrow screens. */
  asAgenda: boolean;
  now: Date;
  today: string;
  timeZone: string;
  /** Earliest first; undefined until they are loaded. */
  entries: readonly Entry[] | undefined;
  /** Whether loading them has failed and is tried again. */
  isTrying: boolean;
  /** Whether the weeks before the current one, or in the agenda the days before today, are unfolded. */
  showsPast: boolean;
  /** Unfolds the days before today. */
  onPast: () => void;
  /** The day whose list is open. */
  openedDay: string | undefined;
  onOpenDay: (day: string | undefined) => void;
  /** Shows the period of a day. */
  onDay: (day: string) => void;
  onAction: (action: PostAction, post: Post) => void;
  onMove: (post: Post, publishTime: PublishTime) => void;
  onAdd: (day: string) => void;
}

const LATE_AFTER_MS = 300;
/** The posts of a month or a week: as a grid, or on a narrow screen as an agenda. */
export function PeriodPosts(props: PeriodPostsProps) {
  const { asAgenda, today, timeZone, entries, showsPast, openedDay } = props;
  const loadedMessage = entries && `${countOf(postsIn(entries), 'post')} ${withinWords(props.period)}`;
  const drawn = useDrawnPeriod({ period: props.period, entries });
  const moveTo = (post: Post, change: (current: PublishTime) => Partial<PublishTime>) => {
    const current = publishTimeOf(new Date(post.publishAt), timeZone);
    props.onMove(post, { ...current, ...change(current) });
  };
  // The grids are memoized.
  const onAdd = useSteady(props.onAdd);
  const onAction = useSteady(props.onAction);
  const onDay = useSteady(props.onDay);
  const onOpenDay = useSteady(props.onOpenDay);
  const onOpenPost = useSteady((post: Post) => props.onAction('view', post));
  const moveToDay = useSteady((post: Post, day: string) => moveTo(post, () => ({ publishDate: day })));
  const moveToHour = useSteady((post: Post, day: string, hour: number) =>
    moveTo(post, ({ publishTime }) => ({
      publishDate: day,
      publishTime: `${String(hour).padStart(2, '0')}${publishTime.slice(2)}`,
    })),
  );
  const shared = { ...drawn, today, timeZone, onAdd };
  const grid = { ...shared, onDay, onOpenDay, onOpenPost };

  const content = asAgenda ? (
    <>
      {drawn.period.layout === 'week' && <WeekStrip {...shared} onPast={props.onPast} />}
      {drawn.entries ? (
        <Agenda {...shared} entries={drawn.entries} showsPast={showsPast} onAction={onAction} />
      ) : (
        <AgendaSkeleton />
      )}
    </>
  ) : drawn.period.layout === 'week' ? (
    <WeekGrid {...grid} now={props.now} onMove={moveToHour} />
  ) : (
    <MonthGrid {...grid} showsPast={showsPast} onMove={moveToDay} />
  );
  return (
    <>
      {/* The same elements before and after, so that focus and layout stay while posts arrive. */}
      <Loading busy={!entries} isTrying={props.isTrying} skeleton={content} loadedMessage={loadedMessage}>
        {content}
      </Loading>
      {openedDay && !asAgenda && (
        <DayDialog
          day={openedDay}
          today={today}
          entries={(entries ?? []).filter((entry) => dayOf(entry, timeZone) === openedDay)}
          timeZone={timeZone}
          onAction={onAction}
          onAdd={onAdd}
          onClose={() => onOpenDay(undefined)}
        />
      )}
    </>
  );
}

interface DrawnPeriod {
  period: Period;
  /** Undefined: the days show skeletons. */
  entries: readonly Entry[] | undefined;
}

/**
 * The period to render. While the next one is loading, the previous one stays for up to 300 ms, since days that are empty
 * for a moment would flash.
 */
function useDrawnPeriod(wanted: DrawnPeriod): DrawnPeriod {
  const isLoading = wanted.entries === undefined;
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
  if (last.period !== wanted.period || last.entries !== wanted.entries) setLast(wanted);
  return wanted;
}

function AgendaSkeleton() {
  return Array.from({ length: 4 }, (_, index) => <Skeleton key={index} shape="post" />);
}

interface PeriodEmptyProps {
  period: Period;
  tab: PostTab;
  search: string;
  ofLocation: boolean;
  /** Resets search, tab and location. */
  onShowAll: () => void;
  /** Shows the list, which is not limited to a period. */
  onList: () => void;
}

/** Why a month or week shows no posts, with buttons to where there may be some. */
export function PeriodEmpty({ period, tab, search, ofLocation, onShowAll, onList }: PeriodEmptyProps) {
  const isFiltered = search !== '' || ofLocation || tab !== 'ALL';
  const what = search === '' ? NONE_IN_TAB[tab] : 'No posts match your search';
  return (
    <div className={cx(common.line, styles.empty)}>
      <p>
        {what} {withinWords(period)}
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
