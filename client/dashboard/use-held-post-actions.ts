import { useState } from 'react';
import { flushSync } from 'react-dom';
import { heldViewButtonId } from '../posts/element-ids';
import { failureWords } from '../posts/failure-words';
import type { Post } from '../posts/post-words';
import { usePostActions } from '../posts/use-posts';
import { notify } from '../ui/notify';

/** Takes the focus when no post is left: the page's content. */
const CONTENT_ID = 'content';

/**
 * What can be done to posts at risk, whosever Google account they wait for.
 * @param posts those in the list, in its order
 */
export function useHeldPostActions(posts: readonly Post[]) {
  const { deletePost } = usePostActions();
  const [opened, setOpened] = useState<{ action: 'view' | 'delete'; post: Post }>();
  const [failure, setFailure] = useState<string>();

  return {
    opened,
    /** Why the last deletion failed. */
    failure,
    act: (action: 'view' | 'delete', post: Post) => setOpened({ action, post }),
    close: () => setOpened(undefined),
    /** The person has answered the question that 'delete' opened. Nothing of these posts is at Google. */
    confirmDelete(): void {
      if (!opened) return;
      const index = posts.findIndex(({ id }) => id === opened.post.id);
      const neighbour = posts[index + 1] ?? posts[index - 1];
      const deletion = flushSync(() => {
        setOpened(undefined);
        setFailure(undefined);
        return deletePost(opened.post, { atGoogle: false });
      });
      document.getElementById(neighbour ? heldViewButtonId(neighbour) : CONTENT_ID)?.focus();
      void deletion.then(
        () => notify.success('Post deleted.'),
        (error: unknown) =>
          setFailure(failureWords(error, 'The post could not be deleted. Please try again.')),
      );
    },
  };
}

export type HeldPostActions = ReturnType<typeof useHeldPostActions>;
