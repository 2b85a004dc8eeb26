import { useRef, useState } from 'react';
import { CalendarPlus } from 'lucide-react';
import { countOf } from '../listings/count-of';
import { useSearchText } from '../listings/use-search-text';
import { AlertDialog } from '../ui/alert-dialog';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { ErrorState } from '../ui/error-state';
import { Loading } from '../ui/loading';
import { SearchBox } from '../ui/search-box';
import { Skeleton } from '../ui/skeleton';
import { Tabs } from '../ui/tabs';
import { VisuallyHidden } from '../ui/visually-hidden';
import { PostComposer } from './post-composer';
import { PostDetailsDialog } from './post-details-dialog';
import type { Preset } from './post-draft';
import { PostsEmpty } from './posts-empty';
import { PostsTable } from './posts-table';
import styles from './scheduled-posts-view.module.css';
import { zoneName } from './time-words';
import { useLivePosts } from './use-live-posts';
import { useNow } from './use-now';
import { usePostTable } from './use-post-table';
import { useRowActions } from './use-row-actions';
import { useTab } from './use-tab';
import { viewerTimeZone } from './wall-time';

const EVERY_10_S = 10_000;

interface ScheduledPostsViewProps {
  /** Opens the composer for a new post. */
  onCompose: (preset?: Preset) => void;
}

/** The content calendar: all posts, what became of them, and what can be done to each. */
export function ScheduledPostsView({ onCompose }: ScheduledPostsViewProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  const [tab, setTab] = useTab();
  const { text, settled, setText } = useSearchText();
  const { posts, counts, error, isValidating, retry, hasMore, loadMore } = usePostTable(tab, text, settled);
  const { opened, failure, act, close, confirmDelete } = useRowActions(posts ?? [], heading);
  useLivePosts(posts, error !== undefined);

  const search = text.trim();
  const compose = () => onCompose();
  const showAll = () => {
    setText('');
    setTab('ALL');
    heading.current?.focus();
  };

  return (
    <div className={styles.view}>
      <div className={styles.head}>
        <h1 ref={heading} tabIndex={-1}>
          Content Calendar
        </h1>
        <Button variant="primary" icon={CalendarPlus} onClick={compose}>
          Schedule Post
        </Button>
      </div>
      <div className={styles.toolbar}>
        <SearchBox
          label="Search posts"
          placeholder="Search by text or location"
          value={text}
          onChange={setText}
        />
        <p className={styles.zone}>Times in {zoneName(now, timeZone)}</p>
        <VisuallyHidden>
          <span role="status">{search !== '' && posts && `${countOf(posts.length, 'post')} found`}</span>
        </VisuallyHidden>
      </div>
      {failure && <Banner tone="error">{failure}</Banner>}
      {error !== undefined && (
        <ErrorState
          message="Failed to load scheduled posts. Please try again."
          onRetry={retry}
          retrying={isValidating}
        />
      )}
      <Tabs
        label="Filter posts"
        tabs={[
          { id: 'ALL', label: 'All', count: counts?.all },
          { id: 'SCHEDULED', label: 'Scheduled', count: counts?.scheduled },
          { id: 'PUBLISHED', label: 'Published', count: counts?.published },
          { id: 'FAILED', label: 'Failed', count: counts?.failed },
        ]}
        value={tab}
        onChange={setTab}
      >
        <Loading
          busy={!posts && error === undefined}
          skeleton={<TableSkeleton />}
          loadedMessage={posts && `${countOf(posts.length, 'post')} loaded`}
        >
          {posts?.length === 0 && !hasMore && (
            <PostsEmpty tab={tab} search={search} onCompose={compose} onShowAll={showAll} />
          )}
          {posts && posts.length > 0 && (
            <PostsTable posts={posts} now={now} timeZone={timeZone} onAction={act} />
          )}
          {hasMore && (
            <div className={styles.more}>
              <Button busyText={isValidating && 'Loading...'} onClick={loadMore}>
                Load more
              </Button>
            </div>
          )}
        </Loading>
      </Tabs>
      {opened?.action === 'view' && (
        <PostDetailsDialog post={opened.post} now={now} timeZone={timeZone} onClose={close} onAction={act} />
      )}
      <PostComposer open={opened?.action === 'edit'} post={opened?.post} onClose={close} />
      <AlertDialog
        open={opened?.action === 'delete'}
        title="Delete post"
        confirmLabel="Delete"
        onCancel={close}
        onConfirm={confirmDelete}
      >
        Are you sure you want to delete this scheduled post?
      </AlertDialog>
    </div>
  );
}

function TableSkeleton() {
  return Array.from({ length: 6 }, (_, index) => <Skeleton key={index} shape="row" />);
}
