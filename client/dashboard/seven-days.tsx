import { Link } from 'react-router-dom';
import { addDays } from '../lib/calendar-days';
import { countOf } from '../lib/count-of';
import { dayHeading, dayNumber, longDayWords, weekdayWords, zoneNameBetween } from '../lib/time-words';
import { viewUrl } from '../lib/views';
import { startOfDay } from '../lib/wall-time';
import { chipId, dayId } from '../posts/list/use-row-actions';
import { PostChip } from '../posts/post-chip';
import { byDay, dayOf, soonestFirst } from '../posts/post-list';
import type { Post } from '../posts/post-words';
import { useLivePosts } from '../posts/use-live-posts';
import { ALL_PAGES, usePosts } from '../posts/use-posts';
import { ErrorState } from '../ui/banner';
import { cx } from '../ui/cx';
import { Loading, Skeleton } from '../ui/loading';
import { Panel } from '../ui/panel';
import { VisuallyHidden } from '../ui/screen-reader';
import styles from './seven-days.module.css';

/** How many posts a day shows. A link leads to the others. */
const MAX_CHIPS = 3;

interface SevenDaysPeriod {
  /** `yyyy-mm-dd` */
  today: string;
  timeZone: string;
}

/** The posts of today and the six days after it, earliest first. */
export function useSevenDays({ today, timeZone }: SevenDaysPeriod) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index));
  const [from, to] = [today, addDays(today, 7)].map((day) => startOfDay(day, timeZone));
  const { data, error, isValidating, mutate } = usePosts(
    { from: from?.toISOString(), to: to?.toISOString() },
    ALL_PAGES,
  );
  // A post that was just moved may be of another day, and is in the list until the server's answer.
  const posts = data && soonestFirst(data.items.filter((post) => days.includes(dayOf(post, timeZone))));
  useLivePosts(posts, error !== undefined);
  return { days, posts, error: error as unknown, isValidating, retry: () => void mutate() };
}

interface SevenDaysProps extends SevenDaysPeriod {
  week: ReturnType<typeof useSevenDays>;
  onOpen: (post: Post) => void;
}

/** The panel of the posts of seven days, today's first. Each opens its details. */
export function SevenDays({ week, today, timeZone, onOpen }: SevenDaysProps) {
  const { days, posts, error, isValidating, retry } = week;
  const postsOf = posts && byDay(posts, timeZone);
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const zone = zoneNameBetween(startOfDay(first, timeZone), startOfDay(last, timeZone), timeZone);
  const columns = (
    <ol className={styles.days}>
      {days.map((day) => (
        <Day
          key={day}
          day={day}
          today={today}
          posts={postsOf ? (postsOf.get(day) ?? []) : undefined}
          timeZone={timeZone}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );

  return (
    <Panel
      title="Next seven days"
      note={posts && countOf(posts.length, 'post')}
      actions={
        <>
          <span className={styles.zone}>Times in {zone}</span>
          <Link to={viewUrl('calendar', { week: today })}>Week</Link>
        </>
      }
      flush
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load scheduled posts. Please try again."
          onRetry={retry}
          retrying={isValidating}
        />
      )}
      {(posts || error === undefined) && (
        <div className={styles.width}>
          {/* The same elements before and after, so that nothing moves when the posts arrive. */}
          <Loading
            busy={!posts}
            skeleton={columns}
            loadedMessage={posts && `Next seven days: ${countOf(posts.length, 'post')}`}
          >
            {columns}
          </Loading>
        </div>
      )}
    </Panel>
  );
}

interface DayProps extends SevenDaysPeriod {
  day: string;
  /** Earliest first; undefined while they are loading. */
  posts: readonly Post[] | undefined;
  onOpen: (post: Post) => void;
}

function Day({ day, today, posts, timeZone, onOpen }: DayProps) {
  const shown = posts?.slice(0, MAX_CHIPS) ?? [];
  const hidden = (posts?.length ?? 0) - shown.length;
  return (
    <li className={styles.day}>
      <h3 id={dayId(day)} tabIndex={-1} className={cx(styles.head, day === today && styles.today)}>
        <span aria-hidden="true">
          <span className={styles.number}>{dayNumber(day)}</span> {weekdayWords(day).short}
          {day === today && ' · Today'}
        </span>
        <VisuallyHidden>{dayHeading(day, today)}</VisuallyHidden>
      </h3>
      {!posts && <Skeleton shape="control" />}
      {posts?.length === 0 && <p className={styles.none}>Nothing planned</p>}
      {shown.length > 0 && (
        <ul className={styles.posts}>
          {shown.map((post) => (
            <li key={post.id}>
              <PostChip id={chipId(post)} post={post} timeZone={timeZone} onOpen={onOpen} />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <Link to={viewUrl('calendar', { week: day })} className={styles.more}>
                +{hidden} more<VisuallyHidden> on {longDayWords(day)}</VisuallyHidden>
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
