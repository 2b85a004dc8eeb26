import { StatusBadge } from '../ui/badge';
import { cx } from '../ui/cx';
import { Table, type Column } from '../ui/table';
import { contentId } from './element-ids';
import { PostButtons, type PostAction } from './post-buttons';
import { dayOf } from './post-list';
import { isDueNow, POST_TYPES, reasonOf, shortened, type Post } from './post-words';
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
  const reason = reasonOf(post);
  return (
    <div className={styles.content}>
      <p id={contentId(post)}>{shortened(post.summary)}</p>
      {reason && <p className={cx(styles.reason, post.status === 'FAILED' && styles.failed)}>{reason}</p>}
    </div>
  );
}

function When({ post, now, timeZone }: { post: Post; now: Date; timeZone: string }) {
  const publishAt = new Date(post.publishAt);
  const isWaiting = post.status === 'SCHEDULED';
  return (
    <div>
      <time dateTime={post.publishAt}>{dateTimeWords(publishAt, timeZone)}</time>
      {isWaiting && (
        <p className={styles.relative}>{isDueNow(post, now) ? 'Due now' : relativeWords(publishAt, now)}</p>
      )}
    </div>
  );
}
