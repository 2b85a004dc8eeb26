import { countOf } from '../../lib/count-of';
import { dateTimeWords, dayHeading, relativeWords } from '../../lib/time-words';
import { Button } from '../../ui/button';
import { EmptyState } from '../../ui/board';
import { StatusBadge } from '../../ui/labels';
import { Loading, Skeleton } from '../../ui/loading';
import { Table, type Column } from '../../ui/table';
import { dayOf, NONE_IN_TAB, type PostTab } from '../post-list';
import { isDueNow, POST_TYPES, shortened, type Post } from '../post-words';
import styles from './listed-posts.module.css';
import { contentId, PostButtons, PostReason, type PostAction } from './post-row';
import type { PostSelection, PostTable } from './use-post-table';

interface ListedPostsProps {
  table: PostTable;
  selection: PostSelection;
  now: Date;
  today: string;
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
  onCompose: () => void;
  /** Resets search, tab and location. */
  onShowAll: () => void;
}

/** The specified table of posts, or its loading or empty state. */
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

interface PostsTableProps {
  posts: readonly Post[];
  now: Date;
  /** `yyyy-mm-dd` */
  today: string;
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
}

/** The posts, one row each, grouped by day. */
function PostsTable({ posts, now, today, timeZone, onAction }: PostsTableProps) {
  const columns: Column<Post>[] = [
    { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    { header: 'Location', cell: ({ locationName }) => locationName },
    { header: 'Type', cell: ({ postType }) => POST_TYPES[postType].label },
    { header: 'Content', cell: (post) => <Content post={post} /> },
    {
      header: 'Scheduled For',
      numeric: true,
      cell: (post) => <When post={post} now={now} timeZone={timeZone} />,
    },
    {
      header: 'Actions',
      actions: true,
      cell: (post) => <PostButtons post={post} describedBy={contentId(post)} onAction={onAction} />,
    },
  ];
  return (
    <Table
      caption="Scheduled posts"
      columns={columns}
      rows={posts}
      rowKey={({ id }) => id}
      groupOf={(post) => dayHeading(dayOf(post, timeZone), today)}
    />
  );
}

function Content({ post }: { post: Post }) {
  return (
    <div className={styles.content}>
      <p id={contentId(post)}>{shortened(post.summary)}</p>
      <PostReason post={post} />
    </div>
  );
}

function When({ post, now, timeZone }: { post: Post; now: Date; timeZone: string }) {
  const words = whenWords(post, now);
  return (
    <div>
      <time dateTime={post.publishAt}>{dateTimeWords(new Date(post.publishAt), timeZone)}</time>
      {words && <p className={styles.relative}>{words}</p>}
    </div>
  );
}

/** The time until the next step of a post. */
function whenWords(post: Post, now: Date): string | undefined {
  const { status, detail, publishAt, nextTryAt } = post;
  if (isDueNow(post, now)) return 'Due now';
  if (status === 'SCHEDULED') return relativeWords(new Date(publishAt), now);
  if (detail !== 'waiting_for_quota' || nextTryAt === null) return undefined;
  return Date.parse(nextTryAt) > now.getTime()
    ? `Next try ${relativeWords(new Date(nextTryAt), now)}`
    : 'Next try now';
}

interface PostsEmptyProps {
  tab: PostTab;
  search: string;
  /** Whether only the posts of one location are shown. */
  ofLocation: boolean;
  onCompose: () => void;
  /** Resets search, tab and location. */
  onShowAll: () => void;
}

/** Why the table is empty, and the next step. */
function PostsEmpty({ tab, search, ofLocation, onCompose, onShowAll }: PostsEmptyProps) {
  if (search !== '')
    return (
      <EmptyState
        title="No posts match your search"
        action={<Button onClick={onShowAll}>Show all posts</Button>}
      >
        No text and no location {tab === 'ALL' ? '' : 'in this list '}contains “{search}”.
      </EmptyState>
    );
  if (ofLocation)
    return (
      <EmptyState
        title={`${NONE_IN_TAB[tab]} for this location`}
        action={<Button onClick={onShowAll}>Show all posts</Button>}
      >
        The posts of your other locations are hidden.
      </EmptyState>
    );
  const canShowAll = tab === 'PUBLISHED' || tab === 'FAILED';
  return (
    <EmptyState
      title={tab === 'ALL' ? 'No posts yet' : NONE_IN_TAB[tab]}
      action={
        canShowAll ? (
          <Button onClick={onShowAll}>Show all posts</Button>
        ) : (
          <Button variant="primary" onClick={onCompose}>
            Schedule a post
          </Button>
        )
      }
    >
      {canShowAll ? 'Posts in this state appear here.' : 'Posts that you schedule appear here.'}
    </EmptyState>
  );
}
