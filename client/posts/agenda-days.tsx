import { Plus } from 'lucide-react';
import { Button } from '../ui/button';
import { VisuallyHidden } from '../ui/visually-hidden';
import styles from './agenda-days.module.css';
import { DayPosts } from './day-posts';
import { dayId } from './element-ids';
import type { PostAction } from './post-buttons';
import { byDay } from './post-list';
import type { Post } from './post-words';
import { dayHead, longDayWords } from './time-words';

interface AgendaDaysProps {
  /** The days of the month. */
  days: readonly string[];
  today: string;
  /** Earliest first. */
  posts: readonly Post[];
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
  onAdd: (day: string) => void;
}

/** A month of so few posts is drawn whole. */
const FEW = 30;

/**
 * A month for narrow screens: the days that have posts, one below the other, and always a day to add one to, which is
 * today, or the first day of a month to come.
 */
export function AgendaDays({ days, today, posts, timeZone, onAction, onAdd }: AgendaDaysProps) {
  const postsOf = byDay(posts, timeZone);
  const nextDay = days.find((day) => day >= today);
  return days
    .filter((day) => postsOf.has(day) || day === nextDay)
    .map((day) => (
      <section key={day} className={styles.day}>
        <div className={styles.head}>
          <h3 id={dayId(day)} tabIndex={-1}>
            {dayHead(day, today)}
          </h3>
          {day >= today && (
            <Button size="small" variant="quiet" icon={Plus} onClick={() => onAdd(day)}>
              <span>
                Add<VisuallyHidden> a post on {longDayWords(day)}</VisuallyHidden>
              </span>
            </Button>
          )}
        </div>
        {postsOf.has(day) ? (
          <DayPosts
            posts={postsOf.get(day) ?? []}
            isOneOfMany={posts.length > FEW}
            timeZone={timeZone}
            onAction={onAction}
          />
        ) : (
          <p className={styles.none}>No posts</p>
        )}
      </section>
    ));
}
