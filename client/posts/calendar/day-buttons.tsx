import { Plus } from 'lucide-react';
import { type Entry, postsIn } from '../../campaigns/campaign-moments';
import { countOf, figure } from '../../lib/count-of';
import { dayHeading, longDayWords } from '../../lib/time-words';
import { Icon } from '../../ui/basics/icon';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import styles from './day-buttons.module.css';

/** The name of a day's button: 'Today, Saturday 21 November 2026, 5 posts'. */
export function dayName(day: string, today: string, entries: readonly Entry[] | undefined): string {
  return `${dayHeading(day, today)}${entries ? `, ${countOf(postsIn(entries), 'post')}` : ''}`;
}

interface DayButtonProps {
  day: string;
  tabIndex: 0 | -1;
}

/** Schedules a post on a day of a grid. Visible while the day is hovered or has the focus. */
export function AddButton({ day, tabIndex, onAdd }: DayButtonProps & { onAdd: (day: string) => void }) {
  return (
    <button type="button" className={styles.add} tabIndex={tabIndex} onClick={() => onAdd(day)}>
      <Icon of={Plus} />
      <span className={styles.addWord}>Add</span>
      <VisuallyHidden>{` a post on ${longDayWords(day)}`}</VisuallyHidden>
    </button>
  );
}

interface MoreButtonProps extends DayButtonProps {
  count: number;
  onOpenDay: (day: string) => void;
}

/** Opens the day with the posts for which its cell has no room. */
export function MoreButton({ count, day, tabIndex, onOpenDay }: MoreButtonProps) {
  return (
    <button
      type="button"
      className={styles.more}
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      onClick={() => onOpenDay(day)}
    >
      {`+${figure(count)} more`}
      <VisuallyHidden>{` on ${longDayWords(day)}`}</VisuallyHidden>
    </button>
  );
}
