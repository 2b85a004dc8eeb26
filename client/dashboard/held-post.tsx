import { Eye, Trash2 } from 'lucide-react';
import { heldViewButtonId } from '../posts/element-ids';
import { POST_TYPES, shortened, type Post } from '../posts/post-words';
import { dateTimeWords, relativeWords } from '../posts/time-words';
import { Badge } from '../ui/badge';
import { IconButton } from '../ui/icon-button';
import styles from './overview-panels.module.css';
import type { HeldPostActions } from './use-held-post-actions';

interface HeldPostProps {
  post: Post;
  now: Date;
  timeZone: string;
  onAction: HeldPostActions['act'];
}

/** A post that does not go out as things stand, in the list of these. */
export function HeldPost({ post, now, timeZone, onAction }: HeldPostProps) {
  const wordsId = `${heldViewButtonId(post)}-words`;
  const publishAt = new Date(post.publishAt);
  return (
    <li className={styles.item}>
      <p className={styles.line}>
        <time dateTime={post.publishAt} className={styles.strong}>
          {dateTimeWords(publishAt, timeZone)}
        </time>
        <span className={styles.note}>{relativeWords(publishAt, now)}</span>
      </p>
      <p className={styles.line}>
        {post.locationName}
        <Badge icon={POST_TYPES[post.postType].icon}>{POST_TYPES[post.postType].label}</Badge>
      </p>
      <p id={wordsId} className={styles.words}>
        {shortened(post.summary)}
      </p>
      <div className={styles.buttons}>
        <IconButton
          icon={Eye}
          label="View"
          id={heldViewButtonId(post)}
          aria-describedby={wordsId}
          onClick={() => onAction('view', post)}
        />
        <IconButton
          icon={Trash2}
          label="Delete"
          danger
          aria-describedby={wordsId}
          onClick={() => onAction('delete', post)}
        />
      </div>
    </li>
  );
}
