import { useRef } from 'react';
import { CalendarPlus, Plus } from 'lucide-react';
import { dayHeading, longDayWords } from '../../lib/time-words';
import { toWallTime } from '../../lib/wall-time';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import { Icon } from '../../ui/icon';
import { StatusBadge } from '../../ui/labels';
import { VisuallyHidden } from '../../ui/screen-reader';
import { spacerStyle, usePageList, useScrolledList, type Piece } from '../../ui/use-virtual-list';
import { contentId, PostButtons, PostReason, type PostAction } from '../list/post-row';
import { dayId } from '../list/use-row-actions';
import { byDay } from '../post-list';
import { POST_TYPES, shortened, type Post } from '../post-words';
import styles from './day-posts.module.css';

type PostAct = (action: PostAction, post: Post) => void;

/** The estimated height of a post (px). */
const POST_HEIGHT = 140;

interface DayDialogProps {
  /** `yyyy-mm-dd` */
  day: string;
  today: string;
  /** Earliest first. */
  posts: readonly Post[];
  timeZone: string;
  onAction: PostAct;
  onAdd: (day: string) => void;
  onClose: () => void;
}

/** All posts of a day of the month grid. */
export function DayDialog({ day, today, posts, timeZone, onAction, onAdd, onClose }: DayDialogProps) {
  return (
    <Dialog
      open
      title={dayHeading(day, today)}
      onClose={onClose}
      footer={
        <>
          {day >= today && (
            <Button icon={CalendarPlus} onClick={() => onAdd(day)}>
              Add a post
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {posts.length > 0 ? (
        <DialogPosts posts={posts} timeZone={timeZone} onAction={onAction} />
      ) : (
        <p>No posts on this day.</p>
      )}
    </Dialog>
  );
}

function DialogPosts({ posts, ...rest }: Pick<DayDialogProps, 'posts' | 'timeZone' | 'onAction'>) {
  const box = useRef<HTMLDivElement>(null);
  const { pieces, ...list } = useScrolledList({ box, sizes: posts.map(() => 1), itemHeight: POST_HEIGHT });
  return (
    <div ref={box} onFocus={list.onFocus}>
      <DayPosts {...{ posts, pieces }} first={0} measure={list.measure} {...rest} />
    </div>
  );
}

interface AgendaDaysProps {
  /** The days of the month. */
  days: readonly string[];
  today: string;
  /** Earliest first. */
  posts: readonly Post[];
  timeZone: string;
  onAction: PostAct;
  onAdd: (day: string) => void;
}

/**
 * The agenda of a month, for narrow screens: the days with posts, and always one day to add a post to, which is today or
 * the first day of a future month. All days are rendered. Of many posts, only those near the screen are.
 */
export function AgendaDays({ days, today, posts, timeZone, onAction, onAdd }: AgendaDaysProps) {
  const box = useRef<HTMLDivElement>(null);
  const postsOf = byDay(posts, timeZone);
  const nextDay = days.find((day) => day >= today);
  const shown = days.filter((day) => postsOf.has(day) || day === nextDay);
  // The heading of each day, followed by its posts.
  const blocks = shown.flatMap((day) => [
    { day, size: 0 },
    ...(postsOf.get(day) ?? []).map(() => ({ day, size: 1 })),
  ]);
  const heads = blocks.flatMap(({ size }, index) => (size === 0 ? [index] : []));
  const { pieces, measure, onFocus } = usePageList({
    box,
    sizes: blocks.map(({ size }) => size),
    itemHeight: POST_HEIGHT,
    pinned: heads,
  });
  const piecesOf = Map.groupBy(pieces, ({ index }) => blocks[index]?.day);
  return (
    <div ref={box} onFocus={onFocus}>
      {shown.map((day, dayIndex) => {
        const head = heads[dayIndex] ?? 0;
        const dayPosts = postsOf.get(day);
        return (
          <section key={day}>
            <div ref={measure} data-block={head} className={styles.head}>
              <h3 id={dayId(day)} tabIndex={-1}>
                {dayHeading(day, today)}
              </h3>
              {day >= today && (
                <Button size="small" variant="quiet" icon={Plus} onClick={() => onAdd(day)}>
                  <span>
                    Add<VisuallyHidden> a post on {longDayWords(day)}</VisuallyHidden>
                  </span>
                </Button>
              )}
            </div>
            {dayPosts ? (
              <DayPosts
                posts={dayPosts}
                pieces={(piecesOf.get(day) ?? []).filter(({ index }) => index > head)}
                first={head + 1}
                {...{ measure, timeZone, onAction }}
              />
            ) : (
              <p className={styles.none}>No posts</p>
            )}
          </section>
        );
      })}
    </div>
  );
}

interface DayPostsProps {
  /** Earliest first. */
  posts: readonly Post[];
  /** The rendered posts, as blocks of a list. */
  pieces: readonly Piece[];
  /** The block of the first post. */
  first: number;
  measure: (block: HTMLElement | null) => void;
  timeZone: string;
  onAction: PostAct;
}

/** The posts of one day, each with all its actions. */
function DayPosts({ posts, pieces, first, measure, timeZone, onAction }: DayPostsProps) {
  return (
    <ul className={styles.posts}>
      {pieces.map(({ index, spacer }) => {
        if (spacer !== undefined)
          return <li key={`spacer ${index}`} aria-hidden="true" style={spacerStyle(spacer)} />;
        const post = posts[index - first];
        return (
          post && (
            <li
              key={post.id}
              ref={measure}
              data-block={index}
              aria-posinset={index - first + 1}
              aria-setsize={posts.length}
              className={styles.post}
            >
              <DayPost {...{ post, timeZone, onAction }} />
            </li>
          )
        );
      })}
    </ul>
  );
}

function DayPost({ post, timeZone, onAction }: { post: Post; timeZone: string; onAction: PostAct }) {
  return (
    <>
      <div className={styles.line}>
        <p className={styles.state}>
          <time dateTime={post.publishAt} className={styles.time}>
            {toWallTime(new Date(post.publishAt), timeZone).time}
          </time>
          <StatusBadge status={post.status} />
        </p>
        <div className={styles.buttons}>
          <PostButtons post={post} describedBy={contentId(post)} withMove onAction={onAction} />
        </div>
      </div>
      <p id={contentId(post)} className={styles.text}>
        {shortened(post.summary)}
      </p>
      <PostReason post={post} />
      <p className={styles.meta}>
        <Icon of={POST_TYPES[post.postType].icon} />
        <span>
          {POST_TYPES[post.postType].label}, {post.locationName}
        </span>
      </p>
    </>
  );
}
