import { notify } from '../ui/notify';
import { useCode } from '../ui/use-code';
import { composerCode } from './composer-code';
import { failureWords } from './failure-words';
import type { OpenComposerProps } from './open-composer';
import type { Post } from './post-words';
import { useRefreshPosts } from './use-posts';
import { useWholePost } from './use-whole-post';

interface PostComposerProps extends Omit<OpenComposerProps, 'post'> {
  open: boolean;
  /** The post to edit, as a list tells of it; without it a new one is written. */
  post?: Post | undefined;
}

/** The dialog in which a post is written, or a scheduled or failed one edited. */
export function PostComposer({ open, post, ...rest }: PostComposerProps) {
  const refresh = useRefreshPosts();
  const { Part: OpenComposer } = useCode(composerCode, open, () => {
    notify.error('The form could not be loaded. Please try again.');
    rest.onClose();
  });
  const whole = useWholePost(open ? post?.id : undefined, (error) => {
    notify.error(failureWords(error, 'The post could not be loaded. Please try again.'));
    rest.onClose();
    // It may be gone.
    refresh();
  });
  return open && OpenComposer && (!post || whole) && <OpenComposer {...rest} post={whole} />;
}
