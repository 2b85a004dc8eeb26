import { useRef } from 'react';
import { useFirstReading } from '../business-profile/use-mirror';
import { countOf } from '../listings/count-of';
import { usePlacesInTrouble } from '../listings/use-locations';
import { isInTab } from '../posts/post-list';
import { usePosts } from '../posts/use-posts';
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
  const locations = usePlacesInTrouble();
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
            {failed && <FailedPosts posts={failed} total={posts.data?.counts.failed ?? 0} around={content} />}
            {places && <PlacesInTrouble places={places.items} total={places.matched} />}
          </div>
        </Loading>
      </div>
    </Panel>
  );
}

function Skeletons() {
  return Array.from({ length: 3 }, (_, index) => <Skeleton key={index} shape="row" />);
}
