import type { KeyboardEvent } from 'react';
import { figure } from '../../lib/count-of';
import { type Entry, postsIn } from '../../campaigns/campaign-moments';
import { EntryChip } from '../../campaigns/entry-chip';
import { monthOf } from '../../lib/calendar-days';
import { dayNumber } from '../../lib/time-words';
import { cx } from '../../ui/basics/cx';
import { Icon } from '../../ui/basics/icon';
import { STATUS, statusWords } from '../../ui/basics/labels';
import prose from '../../ui/basics/prose.module.css';
import tones from '../../ui/basics/tones.module.css';
import common from '../../ui/layout/common.module.css';
import { Skeleton } from '../../ui/messages/loading';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { chipId, dayId } from '../list/use-row-actions';
import { shownStatus, type Post } from '../../posting/post-words';
import { AddButton, dayName, MoreButton } from './day-buttons';
import styles from './month-day.module.css';
import type { PostDrag } from './use-post-drag';

/** How many posts a day shows; a button opens the rest. */
const MAX_CHIPS = 3;

interface MonthDayProps {
  /** `yyyy-mm-dd` */
  day: string;
  /** The shown month. Days of other months fill its weeks. */
  month: string;
  today: string;
  /** Earliest first; undefined while they are loading. */
  entries: readonly Entry[] | undefined;
  timeZone: string;
  /** Whether Tab reaches the day's buttons. */
  isActive: boolean;
  onActive: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onOpenDay: (day: string) => void;
  onOpenPost: (post: Post) => void;
  onAdd: (day: string) => void;
  drag: PostDrag;
}

/** A day of the month grid: its number, its first posts, and buttons for the rest and for a new post. */
export function MonthDay({ day, month, today, entries, timeZone, isActive, drag, ...on }: MonthDayProps) {
  const tabIndex = isActive ? 0 : -1;
  const shown = entries?.slice(0, MAX_CHIPS) ?? [];
  const hidden = (entries?.length ?? 0) - shown.length;
  return (
    <td
      className={cx(
        styles.day,
        day < today && styles.past,
        monthOf(day) !== month && styles.outside,
        day === drag.target && styles.target,
      )}
      onFocus={on.onActive}
      {...drag.cellProps(day)}
    >
      <div className={styles.head}>
        <button
          type="button"
          id={dayId(day)}
          className={styles.number}
          tabIndex={tabIndex}
          aria-current={day === today ? 'date' : undefined}
          aria-haspopup="dialog"
          onClick={() => on.onOpenDay(day)}
          onKeyDown={on.onKeyDown}
        >
          <span aria-hidden="true">{dayNumber(day)}</span>
          <VisuallyHidden>{dayName(day, today, entries)}</VisuallyHidden>
        </button>
        {day >= today && <AddButton day={day} tabIndex={tabIndex} onAdd={on.onAdd} />}
      </div>
      {!entries && <Skeleton shape="control" />}
      {shown.length > 0 && (
        <ul className={common.stack1}>
          {shown.map((entry) => (
            <li key={entry.id} {...drag.itemProps(entry)}>
              <EntryChip
                entry={entry}
                timeZone={timeZone}
                idOf={chipId}
                tabIndex={tabIndex}
                onOpen={on.onOpenPost}
              />
            </li>
          ))}
          {hidden > 0 && (
            <li>
              <MoreButton count={hidden} day={day} tabIndex={tabIndex} onOpenDay={on.onOpenDay} />
            </li>
          )}
        </ul>
      )}
    </td>
  );
}

/** A day of a week that is over: one button with the number of posts in each state. It opens the day. */
export function FoldedDay({ day, today, entries, isActive, drag, ...on }: MonthDayProps) {
  const states = statesOf(entries ?? []);
  const words = states.map(([status, count]) => `${figure(count)} ${statusWords(status)}`);
  return (
    <td
      className={cx(styles.folded, day === drag.target && styles.target)}
      onFocus={on.onActive}
      {...drag.cellProps(day)}
    >
      <button
        type="button"
        id={dayId(day)}
        className={cx(prose.row, styles.foldedButton)}
        tabIndex={isActive ? 0 : -1}
        aria-haspopup="dialog"
        onClick={() => on.onOpenDay(day)}
        onKeyDown={on.onKeyDown}
      >
        <span aria-hidden="true">{dayNumber(day)}</span>
        <VisuallyHidden>
          {[dayName(day, today, entries), ...(words.length > 0 ? [words.join(', ')] : [])].join(': ')}
        </VisuallyHidden>
        {states.map(([status, count]) => (
          <span
            key={status}
            aria-hidden="true"
            className={cx(styles.count, tones[STATUS[status].tone], styles[STATUS[status].tone])}
          >
            <Icon of={STATUS[status].icon} />
            {figure(count)}
          </span>
        ))}
      </button>
    </td>
  );
}

/** In the order of urgency, the last one being the most urgent. */
const STATES = ['PUBLISHED', 'SCHEDULED', 'QUEUED', 'LEFTOVER', 'UNCONFIRMED', 'FAILED'] as const;

function statesOf(entries: readonly Entry[]) {
  return STATES.map(
    (state) => [state, postsIn(entries.filter((entry) => shownStatus(entry) === state))] as const,
  ).filter(([, count]) => count > 0);
}
