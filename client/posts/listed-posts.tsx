import { countOf } from '../listings/count-of';
import { Button } from '../ui/button';
import { Loading } from '../ui/loading';
import { Skeleton } from '../ui/skeleton';
import styles from './listed-posts.module.css';
import type { PostAction } from './post-buttons';
import type { Post } from './post-words';
import { PostsEmpty } from './posts-empty';
import { PostsTable } from './posts-table';
import type { PostSelection, PostTable } from './use-post-table';

interface ListedPostsProps {
  table: PostTable;
  selection: PostSelection;
  now: Date;
  today: string;
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
  onCompose: () => void;
  /** Takes search, tab and location back. */
  onShowAll: () => void;
}

/** The specified table of posts with what stands in for it: while it loads, and when it is empty. */
export function ListedPosts({
  table,
  selection,
  now,
  today,
  timeZone,
  onAction,
  onCompose,
  onShowAll,
}: ListedPostsProps) {
  const { posts, error, isValidating, hasMore, loadMore } = table;
  return (
    <Loading
      busy={!posts && error === undefined}
      skeleton={<TableSkeleton />}
      loadedMessage={posts && `${countOf(posts.length, 'post')} loaded`}
    >
      {posts?.length === 0 && !hasMore && (
        <PostsEmpty
          tab={selection.tab}
          search={selection.text.trim()}
          ofLocation={selection.locationId !== undefined}
          onCompose={onCompose}
          onShowAll={onShowAll}
        />
      )}
      {posts && posts.length > 0 && (
        <PostsTable posts={posts} now={now} today={today} timeZone={timeZone} onAction={onAction} />
      )}
      {hasMore && (
        <div className={styles.more}>
          <Button busyText={isValidating && 'Loading...'} onClick={loadMore}>
            Load more
          </Button>
        </div>
      )}
    </Loading>
  );
}

function TableSkeleton() {
  return Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="row" />);
}
