import { Pencil, RotateCw } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../api/client';
import { useFirstReading } from '../business-profile/use-mirror';
import { countOf } from '../lib/count-of';
import { viewUrl } from '../lib/views';
import { StateNotice } from '../listings/location-notices';
import { useUnverifiedLocations } from '../listings/use-listings';
import { PostComposer } from '../posts/composer/post-composer';
import { viewButtonId } from '../posts/list/post-row';
import { isInTab } from '../posts/post-list';
import { type Post, reasonOf, shortened } from '../posts/post-words';
import { usePosts } from '../posts/use-posts';
import { useRowActions } from '../posts/list/use-row-actions';
import { Banner, ErrorState } from '../ui/banner';
import { Button } from '../ui/button';
import { StatusBadge } from '../ui/labels';
import { Loading, Skeleton } from '../ui/loading';
import { Panel } from '../ui/panel';
import styles from './overview.module.css';

/** How many failed posts, and how many locations of each state, are shown. */
const SHOWN = 5;

/** The panel of what the user should fix: failed posts, and locations that Google has suspended or not verified. */
export function NeedsAttention() {
  const content = useRef<HTMLDivElement>(null);
  const posts = usePosts({ status: 'FAILED' });
  const locations = useUnverifiedLocations();
  const reading = useFirstReading();
  const failed = posts.data?.items.filter((post) => isInTab(post, 'FAILED'));
  const places = locations.data;
  const isBusy = (!failed && posts.error === undefined) || (!places && locations.error === undefined);

  return (
    <Panel title="Needs attention">
      <div ref={content} tabIndex={-1} className={styles.content}>
        {posts.error !== undefined && (
          <ErrorState
            message="Failed to load scheduled posts. Please try again."
            onRetry={() => void posts.mutate()}
            retrying={posts.isValidating}
          />
        )}
        {locations.error !== undefined && (
          <ErrorState
            message="Failed to load locations. Please try again."
            onRetry={() => void locations.mutate()}
            retrying={locations.isValidating}
          />
        )}
        <Loading
          busy={isBusy}
          skeleton={<Skeletons />}
          loadedMessage={
            failed &&
            places &&
            `Needs attention: ${countOf(failed.length, 'post')}, ${countOf(places.matched, 'place')}`
          }
        >
          <div className={styles.groups}>
            {failed?.length === 0 && places?.matched === 0 && (
              <p>{reading === 'done' ? 'Nothing needs your attention' : 'Your places are not read yet'}</p>
            )}
            {failed && (
              <FailedPosts posts={failed} total={posts.data?.counts.failed ?? 0} content={content} />
            )}
            {places && <UnverifiedLocations places={places.items} total={places.matched} />}
          </div>
        </Loading>
      </div>
    </Panel>
  );
}

function Skeletons() {
  return Array.from({ length: 3 }, (_, index) => <Skeleton key={index} shape="row" />);
}

interface FailedPostsProps {
  posts: readonly Post[];
  /** How many have failed in all. */
  total: number;
  /** The panel, which takes the focus when no post is left. */
  content: RefObject<HTMLElement | null>;
}

/** The latest failed posts, each with its reason and buttons to retry or edit it. */
function FailedPosts({ posts, total, content }: FailedPostsProps) {
  const shown = posts.slice(0, SHOWN);
  const more = total - shown.length;
  const { opened, failure, act, close } = useRowActions(shown, content);

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

/** The worse state first. */
const GROUPS = [
  { state: 'SUSPENDED', title: 'Suspended places' },
  { state: 'UNVERIFIED', title: 'Unverified places' },
] as const;

interface UnverifiedLocationsProps {
  /** At most the first 100. One that has since become verified is left out. */
  places: readonly Schemas['LocationDto'][];
  /** How many there are in all. */
  total: number;
}

/** The locations that are suspended or not verified, with the meaning of each state and how to fix it. */
function UnverifiedLocations({ places, total }: UnverifiedLocationsProps) {
  const groups = GROUPS.map((group) => ({
    ...group,
    shown: places.filter(({ state }) => state === group.state).slice(0, SHOWN),
  })).filter(({ shown }) => shown.length > 0);
  const more = total - groups.reduce((sum, { shown }) => sum + shown.length, 0);

  return (
    <>
      {groups.map(({ state, title, shown }) => (
        <section key={state} className={styles.group}>
          <h3 className={styles.groupTitle}>{title}</h3>
          <StateNotice state={state} />
          <ul className={styles.list}>
            {shown.map(({ id, accountId, name, address }) => (
              <li key={id} className={styles.item}>
                <p>
                  <Link
                    to={viewUrl('location-details', { account: accountId, location: id })}
                    className={styles.strong}
                  >
                    {name}
                  </Link>
                </p>
                {address && <p className={styles.note}>{address}</p>}
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more > 0 && <Link to={viewUrl('locations')}>+{more} more</Link>}
    </>
  );
}
