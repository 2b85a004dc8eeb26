import { useCode } from '../../ui/messages/load-code';
import { notify } from '../../ui/messages/notify';
import { actionErrorMessage } from '../../posting/action-errors';
import type { Post } from '../../posting/post-words';
import { useRefreshPosts, useWholePost } from '../../posting/use-posts';
import type { ComposerDialogProps } from './composer-dialog';

/** Loads the dialog's code, a large part of the client, when the dialog is first opened. */
export const loadComposer = () => import('./composer-dialog').then((module) => module.ComposerDialog);

interface PostComposerProps extends Omit<ComposerDialogProps, 'post' | 'from'> {
  open: boolean;
  /** The post to edit, as a list shows it; without it a new one is written. */
  post?: Post | undefined;
  /**
   * The post to use again, as a list shows it: a new post begins with its location, type and content, to be published in
   * an hour, and with new dates for an event or an offer. Any post can be used again, also a published one.
   */
  from?: Post | undefined;
}

/** The dialog to write a post or edit a scheduled or failed one. It opens when its code and the post are loaded. */
export function PostComposer({ open, post, from, ...rest }: PostComposerProps) {
  const refresh = useRefreshPosts();
  const { Part: ComposerDialog } = useCode(loadComposer, open, () => {
    notify.error('The form couldn’t be loaded. Please try again.');
    rest.onClose();
  });
  const whole = useWholePost(open ? (post ?? from)?.id : undefined, (error) => {
    notify.error(actionErrorMessage(error, 'The post couldn’t be loaded. Please try again.'));
    rest.onClose();
    // The post may have been deleted.
    refresh();
  });
  if (!open || !ComposerDialog) return null;
  if (!post && !from) return <ComposerDialog {...rest} />;
  return whole && <ComposerDialog {...rest} {...(post ? { post: whole } : { from: whole })} />;
}
