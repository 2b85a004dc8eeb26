import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { ErrorState } from '../ui/error-state';
import { Loading } from '../ui/loading';
import { Skeleton } from '../ui/skeleton';
import type { PostAction } from './post-buttons';
import { PostFacts } from './post-facts';
import { actionsFor, ONLY_DELETE, type Post } from './post-words';
import { usePost } from './use-posts';

interface PostDetailsDialogProps {
  /** The post as the table shows it. */
  post: Post;
  now: Date;
  timeZone: string;
  /** Offers no more than deleting it, whatever its status allows. */
  isReadOnly?: boolean;
  onClose: () => void;
  onAction: (action: PostAction, post: Post) => void;
}

/** A post whole: its text and everything that is known about its way to Google. */
export function PostDetailsDialog({
  post,
  now,
  timeZone,
  isReadOnly,
  onClose,
  onAction,
}: PostDetailsDialogProps) {
  const { data, error, isValidating, mutate } = usePost(post.id);
  const may = isReadOnly ? ONLY_DELETE : actionsFor(data ?? post);
  const act = (action: PostAction) => onAction(action, data ?? post);
  return (
    <Dialog
      open
      title="Scheduled Post"
      onClose={onClose}
      footer={
        <>
          {may.delete && <Button onClick={() => act('delete')}>Delete</Button>}
          {may.edit && <Button onClick={() => act('edit')}>Edit</Button>}
          {may.move && <Button onClick={() => act('move')}>Move</Button>}
          {may.retry && <Button onClick={() => act('retry')}>Retry</Button>}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <ErrorState
          message="Failed to load this post. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading busy={!data && error === undefined} skeleton={<Skeleton shape="card" />}>
        {data && <PostFacts post={data} now={now} timeZone={timeZone} />}
      </Loading>
    </Dialog>
  );
}
