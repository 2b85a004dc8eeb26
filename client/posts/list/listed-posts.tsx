import { type CampaignMoment, type Entry, isMoment, postsIn } from '../../campaigns/campaign-moments';
import { progressNews } from '../../campaigns/campaign-words';
import { countOf } from '../../lib/count-of';
import { dateTimeWords, dayHeading, relativeWords, timeWords } from '../../lib/time-words';
import { Button } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import { EmptyState } from '../../ui/layout/board';
import { StatusBadge } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { LoadMore, Table, type Column } from '../../ui/layout/table';
import { LocationTime } from '../../zones/location-time';
import { byDay, dayOf, NONE_IN_TAB, type PostTab } from '../../posting/post-list';
import {
  isDueNow,
  POST_TYPES,
  shortened,
  shownStatus,
  type Post,
  waitsToBeSent,
} from '../../posting/post-words';
import styles from './listed-posts.module.css';
import {
  CampaignMark,
  contentId,
  OpenCampaign,
  PostButtons,
  PostLocation,
  PostReason,
  type PostAction,
} from './post-row';
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
  const { entries, error, isTrying, isValidating, hasMore, loadMore } = table;
  return (
    <Loading
      busy={!entries && error === undefined}
      isTrying={isTrying}
      skeleton={<TableSkeleton />}
      loadedMessage={entries && `${countOf(postsIn(entries), 'post')} loaded`}
    >
      {entries?.length === 0 && !hasMore && (
        <PostsEmpty
          tab={selection.tab}
          search={selection.text.trim()}
          ofLocation={selection.locationId !== undefined}
          onCompose={onCompose}
          onShowAll={onShowAll}
        />
      )}
      {entries && entries.length > 0 && (
        <PostsTable {...{ entries, hasMore, now, today, timeZone, onAction }} />
      )}
      {hasMore && <LoadMore isLoading={isValidating} onClick={loadMore} />}
    </Loading>
  );
}

function TableSkeleton() {
  return Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="row" />);
}

interface PostsTableProps {
  entries: readonly Entry[];
  /** Whether posts are left to load after these. */
  hasMore: boolean;
  now: Date;
  /** `yyyy-mm-dd` */
  today: string;
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
}

/** The posts and campaigns, one row each, grouped by day. */
function PostsTable({ entries, hasMore, now, today, timeZone, onAction }: PostsTableProps) {
  const columns: Column<Entry>[] = [
    {
      header: 'Status',
      className: styles.status,
      cardLine: 2,
      cell: (entry) => <StatusBadge status={shownStatus(entry)} />,
    },
    {
      header: 'Location',
      className: styles.location,
      cell: (entry) =>
        isMoment(entry) ? (
          <span className={common.medium}>{countOf(entry.count, 'location')}</span>
        ) : (
          <>
            <PostLocation post={entry} />
            <LocationTime
              className={prose.meta}
              locationId={entry.locationId}
              at={new Date(entry.publishAt)}
              timeZone={timeZone}
            />
          </>
        ),
    },
    {
      header: 'Type',
      className: styles.type,
      cardLine: 3,
      cell: (entry) => (isMoment(entry) ? 'Campaign' : POST_TYPES[entry.postType].label),
    },
    {
      header: 'Content',
      cell: (entry) => (isMoment(entry) ? <CampaignContent moment={entry} /> : <Content post={entry} />),
    },
    {
      header: 'Scheduled For',
      className: styles.when,
      cardLine: 1,
      numeric: true,
      cell: (entry) =>
        isMoment(entry) ? (
          <CampaignTime moment={entry} now={now} timeZone={timeZone} />
        ) : (
          <When post={entry} now={now} timeZone={timeZone} />
        ),
    },
    {
      header: 'Actions',
      className: styles.actions,
      actions: true,
      cell: (entry) =>
        isMoment(entry) ? (
          <OpenCampaign id={entry.campaign.id} />
        ) : (
          <PostButtons post={entry} describedBy={contentId(entry)} onAction={onAction} />
        ),
    },
  ];
  const days = byDay(entries, timeZone);
  const lastDay = [...days.keys()].at(-1);
  return (
    <Table
      caption="Scheduled posts"
      columns={columns}
      rows={entries}
      rowKey={({ id }) => id}
      groups={{
        of: (entry) => dayOf(entry, timeZone),
        heading: (day) => dayHeading(day, today),
        // The last day may have more posts than those that are loaded.
        note: (day) =>
          hasMore && day === lastDay ? undefined : countOf(postsIn(days.get(day) ?? []), 'post'),
      }}
    />
  );
}

function Content({ post }: { post: Post }) {
  return (
    <div className={styles.content}>
      <p id={contentId(post)}>{shortened(post.summary)}</p>
      <PostReason post={post} />
      <CampaignMark post={post} />
    </div>
  );
}

function CampaignContent({ moment: { campaign } }: { moment: CampaignMoment }) {
  const news = progressNews(campaign);
  return (
    <div className={styles.content}>
      <p id={contentId(campaign)}>{campaign.name}</p>
      {news && <p className={common.small}>{news}</p>}
    </div>
  );
}

interface CampaignTimeProps {
  moment: CampaignMoment;
  now: Date;
  timeZone: string;
}

/** When a campaign goes out next, or went out last. */
function CampaignTime({ moment: { publishAt, status }, now, timeZone }: CampaignTimeProps) {
  const at = new Date(publishAt);
  return (
    <>
      <time dateTime={publishAt} className={styles.time}>
        {timeWords(at, timeZone)}
      </time>
      {status === 'SCHEDULED' && at > now && (
        <p className={cx(prose.meta, styles.note)}>{relativeWords(at, now)}</p>
      )}
    </>
  );
}

function When({ post, now, timeZone }: { post: Post; now: Date; timeZone: string }) {
  const words = whenWords(post, now, timeZone);
  return (
    <>
      <time dateTime={post.publishAt} className={styles.time}>
        {timeWords(new Date(post.publishAt), timeZone)}
      </time>
      {words && <p className={cx(prose.meta, styles.note)}>{words}</p>}
    </>
  );
}

/** The time until the next step of a post, or when it became public. */
function whenWords(post: Post, now: Date, timeZone: string): string | undefined {
  const { status, detail, publishAt, publishedAt, nextTryAt } = post;
  if (isDueNow(post, now)) return 'due now';
  if (status === 'SCHEDULED') return relativeWords(new Date(publishAt), now);
  if (publishedAt !== null) {
    const isSameDay = dayOf({ ...post, publishAt: publishedAt }, timeZone) === dayOf(post, timeZone);
    return `published ${(isSameDay ? timeWords : dateTimeWords)(new Date(publishedAt), timeZone)}`;
  }
  if (status === 'QUEUED' && detail === null) return 'being sent';
  // It is unknown when Google will open posts to the server.
  if (!waitsToBeSent(post) || detail === 'waiting_for_approval' || nextTryAt === null) return undefined;
  return Date.parse(nextTryAt) > now.getTime()
    ? `next try ${relativeWords(new Date(nextTryAt), now)}`
    : 'next try now';
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
        No post text or location {tab === 'ALL' ? '' : 'in this list '}contains “{search}”.
      </EmptyState>
    );
  if (ofLocation)
    return (
      <EmptyState
        title={`${NONE_IN_TAB[tab]} for this location`}
        action={<Button onClick={onShowAll}>Show all posts</Button>}
      >
        Posts for your other locations are hidden.
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
      {canShowAll ? 'Posts with this status will appear here.' : 'Posts you schedule will appear here.'}
    </EmptyState>
  );
}
