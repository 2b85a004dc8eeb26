import { useCode } from '../../ui/load-code';
import { notify } from '../../ui/toasts';
import { actionErrorMessage } from '../action-errors';
import type { Post } from '../post-words';
import { useRefreshPosts, useWholePost } from '../use-posts';
import type { ComposerDialogProps } from './composer-dialog';

/** The dialog's code, fetched when it is first opened: it is a good part of the client. */
export const loadComposer = () => import('./composer-dialog').then((module) => module.ComposerDialog);

interface PostComposerProps extends Omit<ComposerDialogProps, 'post'> {
  open: boolean;
  /** The post to edit, as a list shows it; without it a new one is written. */
  post?: Post | undefined;
}

/** The dialog to write a post, or to edit a scheduled or failed one. Before it opens, its code and the whole post are fetched. */
export function PostComposer({ open, post, ...rest }: PostComposerProps) {
  const refresh = useRefreshPosts();
  const { Part: ComposerDialog } = useCode(loadComposer, open, () => {
    notify.error('The form could not be loaded. Please try again.');
    rest.onClose();
  });
  const whole = useWholePost(open ? post?.id : undefined, (error) => {
    notify.error(actionErrorMessage(error, 'The post could not be loaded. Please try again.'));
    rest.onClose();
    // It may be gone.
    refresh();
  });
  return open && ComposerDialog && (!post || whole) && <ComposerDialog {...rest} post={whole} />;
}
