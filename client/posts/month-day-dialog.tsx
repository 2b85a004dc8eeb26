import { CalendarPlus } from 'lucide-react';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DayPosts } from './day-posts';
import type { PostAction } from './post-buttons';
import type { Post } from './post-words';
import { dayHead } from './time-words';

interface MonthDayDialogProps {
  /** `yyyy-mm-dd` */
  day: string;
  today: string;
  /** Earliest first. */
  posts: readonly Post[];
  timeZone: string;
  onAction: (action: PostAction, post: Post) => void;
  onAdd: (day: string) => void;
  onClose: () => void;
}

/** All posts of a day of the month grid. */
export function MonthDayDialog({
  day,
  today,
  posts,
  timeZone,
  onAction,
  onAdd,
  onClose,
}: MonthDayDialogProps) {
  return (
    <Dialog
      open
      title={dayHead(day, today)}
      onClose={onClose}
      footer={
        <>
          {day >= today && (
            <Button icon={CalendarPlus} onClick={() => onAdd(day)}>
              Add a post
            </Button>
          )}
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      {posts.length > 0 ? (
        <DayPosts posts={posts} timeZone={timeZone} onAction={onAction} />
      ) : (
        <p>No posts on this day.</p>
      )}
    </Dialog>
  );
}
