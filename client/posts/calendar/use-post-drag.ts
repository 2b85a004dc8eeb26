import { useState, type DragEvent } from 'react';
import { type Entry, isMoment } from '../../campaigns/campaign-moments';
import { actionsFor, type Post } from '../../posting/post-words';

/**
 * Dragging posts to cells of a grid with the mouse. Move in a post's details does the same without dragging.
 * @param onDrop called with the post and the key of the cell
 */
export function usePostDrag(onDrop: (post: Post, cell: string) => void) {
  const [dragged, setDragged] = useState<Post>();
  const [target, setTarget] = useState<string>();
  const drag = (post: Post | undefined) => {
    setDragged(post);
    setTarget(undefined);
  };
  return {
    /** The cell below the dragged post. */
    target,
    /** The attributes of a post's element. A campaign cannot be dragged, since it has many times. */
    itemProps: (entry: Entry) =>
      isMoment(entry)
        ? {}
        : {
            draggable: actionsFor(entry).move,
            onDragStart(event: DragEvent) {
              event.dataTransfer.setData('text/plain', entry.summary);
              event.dataTransfer.effectAllowed = 'move';
              drag(entry);
            },
            onDragEnd: () => drag(undefined),
          },
    /** The attributes of a cell. */
    cellProps: (cell: string) => ({
      onDragOver(event: DragEvent) {
        if (!dragged) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        setTarget(cell);
      },
      onDrop(event: DragEvent) {
        if (!dragged) return;
        event.preventDefault();
        drag(undefined);
        onDrop(dragged, cell);
      },
    }),
  };
}

export type PostDrag = ReturnType<typeof usePostDrag>;
