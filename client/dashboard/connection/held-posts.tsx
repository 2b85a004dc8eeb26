import { useState } from 'react';
import type { Connection } from '../../business-profile/use-connection';
import { countOf } from '../../lib/count-of';
import { focusAfter } from '../../lib/draw-first';
import { heldViewButtonId } from '../../posts/list/post-row';
import { actionErrorMessage } from '../../posting/action-errors';
import { soonestFirst } from '../../posting/post-list';
import { type Post, waitsToBeSent } from '../../posting/post-words';
import { useHeldPosts, usePostActions } from '../../posting/use-posts';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { notify } from '../../ui/messages/notify';
import { useOnDemand } from '../../ui/messages/load-code';
import type { HeldPostActions } from './held-posts-dialog';

const loadDialog = () => import('./held-posts-dialog').then((module) => module.HeldPostsDialog);

interface HeldPostsProps {
  /** Undefined if it could not be loaded. */
  connection: Connection | undefined;
}

/**
 * Says how many posts cannot be published at present, and lists them on request. Renders nothing if there are none or the
 * number is not known. Also shown with sample data, since there may be posts of a disconnected Google account.
 */
export function HeldPosts({ connection }: HeldPostsProps) {
  const { Part: HeldPostsDialog, ...dialog } = useOnDemand(
    loadDialog,
    'The posts couldn’t be loaded. Please try again.',
  );
  const { data } = useHeldPosts();
  // Checked here too, since a change that is shown before the server's answer may be to one of these posts.
  const posts = soonestFirst(data?.items.filter(waitsToBeSent) ?? []);
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
        {riskWords(connection, count)}
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

/** Says how many posts wait, and for what. */
function riskWords({ state, closedApis }: Connection, count: number): string {
  const posts = countOf(count, 'post');
  switch (state) {
    case 'none':
      return `${posts} won’t be published until you connect the same Google account again.`;
    case 'reconnect':
      return `${posts} won’t be published until you reconnect.`;
    case 'held':
      return `${posts} won’t be published until you choose whether to keep the connection.`;
    case 'no_quota':
      return `${posts} won’t be published until Google approves this app.`;
    case 'connected':
      if (closedApis.some(({ api }) => api === 'v4'))
        return `${posts} won’t be published until Google lets this server publish posts.`;
      return `${posts} won’t be published: ${count === 1 ? 'it belongs' : 'they belong'} to a Google account that isn’t connected.`;
  }
}

/** The page's content, which takes the focus when no post is left. */
const CONTENT_ID = 'content';

/**
 * Views and deletes posts at risk.
 * @param posts the listed posts, in order
 */
function useHeldPostActions(posts: readonly Post[]): HeldPostActions {
  const { deletePost } = usePostActions();
  const [opened, setOpened] = useState<HeldPostActions['opened']>();
  const [failure, setFailure] = useState<string>();

  return {
    opened,
    failure,
    act: (action, post) => setOpened({ action, post }),
    close: () => setOpened(undefined),
    confirmDelete() {
      if (!opened) return;
      const index = posts.findIndex(({ id }) => id === opened.post.id);
      const neighbour = posts[index + 1] ?? posts[index - 1];
      const deletion = focusAfter(
        () => {
          setOpened(undefined);
          setFailure(undefined);
          // None of these posts is at Google.
          return deletePost(opened.post, { atGoogle: false });
        },
        () => document.getElementById(neighbour ? heldViewButtonId(neighbour) : CONTENT_ID),
      );
      void deletion.then(
        () => notify.success('Post deleted.'),
        (error: unknown) =>
          setFailure(actionErrorMessage(error, 'The post couldn’t be deleted. Please try again.')),
      );
    },
  };
}
