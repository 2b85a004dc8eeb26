import { Pencil, RotateCw } from 'lucide-react';
import type { RefObject } from 'react';
import { Link } from 'react-router-dom';
import { viewButtonId } from '../posts/element-ids';
import { PostComposer } from '../posts/post-composer';
import { reasonOf, shortened, type Post } from '../posts/post-words';
import { useRowActions } from '../posts/use-row-actions';
import { StatusBadge } from '../ui/badge';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { viewUrl } from '../ui/views';
import styles from './overview-panels.module.css';

const SHOWN = 5;

interface FailedPostsProps {
  posts: readonly Post[];
  /** How many have failed in all. */
  total: number;
  /** Takes the focus when no post is left. */
  around: RefObject<HTMLElement | null>;
}

/** The latest posts that did not go out, each with the reason and two ways on. */
export function FailedPosts({ posts, total, around }: FailedPostsProps) {
  const shown = posts.slice(0, SHOWN);
  const more = total - shown.length;
  const { opened, failure, act, close } = useRowActions(shown, around);

  return (
    <>
      {failure && <Banner tone="error">{failure}</Banner>}
      {shown.length > 0 && (
        <section>
          <h3 className={styles.groupTitle}>Failed posts</h3>
          <ul className={styles.list}>
            {shown.map((post) => (
              <li key={post.id} className={styles.item}>
                <p className={styles.line}>
                  <span className={styles.strong}>{post.locationName}</span>
                  <StatusBadge status={post.status} />
                </p>
                <p id={textId(post)} className={styles.words}>
                  {shortened(post.summary)}
                </p>
                <p className={styles.reason}>{reasonOf(post)}</p>
                <div className={styles.line}>
                  <Button
                    size="small"
                    icon={RotateCw}
                    id={viewButtonId(post)}
                    aria-describedby={textId(post)}
                    onClick={() => act('retry', post)}
                  >
                    Retry
                  </Button>
                  <Button
                    size="small"
                    icon={Pencil}
                    aria-describedby={textId(post)}
                    onClick={() => act('edit', post)}
                  >
                    Edit
                  </Button>
                </div>
              </li>
            ))}
          </ul>
          {more > 0 && <Link to={viewUrl('calendar', { status: 'failed' })}>+{more} more</Link>}
        </section>
      )}
      <PostComposer open={opened?.action === 'edit'} post={opened?.post} onClose={close} />
    </>
  );
}

function textId({ id }: Post): string {
  return `failed-post-${id}`;
}
