import { Link } from 'react-router-dom';
import { afterTries } from '../../api/swr';
import { type Entry, momentsOf, postsIn } from '../../campaigns/campaign-moments';
import { EntryChip } from '../../campaigns/entry-chip';
import { useGroupedCampaigns } from '../../campaigns/use-grouped-campaigns';
import { useCampaigns } from '../../campaigns/use-campaign-list';
import { addDays } from '../../lib/calendar-days';
import { countOf, figure } from '../../lib/count-of';
import {
  dayHeading,
  dayNumber,
  longDayWords,
  nearDayWords,
  weekdayWords,
  zoneNameBetween,
} from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { startOfDay, toWallTime } from '../../lib/wall-time';
import { chipId, dayId } from '../../posts/list/use-row-actions';
import { byDay, dayOf, soonestFirst } from '../../posting/post-list';
import type { Post } from '../../posting/post-words';
import { useLivePosts } from '../../posting/use-live-posts';
import { ALL_PAGES, NEXT_POSTS, usePosts } from '../../posting/use-posts';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { cx } from '../../ui/basics/cx';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { Panel } from '../../ui/layout/panel';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import styles from './seven-days.module.css';

/** How many posts a day shows. A link leads to the others. */
const MAX_CHIPS = 3;

interface SevenDaysPeriod {
  /** `yyyy-mm-dd` */
  today: string;
  timeZone: string;
}

/** The posts and campaigns of today and the six days after it, earliest first. */
export function useSevenDays({ today, timeZone, now }: SevenDaysPeriod & { now: Date }) {
  const days = Array.from({ length: 7 }, (_, index) => addDays(today, index));
  const [from, to] = [today, addDays(today, 7)].map((day) => startOfDay(day, timeZone).toISOString());
  const isGrouped = useGroupedCampaigns();
  const posts = usePosts({ from, to, campaigns: isGrouped ? 'grouped' : undefined }, ALL_PAGES);
  const campaigns = useCampaigns(isGrouped ? { from, to } : null);
  const requests = isGrouped ? [posts, campaigns] : [posts];
  const { error, isTrying } = afterTries(requests.find((request) => request.error !== undefined)?.error);
  useLivePosts(posts.data?.items, error);

  const moments =
    isGrouped && campaigns.data
      ? momentsOf(campaigns.data, (at) => toWallTime(at, timeZone).date, { tab: 'ALL', now })
      : [];
  const hasMoments = !isGrouped || campaigns.data !== undefined || campaigns.error !== undefined;
  // A post that was just moved may be of another day, and is in the list until the server's answer.
  const entries =
    posts.data && hasMoments
      ? soonestFirst<Entry>([...posts.data.items, ...moments]).filter((entry) =>
          days.includes(dayOf(entry, timeZone)),
        )
      : undefined;
  const isEmpty = entries?.length === 0 && error === undefined;
  const next = usePosts(isEmpty ? NEXT_POSTS : null, 1, { quiet: true });
  return {
    days,
    entries,
    isEmpty,
    /** Neither loaded nor failed yet. */
    isLoading: isEmpty ? next.isLoading : !entries && error === undefined,
    /** The day of the next post after an empty week, `yyyy-mm-dd`; undefined without one. */
    nextDay: next.data?.items.map((post) => dayOf(post, timeZone)).find((day) => day > today),
    error,
    isTrying,
    isValidating: requests.some(({ isValidating }) => isValidating),
    retry: () => requests.forEach(({ mutate }) => void mutate()),
  };
}

interface SevenDaysProps extends SevenDaysPeriod {
  week: ReturnType<typeof useSevenDays>;
  onOpen: (post: Post) => void;
}

/** The panel of the posts of seven days, today's first. Each opens its details. */
export function SevenDays({ week, today, timeZone, onOpen }: SevenDaysProps) {
  const { days, isLoading, nextDay, error, isTrying, isValidating, retry } = week;
  const entries = isLoading ? undefined : week.entries;
  const isEmpty = week.isEmpty && !isLoading;
  const entriesOf = entries && byDay(entries, timeZone);
  const count = entries && countOf(postsIn(entries), 'post');
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const zone = zoneNameBetween(startOfDay(first, timeZone), startOfDay(last, timeZone), timeZone);
  const columns = (
    <ol className={styles.days}>
      {days.map((day) => (
        <Day
          key={day}
          day={day}
          today={today}
          entries={entriesOf ? (entriesOf.get(day) ?? []) : undefined}
          timeZone={timeZone}
          onOpen={onOpen}
        />
      ))}
    </ol>
  );

  return (
    <Panel
      title="Next seven days"
      note={isEmpty ? emptyWords(nextDay) : count}
      actions={
        isEmpty ? (
          <Link to={viewUrl('calendar')}>Content Calendar</Link>
        ) : (
          <>
            <span className={cx(prose.meta, styles.zone)}>Times in {zone}</span>
            <Link to={viewUrl('calendar', { week: today })}>Week</Link>
          </>
        )
      }
      flush
      isLine={isEmpty}
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load scheduled posts. Please try again."
          onRetry={retry}
          retrying={isValidating}
        />
      )}
      {(entries || error === undefined) && (
        <div className={styles.width}>
          {/* The same elements before and after, so that nothing moves when the posts arrive. */}
          <Loading
            busy={isLoading}
            isTrying={isTrying}
            skeleton={columns}
            loadedMessage={count && `Next seven days: ${count}`}
          >
            {!isEmpty && columns}
          </Loading>
        </div>
      )}
    </Panel>
  );
}

function emptyWords(nextDay: string | undefined): string {
  const next = nextDay && ` The next post goes out on ${nearDayWords(nextDay).long}.`;
  return `Nothing planned.${next ?? ''}`;
}

interface DayProps extends SevenDaysPeriod {
  day: string;
  /** Earliest first; undefined while they are loading. */
  entries: readonly Entry[] | undefined;
  onOpen: (post: Post) => void;
}

function Day({ day, today, entries, timeZone, onOpen }: DayProps) {
  const shown = entries?.slice(0, MAX_CHIPS) ?? [];
  const hidden = (entries?.length ?? 0) - shown.length;
  return (
    <li className={styles.day}>
      <h3 id={dayId(day)} tabIndex={-1} className={cx(styles.head, day === today && styles.today)}>
        <span aria-hidden="true">
          <span className={styles.number}>{dayNumber(day)}</span> {weekdayWords(day).short}
          {day === today && ' · Today'}
        </span>
        <VisuallyHidden>{dayHeading(day, today)}</VisuallyHidden>
      </h3>
      {!entries && <Skeleton shape="control" />}
      {entries?.length === 0 && <p className={cx(common.small, styles.none)}>Nothing planned</p>}
      {shown.length > 0 && (
        <ul className={cx(common.stack1, styles.posts)}>
          {shown.map((entry) => (
            <li key={entry.id}>
              <EntryChip entry={entry} idOf={chipId} timeZone={timeZone} onOpen={onOpen} />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <Link to={viewUrl('calendar', { week: day })} className={styles.more}>
                +{figure(hidden)} more<VisuallyHidden> on {longDayWords(day)}</VisuallyHidden>
              </Link>
            </li>
          )}
        </ul>
      )}
    </li>
  );
}
