import { Link } from 'react-router-dom';
import { afterTries } from '../../api/swr';
import { countOf } from '../../lib/count-of';
import { nearDayWords, timeWords } from '../../lib/time-words';
import { viewUrl } from '../../lib/views';
import { type PostAction, viewButtonId } from '../../posts/list/post-row';
import { dayOf, isInTab, soonestFirst } from '../../posting/post-list';
import { type Post, shortened } from '../../posting/post-words';
import { useLivePosts } from '../../posting/use-live-posts';
import { NEXT_POSTS, usePosts } from '../../posting/use-posts';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { Badge, Plate, StatusBadge } from '../../ui/basics/labels';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { Panel } from '../../ui/layout/panel';
import styles from './next-up.module.css';

const SHOWN = 5;

/** The posts that are published next, soonest first. */
export function useNextPosts() {
  const { data, error, isValidating, mutate } = usePosts(NEXT_POSTS);
  // Sorted here, since a change that is shown before the server's answer sorts lists as the calendar does, latest first.
  const posts = data && soonestFirst(data.items.filter((post) => isInTab(post, 'SCHEDULED'))).slice(0, SHOWN);
  const tries = afterTries(error);
  useLivePosts(posts, tries.error);
  return { posts, ...tries, isValidating, retry: () => void mutate() };
}

interface NextUpProps {
  next: ReturnType<typeof useNextPosts>;
  today: string;
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
}

/** The panel of the sample posts that are published next. Each opens its details. */
export function NextUp({
  next: { posts, error, isTrying, isValidating, retry },
  today,
  timeZone,
  onAction,
}: NextUpProps) {
  return (
    <Panel
      title="Next up"
      note={<Badge dashed>Sample</Badge>}
      actions={<Link to={viewUrl('calendar')}>Content Calendar</Link>}
      flush
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load scheduled posts. Please try again."
          onRetry={retry}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!posts && error === undefined}
        isTrying={isTrying}
        skeleton={Array.from({ length: SHOWN }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
        loadedMessage={posts && `Next up: ${countOf(posts.length, 'post')}`}
      >
        {posts?.length === 0 && <p className={styles.none}>Nothing scheduled yet</p>}
        {posts && posts.length > 0 && (
          <ol className={cx(common.ruled, styles.rows)}>
            {posts.map((post) => (
              <li key={post.id} className={styles.row}>
                <time dateTime={post.publishAt} className={styles.time}>
                  {whenWords(post, today, timeZone)}
                </time>
                <span className={cx(prose.clip, styles.location)}>
                  {post.storeCode ? <Plate>{post.storeCode}</Plate> : post.locationName}
                </span>
                <button
                  type="button"
                  id={viewButtonId(post)}
                  className={cx(prose.clip, styles.words)}
                  aria-haspopup="dialog"
                  onClick={() => onAction('view', post)}
                >
                  {shortened(post.summary)}
                </button>
                <span className={styles.status}>
                  <StatusBadge status={post.status} />
                </span>
              </li>
            ))}
          </ol>
        )}
      </Loading>
    </Panel>
  );
}

/** 'Today, 09:00', 'Wed 25 Nov, 12:00' */
function whenWords(post: Post, today: string, timeZone: string): string {
  const day = dayOf(post, timeZone);
  const time = timeWords(new Date(post.publishAt), timeZone);
  return `${day === today ? 'Today' : nearDayWords(day).short}, ${time}`;
}
