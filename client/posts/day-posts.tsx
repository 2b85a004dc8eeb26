import { StatusBadge } from '../ui/badge';
import { Icon } from '../ui/icon';
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
  onAction: (action: PostAction, post: Post) => void;
}

/** The posts of one day, each with all that can be done to it. */
export function DayPosts({ posts, timeZone, onAction }: DayPostsProps) {
  return (
    <ul className={styles.posts}>
      {posts.map((post) => (
        <li key={post.id} className={styles.post}>
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
      ))}
    </ul>
  );
}
