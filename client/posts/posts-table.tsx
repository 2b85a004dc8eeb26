import { StatusBadge } from '../ui/badge';
import { Table, type Column } from '../ui/table';
import { contentId } from './element-ids';
import { PostButtons, type PostAction } from './post-buttons';
import { dayOf } from './post-list';
import { PostReason } from './post-reason';
import { isDueNow, POST_TYPES, shortened, type Post } from './post-words';
import styles from './posts-table.module.css';
import { dateTimeWords, dayHead, relativeWords } from './time-words';

interface PostsTableProps {
  posts: readonly Post[];
  now: Date;
  /** `yyyy-mm-dd` */
  today: string;
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
}

/** The scheduled posts, one row each, under the days on which they go out. */
export function PostsTable({ posts, now, today, timeZone, onAction }: PostsTableProps) {
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
      groupOf={(post) => dayHead(dayOf(post, timeZone), today)}
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

/** How far off the next thing is that happens to a post by itself. */
function whenWords(post: Post, now: Date): string | undefined {
  const { status, detail, publishAt, nextTryAt } = post;
  if (isDueNow(post, now)) return 'Due now';
  if (status === 'SCHEDULED') return relativeWords(new Date(publishAt), now);
  if (detail !== 'waiting_for_quota' || nextTryAt === null) return undefined;
  return Date.parse(nextTryAt) > now.getTime()
    ? `Next try ${relativeWords(new Date(nextTryAt), now)}`
    : 'Next try now';
}
