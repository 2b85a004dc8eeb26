import type { Connection } from '../business-profile/use-connection';
import { countOf } from '../listings/count-of';
import { soonestFirst } from '../posts/post-list';
import type { Post } from '../posts/post-words';
import { useHeldPosts } from '../posts/use-posts';
import { Banner } from '../ui/banner';
import { Button } from '../ui/button';
import { useOnDemand } from '../ui/use-on-demand';
import { useHeldPostActions } from './use-held-post-actions';

const loadDialog = () => import('./held-posts-dialog').then((module) => module.HeldPostsDialog);

interface HeldPostsProps {
  /** Undefined when it could not be found out. */
  connection: Connection | undefined;
}

/**
 * Says how many posts do not go out as things stand, and shows which; nothing when there are none, or it is not known.
 * They are told of whatever data is on screen, since a person who works with the sample may have some as well.
 */
export function HeldPosts({ connection }: HeldPostsProps) {
  const { Part: HeldPostsDialog, ...dialog } = useOnDemand(
    loadDialog,
    'The posts could not be loaded. Please try again.',
  );
  const { data } = useHeldPosts();
  const posts = soonestFirst(data?.items.filter(isWaiting) ?? []);
  const actions = useHeldPostActions(posts);
  if (!data || !connection || posts.length === 0) return null;
  const count = data.nextCursor === null ? posts.length : data.counts.all;

  return (
    <>
      <Banner
        tone="warning"
        action={
          <Button size="small" aria-haspopup="dialog" onClick={dialog.open}>
            Show posts
          </Button>
        }
      >
        {countOf(count, 'post')} at risk: {wayOut(connection, count)}
      </Banner>
      {HeldPostsDialog && (
        <HeldPostsDialog
          posts={posts}
          total={count}
          connection={connection}
          actions={actions}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

/** A change shown before the server has answered may have been to one of them. */
function isWaiting({ status, detail }: Post): boolean {
  return status === 'SCHEDULED' || detail === 'waiting_for_quota';
}

/** Until when these posts wait. */
function wayOut({ state }: Connection, count: number): string {
  const [it, does, belongs] = count === 1 ? ['it', 'does', 'belongs'] : ['they', 'do', 'belong'];
  switch (state) {
    case 'none':
      return `${it} ${does} not go out until you connect the same Google account again.`;
    case 'reconnect':
      return `${it} ${does} not go out until you reconnect.`;
    case 'held':
      return `${it} ${does} not go out until you have chosen whether to keep the connection.`;
    case 'no_quota':
      return `${it} ${does} not go out until Google has approved this app.`;
    case 'connected':
      return `${it} ${belongs} to a Google account that is not connected.`;
  }
}
