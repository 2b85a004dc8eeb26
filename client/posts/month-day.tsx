import type { DragEvent, KeyboardEvent } from 'react';
import { Plus } from 'lucide-react';
import { countOf } from '../listings/count-of';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { Skeleton } from '../ui/skeleton';
import { useReusedKeys } from '../ui/use-reused-keys';
import { VisuallyHidden } from '../ui/visually-hidden';
import { dayId } from './element-ids';
import { MonthChip } from './month-chip';
import styles from './month-day.module.css';
import { monthOf } from './month-days';
import { actionsFor, type Post } from './post-words';
import { dayHead, dayNumber, longDayWords } from './time-words';

/** Posts that a day shows; the rest is one click away. */
const MAX_CHIPS = 3;

interface MonthDayProps {
  /** `yyyy-mm-dd` */
  day: string;
  /** The month that is shown; days of others are there to fill the weeks. */
  month: string;
  today: string;
  /** Earliest first; undefined while they are loading. */
  posts: readonly Post[] | undefined;
  timeZone: string;
  /** Whether Tab reaches what is in here. */
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

/** A day of the month grid: its number, its first posts, and the ways to the rest and to a new one. */
export function MonthDay({ day, month, today, posts, timeZone, isActive, ...on }: MonthDayProps) {
  const tabIndex = isActive ? 0 : -1;
  const isToday = day === today;
  const shown = posts?.slice(0, MAX_CHIPS) ?? [];
  const hidden = (posts?.length ?? 0) - shown.length;
  const keys = useReusedKeys(shown.map(({ id }) => id));
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
            {`${dayHead(day, today)}${posts ? `, ${countOf(posts.length, 'post')}` : ''}`}
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
          {shown.map((post, place) => (
            <li
              key={keys[place]}
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
