import type { Schemas } from '../api/client';
import { ExternalLink } from '../listings/external-link';
import { useLocation } from '../listings/use-locations';
import { StatusBadge } from '../ui/badge';
import { Banner } from '../ui/banner';
import { adviceOn, mayBeLive } from './post-advice';
import styles from './post-facts.module.css';
import { isHeld, reasonOf, waitsForReconnecting } from './post-words';
import { ReconnectToPublish } from './reconnect-to-publish';

type PostDetails = Schemas['PostDetailsDto'];

/** Where a post is on its way to Google, why, and what its owner can do about it. */
export function PostState({ post }: { post: PostDetails }) {
  const reason = reasonOf(post);
  const advice = adviceOn(post);
  return (
    <>
      <div>
        <StatusBadge status={post.status} />
      </div>
      {reason && <Banner tone={toneOf(post)}>{reason}</Banner>}
      {advice && <p className={styles.advice}>{advice}</p>}
      {waitsForReconnecting(post) && <ReconnectToPublish />}
      {mayBeLive(post) && <LocationAtGoogle id={post.locationId} />}
    </>
  );
}

function toneOf(post: PostDetails): 'error' | 'warning' | 'info' {
  if (post.status === 'FAILED') return 'error';
  return isHeld(post) || mayBeLive(post) ? 'warning' : 'info';
}

/** Google itself may be why this is asked for: a failure is no news. */
function LocationAtGoogle({ id }: { id: string }) {
  const { data } = useLocation(id, { quiet: true });
  return (
    data?.mapsUrl && (
      <p>
        <ExternalLink href={data.mapsUrl}>Look at the location on Google</ExternalLink>
      </p>
    )
  );
}
