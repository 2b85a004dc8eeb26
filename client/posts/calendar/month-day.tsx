import type { DragEvent, KeyboardEvent } from 'react';
import { Plus } from 'lucide-react';
import { monthOf } from '../../lib/calendar-days';
import { countOf } from '../../lib/count-of';
import { dayHeading, dayNumber, longDayWords } from '../../lib/time-words';
import { toWallTime } from '../../lib/wall-time';
import { cx } from '../../ui/cx';
import { Icon } from '../../ui/icon';
import { STATUS } from '../../ui/labels';
import { Skeleton } from '../../ui/loading';
import { VisuallyHidden } from '../../ui/screen-reader';
import { chipId, dayId } from '../list/use-row-actions';
import { actionsFor, reasonOf, shortened, type Post } from '../post-words';
import styles from './month-day.module.css';

/** How many posts a day shows; a button opens the rest. */
const MAX_CHIPS = 3;

interface MonthDayProps {
  /** `yyyy-mm-dd` */
  day: string;
  /** The shown month. Days of other months fill its weeks. */
  month: string;
  today: string;
  /** Earliest first; undefined while they are loading. */
  posts: readonly Post[] | undefined;
  timeZone: string;
  /** Whether Tab reaches the day's buttons. */
  isActive: boolean;
  onActive: () => void;
  onKeyDown: (event: KeyboardEvent, day: string) => void;
  onOpenDay: (day: string) => void;
  onOpenPost: (post: Post) => void;
  onAdd: (day: string) => void;
  /** Whether a post is being dragged over this day. */
  isTarget: boolean;
  onDrag: (post: Post | undefined) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
}

/** A day of the month grid: its number, its first posts, and buttons for the rest and for a new post. */
export function MonthDay({ day, month, today, posts, timeZone, isActive, ...on }: MonthDayProps) {
  const tabIndex = isActive ? 0 : -1;
  const isToday = day === today;
  const shown = posts?.slice(0, MAX_CHIPS) ?? [];
  const hidden = (posts?.length ?? 0) - shown.length;
  return (
    <td
      className={cx(
        styles.day,
        day < today && styles.past,
        monthOf(day) !== month && styles.outside,
        on.isTarget && styles.target,
      )}
      onFocus={on.onActive}
      onDragOver={on.onDragOver}
      onDrop={on.onDrop}
    >
      <div className={styles.head}>
        <button
          type="button"
          id={dayId(day)}
          className={styles.number}
          tabIndex={tabIndex}
          aria-current={isToday ? 'date' : undefined}
          aria-haspopup="dialog"
          onClick={() => on.onOpenDay(day)}
          onKeyDown={(event) => on.onKeyDown(event, day)}
        >
          <span aria-hidden="true">{dayNumber(day)}</span>
          <VisuallyHidden>
            {`${dayHeading(day, today)}${posts ? `, ${countOf(posts.length, 'post')}` : ''}`}
          </VisuallyHidden>
        </button>
        {day >= today && (
          <button type="button" className={styles.add} tabIndex={tabIndex} onClick={() => on.onAdd(day)}>
            <Icon of={Plus} />
            <span className={styles.addWord}>Add</span>
            <VisuallyHidden>{` a post on ${longDayWords(day)}`}</VisuallyHidden>
          </button>
        )}
      </div>
      {!posts && <Skeleton />}
      {shown.length > 0 && (
        <ul className={styles.posts}>
          {shown.map((post) => (
            <li
              key={post.id}
              draggable={actionsFor(post).move}
              onDragStart={(event) => {
                event.dataTransfer.setData('text/plain', post.summary);
                event.dataTransfer.effectAllowed = 'move';
                on.onDrag(post);
              }}
              onDragEnd={() => on.onDrag(undefined)}
            >
              <MonthChip post={post} timeZone={timeZone} tabIndex={tabIndex} onOpen={on.onOpenPost} />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <button
                type="button"
                className={styles.more}
                tabIndex={tabIndex}
                aria-haspopup="dialog"
                onClick={() => on.onOpenDay(day)}
              >
                {`+${hidden} more`}
                <VisuallyHidden>{` on ${longDayWords(day)}`}</VisuallyHidden>
              </button>
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

/** More than fits into the widest chip. */
const FIRST_WORDS_LENGTH = 40;

interface MonthChipProps {
  post: Post;
  timeZone: string;
  tabIndex: 0 | -1;
  onOpen: (post: Post) => void;
}

/** A post in the month grid: status, time of day, and first words. */
function MonthChip({ post, timeZone, tabIndex, onOpen }: MonthChipProps) {
  const { icon, tone, label } = STATUS[post.status];
  return (
    <button
      type="button"
      id={chipId(post)}
      className={cx(styles.chip, styles[tone])}
      tabIndex={tabIndex}
      onClick={() => onOpen(post)}
    >
      <Icon of={icon} />
      <time dateTime={post.publishAt}>{toWallTime(new Date(post.publishAt), timeZone).time}</time>
      <span className={styles.words}>{shortened(post.summary, FIRST_WORDS_LENGTH)}</span>
      {/* One text node, since a month has hundreds of chips. */}
      <VisuallyHidden>
        {`, ${[label, post.detail && reasonOf(post), post.locationName].filter(Boolean).join(', ')}`}
      </VisuallyHidden>
    </button>
  );
}
