import { CalendarPlus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countOf } from '../lib/count-of';
import { dateTimeWords, relativeWords, zoneName } from '../lib/time-words';
import { useNow } from '../lib/use-now';
import { viewUrl } from '../lib/views';
import { viewerTimeZone } from '../lib/wall-time';
import { isInTab, soonestFirst } from '../posts/post-list';
import { isDueNow, type Post, POST_TYPES, reasonOf, shortened } from '../posts/post-words';
import { useLivePosts } from '../posts/use-live-posts';
import { usePosts } from '../posts/use-posts';
import { ErrorState } from '../ui/banner';
import { Button } from '../ui/button';
import { Badge } from '../ui/labels';
import { Loading, Skeleton } from '../ui/loading';
import { Panel } from '../ui/panel';
import styles from './overview.module.css';

const SHOWN = 5;
const EVERY_10_S = 10_000;

/** The panel of the posts that are published next. */
export function NextUp({ onSchedulePost }: { onSchedulePost: () => void }) {
  const [timeZone] = useState(viewerTimeZone);
  const now = useNow(EVERY_10_S);
  const { data, error, isValidating, mutate } = usePosts({ status: 'SCHEDULED', order: 'soonest' });
  const next = data && nextOf(data.items);
  useLivePosts(next, error !== undefined);

  return (
    <Panel
      title="Next up"
      actions={<Link to={viewUrl('calendar', { status: 'scheduled' })}>All scheduled posts</Link>}
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load scheduled posts. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!next && error === undefined}
        skeleton={<PostSkeletons />}
        loadedMessage={next && `Next up: ${countOf(next.length, 'post')}`}
      >
        {next?.length === 0 && (
          <div className={styles.empty}>
            <p>Nothing scheduled yet</p>
            <Button variant="primary" icon={CalendarPlus} onClick={onSchedulePost}>
              SCHEDULE POST
            </Button>
          </div>
        )}
        {next && next.length > 0 && (
          <>
            <p className={styles.note}>Times in {zoneName(now, timeZone)}</p>
            <ol className={styles.list}>
              {next.map((post) => (
                <li key={post.id} className={styles.item}>
                  <p className={styles.line}>
                    <time dateTime={post.publishAt} className={styles.strong}>
                      {dateTimeWords(new Date(post.publishAt), timeZone)}
                    </time>
                    <span className={styles.note}>{whenWords(post, now)}</span>
                  </p>
                  <p className={styles.line}>
                    {post.locationName}
                    <Badge icon={POST_TYPES[post.postType].icon}>{POST_TYPES[post.postType].label}</Badge>
                  </p>
                  <p className={styles.words}>{shortened(post.summary)}</p>
                  {post.detail && <p className={styles.note}>{reasonOf(post)}</p>}
                </li>
              ))}
            </ol>
          </>
        )}
      </Loading>
    </Panel>
  );
}

/** Sorted here, since a change that is shown before the server's answer sorts lists as the calendar does, latest first. */
function nextOf(posts: readonly Post[]): Post[] {
  return soonestFirst(posts.filter((post) => isInTab(post, 'SCHEDULED'))).slice(0, SHOWN);
}

function whenWords(post: Post, now: Date): string {
  if (post.status === 'QUEUED' && post.detail === null) return 'being published';
  return isDueNow(post, now) ? 'due now' : relativeWords(new Date(post.publishAt), now);
}

function PostSkeletons() {
  return Array.from({ length: SHOWN }, (_, index) => <Skeleton key={index} shape="row" />);
}
