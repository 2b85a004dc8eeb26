import { useRef } from 'react';
import { StatusBadge } from '../ui/badge';
import { Icon } from '../ui/icon';
import { roomStyle, useDrawnBlocks } from '../ui/use-drawn-blocks';
import styles from './day-posts.module.css';
import { contentId } from './element-ids';
import { PostButtons, type PostAction } from './post-buttons';
import { PostReason } from './post-reason';
import { POST_TYPES, shortened, type Post } from './post-words';
import { toWallTime } from './wall-time';

interface DayPostsProps {
  /** Earliest first. */
  posts: readonly Post[];
  timeZone: string;
  /** Whether many days stand one below the other: then none is drawn whole for its own sake. */
  isOneOfMany?: boolean;
  onAction: (action: PostAction, post: Post) => void;
}

/** About how high a post is (px). */
const POST_HEIGHT = 140;

/** The posts of one day, each with all that can be done to it; of many only those near the screen are drawn. */
export function DayPosts({ posts, timeZone, isOneOfMany = false, onAction }: DayPostsProps) {
  const box = useRef<HTMLUListElement>(null);
  const pieces = useDrawnBlocks(box, {
    sizes: posts.map(() => 1),
    itemHeight: POST_HEIGHT,
    ...(isOneOfMany && { whole: 1 }),
  });
  return (
    <ul ref={box} className={styles.posts}>
      {pieces.map((piece, index) => {
        if ('room' in piece)
          return <li key={`room ${index}`} aria-hidden="true" style={roomStyle(piece.room)} />;
        const post = posts[piece.block];
        return (
          post && (
            <DayPost
              key={post.id}
              {...{ post, timeZone, onAction }}
              place={piece.block}
              count={posts.length}
            />
          )
        );
      })}
    </ul>
  );
}

interface DayPostProps extends Pick<DayPostsProps, 'timeZone' | 'onAction'> {
  post: Post;
  place: number;
  count: number;
}

function DayPost({ post, timeZone, onAction, place, count }: DayPostProps) {
  return (
    <li className={styles.post} data-block={place} aria-posinset={place + 1} aria-setsize={count}>
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
    </li>
  );
}
