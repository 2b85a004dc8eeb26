import { useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { notify } from '../ui/notify';
import { failureWords } from './failure-words';
import { viewButtonId, type PostAction } from './post-buttons';
import type { Post } from './post-words';
import { usePostActions } from './use-posts';

/** Something done to a post that shows at once, with the words for how it ends. */
interface Work {
  start: () => Promise<void>;
  success: string;
  failure: string;
}

/**
 * What the buttons of a row lead to: a dialog, or something done at once.
 * @param posts the rows, in their order
 * @param heading takes the focus when no row is left
 */
export function useRowActions(posts: readonly Post[], heading: RefObject<HTMLElement | null>) {
  const { deletePost, retryPost } = usePostActions();
  const [opened, setOpened] = useState<{ action: Exclude<PostAction, 'retry'>; post: Post }>();
  const [failure, setFailure] = useState<string>();

  /** Afterwards focus is on the post's row, where that is gone on the next one, else on the one before. */
  function carryOut(post: Post, { start, success, failure: words }: Work): void {
    const index = posts.findIndex(({ id }) => id === post.id);
    const candidates = [post, posts[index + 1], posts[index - 1]];
    const work = flushSync(() => {
      setOpened(undefined);
      setFailure(undefined);
      return start();
    });
    const buttons = candidates.map((each) => each && document.getElementById(viewButtonId(each)));
    (buttons.find(Boolean) ?? heading.current)?.focus();
    void work.then(
      () => notify.success(success),
      (error: unknown) => setFailure(failureWords(error, words)),
    );
  }

  return {
    opened,
    /** Why the last action failed. */
    failure,
    close: () => setOpened(undefined),
    act(action: PostAction, post: Post): void {
      if (action !== 'retry') return setOpened({ action, post });
      carryOut(post, {
        start: () => retryPost(post),
        success: 'The post goes out again now.',
        failure: 'The post could not be retried. Please try again.',
      });
    },
    /** The person has answered the question that 'delete' opened. */
    confirmDelete(): void {
      if (!opened) return;
      carryOut(opened.post, {
        start: () => deletePost(opened.post),
        success: 'Post deleted.',
        failure: 'The post could not be deleted. Please try again.',
      });
    },
  };
}
