import { DeletePostDialog } from './delete-post-dialog';
import { MovePostDialog } from './move-post-dialog';
import { PostComposer } from './post-composer';
import { PostDetailsDialog } from './post-details-dialog';
import type { RowActions } from './use-row-actions';

interface PostDialogsProps {
  actions: RowActions;
  now: Date;
  timeZone: string;
}

/** The dialog that a button of a post has opened, if any. */
export function PostDialogs({ actions, now, timeZone }: PostDialogsProps) {
  const { opened, close, act, confirmDelete, movePost } = actions;
  return (
    <>
      {opened?.action === 'view' && (
        <PostDetailsDialog post={opened.post} now={now} timeZone={timeZone} onClose={close} onAction={act} />
      )}
      {opened?.action === 'move' && (
        <MovePostDialog post={opened.post} timeZone={timeZone} onMove={movePost} onClose={close} />
      )}
      <PostComposer open={opened?.action === 'edit'} post={opened?.post} onClose={close} />
      {opened?.action === 'delete' && (
        <DeletePostDialog
          post={opened.post}
          isDeleting={opened.isBusy}
          onCancel={close}
          onConfirm={confirmDelete}
        />
      )}
    </>
  );
}
