import { Eye, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { IconButton } from '../ui/icon-button';
import { actionsFor, type Post } from './post-words';

export type PostAction = 'view' | 'edit' | 'retry' | 'delete';

interface PostButtonsProps {
  post: Post;
  /** The element that tells which post it is. */
  describedBy: string;
  onAction: (action: PostAction, post: Post) => void;
}

/** What can be done to a post in the table (specification, section 4). */
export function PostButtons({ post, describedBy, onAction }: PostButtonsProps) {
  const may = actionsFor(post);
  const shared = (action: PostAction) => ({
    'aria-describedby': describedBy,
    onClick: () => onAction(action, post),
  });
  return (
    <>
      <IconButton icon={Eye} label="View" id={viewButtonId(post)} {...shared('view')} />
      {may.edit && <IconButton icon={Pencil} label="Edit" {...shared('edit')} />}
      {may.retry && <IconButton icon={RotateCw} label="Retry" {...shared('retry')} />}
      {may.delete && <IconButton icon={Trash2} label="Delete" danger {...shared('delete')} />}
    </>
  );
}

/** The button of a post's row that is always there, to move focus to. */
export function viewButtonId({ id }: Post): string {
  return `view-post-${id}`;
}
