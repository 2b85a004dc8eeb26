import { CalendarClock, Eye, Pencil, RotateCw, Trash2 } from 'lucide-react';
import { IconButton } from '../ui/icon-button';
import { viewButtonId } from './element-ids';
import { actionsFor, type Post } from './post-words';

export type PostAction = 'view' | 'edit' | 'move' | 'retry' | 'delete';

interface PostButtonsProps {
  post: Post;
  /** The element that tells which post it is. */
  describedBy: string;
  /** Offers to move it as well, which the specified table does not. */
  withMove?: boolean;
  onAction: (action: PostAction, post: Post) => void;
}

/** What can be done to a post in a list (specification, section 4). */
export function PostButtons({ post, describedBy, withMove, onAction }: PostButtonsProps) {
  const may = actionsFor(post);
  const shared = (action: PostAction) => ({
    'aria-describedby': describedBy,
    onClick: () => onAction(action, post),
  });
  return (
    <>
      <IconButton icon={Eye} label="View" id={viewButtonId(post)} {...shared('view')} />
      {may.edit && <IconButton icon={Pencil} label="Edit" {...shared('edit')} />}
      {withMove && may.move && <IconButton icon={CalendarClock} label="Move" {...shared('move')} />}
      {may.retry && <IconButton icon={RotateCw} label="Retry" {...shared('retry')} />}
      {may.delete && <IconButton icon={Trash2} label="Delete" danger {...shared('delete')} />}
    </>
  );
}
