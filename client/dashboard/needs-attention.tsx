import { useRef } from 'react';
import { countOf } from '../listings/count-of';
import { useLocations } from '../listings/use-locations';
import { isInTab } from '../posts/post-list';
import { ALL_PAGES, usePosts } from '../posts/use-posts';
import { ErrorState } from '../ui/error-state';
import { Loading } from '../ui/loading';
import { Panel } from '../ui/panel';
import { Skeleton } from '../ui/skeleton';
import { FailedPosts } from './failed-posts';
import styles from './overview-panels.module.css';
import { PlacesInTrouble } from './places-in-trouble';

/** What the person should do something about: failed posts, and places that Google has suspended or not verified. */
export function NeedsAttention() {
  const content = useRef<HTMLDivElement>(null);
  const posts = usePosts({ status: 'FAILED' });
  // A place in trouble may stand anywhere in the list.
  const locations = useLocations(undefined, '', ALL_PAGES);
  const failed = posts.data?.items.filter((post) => isInTab(post, 'FAILED'));
  const places = locations.data?.items.filter(({ state }) => state !== 'VERIFIED');
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
            `Needs attention: ${countOf(failed.length, 'post')}, ${countOf(places.length, 'place')}`
          }
        >
          <div className={styles.groups}>
            {failed?.length === 0 && places?.length === 0 && <p>Nothing needs your attention</p>}
            {failed && <FailedPosts posts={failed} total={posts.data?.counts.failed ?? 0} around={content} />}
            {places && <PlacesInTrouble state="SUSPENDED" title="Suspended places" places={places} />}
            {places && <PlacesInTrouble state="UNVERIFIED" title="Unverified places" places={places} />}
          </div>
        </Loading>
      </div>
    </Panel>
  );
}

function Skeletons() {
  return Array.from({ length: 3 }, (_, index) => <Skeleton key={index} shape="row" />);
}
