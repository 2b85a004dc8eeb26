import { countOf } from '../listings/count-of';
import { AsLastDrawn, useIsBrief } from '../ui/as-last-drawn';
import { Loading } from '../ui/loading';
import { Skeleton } from '../ui/skeleton';
import { AgendaDays } from './agenda-days';
import { MonthDayDialog } from './month-day-dialog';
import { MonthGrid } from './month-grid';
import type { PostAction } from './post-buttons';
import { publishTimeOf, type PublishTime } from './post-draft';
import { dayOf } from './post-list';
import type { Post } from './post-words';
import { monthWords } from './time-words';
import type { MonthPeriod } from './use-month-posts';

interface MonthPostsProps {
  period: MonthPeriod;
  /** As an agenda, for narrow screens. */
  asAgenda: boolean;
  today: string;
  timeZone: string;
  /** Earliest first; undefined until they are loaded. */
  posts: readonly Post[] | undefined;
  /** Whether loading them has failed, so that none are on their way. */
  hasFailed: boolean;
  /** The day whose list is open. */
  openedDay: string | undefined;
  onDay: (day: string | undefined) => void;
  onMonth: (month: string) => void;
  onAction: (action: PostAction, post: Post) => void;
  onMove: (post: Post, publishTime: PublishTime) => void;
  onAdd: (day: string) => void;
}

/** The posts of a month: as a grid, or on a narrow screen as an agenda. */
export function MonthPosts(props: MonthPostsProps) {
  const { period, asAgenda, today, timeZone, hasFailed, openedDay, onDay, onAction, onAdd } = props;
  const isBusy = !props.posts && !hasFailed;
  const isHeld = useIsBrief(isBusy);
  const posts = props.posts ?? (hasFailed ? [] : undefined);
  const loadedMessage = posts && `${countOf(posts.length, 'post')} in ${monthWords(period.month)}`;

  const agenda = posts ? (
    <AgendaDays
      days={period.shown}
      today={today}
      posts={posts}
      timeZone={timeZone}
      onAction={onAction}
      onAdd={onAdd}
    />
  ) : (
    <AgendaSkeleton />
  );
  const grid = (
    <MonthGrid
      month={period.month}
      weeks={period.weeks}
      firstDay={period.firstDay}
      today={today}
      posts={posts}
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
  // The same before and after, so that focus and layout stay while posts arrive.
  const drawn = <AsLastDrawn isHeld={isHeld}>{asAgenda ? agenda : grid}</AsLastDrawn>;
  return (
    <>
      <Loading busy={isBusy} skeleton={drawn} loadedMessage={loadedMessage}>
        {drawn}
      </Loading>
      {openedDay && !asAgenda && (
        <MonthDayDialog
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

function AgendaSkeleton() {
  return Array.from({ length: 3 }, (_, index) => <Skeleton key={index} shape="card" />);
}
