import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Schemas } from '../../api/client';
import { afterTries } from '../../api/swr';
import { useFirstReading } from '../../business-profile/use-mirror';
import { countOf, figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import { STATE_NOTICES } from '../../listings/location-notices';
import { useUnverifiedLocations } from '../../listings/use-listings';
import { type PostAction, viewButtonId } from '../../posts/list/post-row';
import { isInTab } from '../../posting/post-list';
import { type Post, reasonOf, shortened, shownStatus } from '../../posting/post-words';
import { usePosts } from '../../posting/use-posts';
import { cx } from '../../ui/basics/cx';
import prose from '../../ui/basics/prose.module.css';
import common from '../../ui/layout/common.module.css';
import { ErrorState } from '../../ui/messages/banner';
import { Button, ExternalLink } from '../../ui/basics/button';
import { Badge, Plate, type Status, StatusBadge } from '../../ui/basics/labels';
import { OneLine } from '../../ui/basics/one-line';
import { Loading, Skeleton } from '../../ui/messages/loading';
import { Panel } from '../../ui/layout/panel';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import styles from './needs-attention.module.css';

/** How many failed posts, and how many locations of each state, are shown; fewer of the sample. */
const SHOWN = 5;
const SHOWN_OF_SAMPLE = 2;

/** What the user should fix: failed posts, and locations that Google has suspended or not verified. */
export function useAttention({ isSample }: { isSample: boolean }) {
  const most = isSample ? SHOWN_OF_SAMPLE : SHOWN;
  const posts = usePosts({ status: 'FAILED' });
  const locations = useUnverifiedLocations();
  const reading = useFirstReading();
  const failed = posts.data?.items.filter((post) => isInTab(post, 'FAILED')).slice(0, most);
  const total = posts.data && locations.data ? posts.data.counts.failed + locations.data.matched : undefined;
  const ofPosts = afterTries(posts.error);
  const ofLocations = afterTries(locations.error);
  return {
    isSample,
    posts: { ...ofPosts, data: posts.data, isValidating: posts.isValidating, mutate: posts.mutate },
    locations: {
      ...ofLocations,
      data: locations.data,
      isValidating: locations.isValidating,
      mutate: locations.mutate,
    },
    /** Whether one of both is neither loaded nor failed yet. */
    isLoading:
      (!failed && ofPosts.error === undefined) || (!locations.data && ofLocations.error === undefined),
    /** How many of each kind are shown. */
    most,
    /** The latest failed posts; undefined until they are loaded. */
    failed,
    /** How many things need attention; undefined while that is not known. */
    count: reading === 'done' || total !== 0 ? total : undefined,
  };
}

interface NeedsAttentionProps {
  attention: ReturnType<typeof useAttention>;
  onAction: (action: PostAction, post: Post) => void;
}

/** The panel of what the user should fix, each with its reason and the link that helps. */
export function NeedsAttention({ attention, onAction }: NeedsAttentionProps) {
  const { isSample, posts, locations, most, failed, count, isLoading } = attention;
  const unverified = locations.data;

  return (
    <Panel title="Needs attention" note={isSample ? <Badge dashed>Sample</Badge> : count} flush>
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
        busy={isLoading}
        isTrying={posts.isTrying || locations.isTrying}
        skeleton={Array.from({ length: 3 }, (_, index) => (
          <Skeleton key={index} shape="row" />
        ))}
        loadedMessage={count === undefined ? undefined : `Needs attention: ${countOf(count, 'thing')}`}
      >
        {failed?.length === 0 && unverified?.matched === 0 && (
          <p className={styles.none}>
            {count === 0 ? 'Nothing needs your attention' : 'Your locations haven’t been read yet'}
          </p>
        )}
        {failed && failed.length > 0 && (
          <FailedPosts posts={failed} total={posts.data?.counts.failed ?? 0} onAction={onAction} />
        )}
        {unverified && unverified.matched > 0 && (
          <UnverifiedLocations locations={unverified.items} most={most} total={unverified.matched} />
        )}
      </Loading>
    </Panel>
  );
}

interface RowProps {
  status: Status;
  name: ReactNode;
  storeCode: string | null;
  reason: string | undefined;
  /** The link that helps. */
  help: ReactNode;
}

function Row({ status, name, storeCode, reason, help }: RowProps) {
  return (
    <li className={styles.row}>
      <StatusBadge status={status} />
      <p className={styles.name}>{name}</p>
      <div className={styles.reason}>
        {storeCode && <Plate>{storeCode}</Plate>}
        {reason && <OneLine className={cx(common.small, styles.why)}>{reason}</OneLine>}
      </div>
      <div className={styles.help}>{help}</div>
    </li>
  );
}

interface FailedPostsProps {
  posts: readonly Post[];
  /** How many have failed in all. */
  total: number;
  onAction: (action: PostAction, post: Post) => void;
}

/** The latest failed posts. The name opens the details, with every other action. */
function FailedPosts({ posts, total, onAction }: FailedPostsProps) {
  const more = total - posts.length;
  return (
    <>
      <ul className={cx(common.ruled, styles.rows)} aria-label="Failed posts">
        {posts.map((post) => (
          <Row
            key={post.id}
            status={shownStatus(post)}
            name={
              <button
                type="button"
                className={cx(prose.plainLink, styles.open)}
                aria-haspopup="dialog"
                aria-describedby={textId(post)}
                onClick={() => onAction('view', post)}
              >
                {post.locationName}
              </button>
            }
            storeCode={post.storeCode}
            reason={reasonOf(post)}
            help={
              <>
                <Button
                  variant="quiet"
                  size="row"
                  id={viewButtonId(post)}
                  aria-describedby={textId(post)}
                  onClick={() => onAction(post.undo === null ? 'edit' : 'view', post)}
                >
                  {post.undo === null ? 'Edit post' : 'View post'}
                </Button>
                <VisuallyHidden>
                  <span id={textId(post)}>{shortened(post.summary)}</span>
                </VisuallyHidden>
              </>
            }
          />
        ))}
      </ul>
      {more > 0 && (
        <p className={styles.more}>
          <Link to={viewUrl('calendar', { status: 'failed' })}>
            +{figure(more)} more<VisuallyHidden> failed posts</VisuallyHidden>
          </Link>
        </p>
      )}
    </>
  );
}

function textId({ id }: Post): string {
  return `failed-post-${id}`;
}

/** The worse state first. */
const GROUPS = [
  { state: 'SUSPENDED', label: 'Suspended locations', help: 'How to fix it' },
  { state: 'UNVERIFIED', label: 'Unverified locations', help: 'How to verify' },
] as const;

interface UnverifiedLocationsProps {
  /** At most the first 100. One that has since become verified is left out. */
  locations: readonly Schemas['LocationDto'][];
  /** How many of each state are shown. */
  most: number;
  /** How many there are in all. */
  total: number;
}

/** The locations that are suspended or not verified. */
function UnverifiedLocations({ locations, most, total }: UnverifiedLocationsProps) {
  const groups = GROUPS.map((group) => ({
    ...group,
    shown: locations.filter(({ state }) => state === group.state).slice(0, most),
  })).filter(({ shown }) => shown.length > 0);
  const more = total - groups.reduce((sum, { shown }) => sum + shown.length, 0);

  return (
    <>
      {groups.map(({ state, label, help, shown }) => (
        <ul key={state} className={cx(common.ruled, styles.rows)} aria-label={label}>
          {shown.map(({ id, accountId, name, storeCode }) => (
            <Row
              key={id}
              status={state}
              name={
                <Link
                  to={viewUrl('location-details', { account: accountId, location: id })}
                  className={cx(prose.plainLink, styles.open)}
                >
                  {name}
                </Link>
              }
              storeCode={storeCode}
              reason={`${STATE_NOTICES[state].reason}.`}
              help={<ExternalLink href={STATE_NOTICES[state].help}>{help}</ExternalLink>}
            />
          ))}
        </ul>
      ))}
      {more > 0 && (
        <p className={styles.more}>
          <Link to={viewUrl('locations', { sort: 'state' })}>
            +{figure(more)} more<VisuallyHidden> locations</VisuallyHidden>
          </Link>
        </p>
      )}
    </>
  );
}
