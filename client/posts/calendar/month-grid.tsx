import { memo, useId } from 'react';
import type { Entry } from '../../campaigns/campaign-moments';
import { weekdayWords } from '../../lib/time-words';
import { cx } from '../../ui/basics/cx';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { byDay } from '../../posting/post-list';
import type { Post } from '../../posting/post-words';
import common from '../../ui/layout/common.module.css';
import { FoldedDay, MonthDay } from './month-day';
import styles from './month-grid.module.css';
import { useActiveDay } from './use-active-day';
import type { Period } from './use-period-posts';
import { usePostDrag } from './use-post-drag';

export interface GridProps {
  period: Period;
  today: string;
  /** The posts and campaigns of all weeks, earliest first; undefined while they are loading. */
  entries: readonly Entry[] | undefined;
  timeZone: string;
  /** Shows the period of a day. */
  onDay: (day: string) => void;
  onOpenDay: (day: string) => void;
  onOpenPost: (post: Post) => void;
  onAdd: (day: string) => void;
}

interface MonthGridProps extends GridProps {
  /** Whether the weeks before the current one are as high as the others. */
  showsPast: boolean;
  /** Called when a post was dragged to a day. */
  onMove: (post: Post, day: string) => void;
}

/**
 * The posts of a month by weeks. Tab reaches one active day with its posts and buttons, and the keys of `useActiveDay`
 * change that day. Posts can be dragged to another day. Memoized, since the next month is asked for and waited for while this
 * one, with hundreds of elements, stays as it is.
 */
export const MonthGrid = memo(function MonthGrid({
  period,
  today,
  entries,
  onDay,
  onMove,
  showsPast,
  ...on
}: MonthGridProps) {
  const helpId = useId();
  const { active, setActive, onKeyDown } = useActiveDay(period, today, onDay);
  const drag = usePostDrag(onMove);
  const entriesOf = entries && byDay(entries, on.timeZone);

  return (
    <>
      <VisuallyHidden as="div">
        <p id={helpId}>
          Arrow keys move between days, Home and End to the ends of the week, Page Up and Page Down between
          months. Enter opens the day. Tab moves on to that day’s posts.
        </p>
      </VisuallyHidden>
      <table className={cx(common.box, styles.grid)} aria-describedby={helpId}>
        <caption>
          <VisuallyHidden>{period.name}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {period.weeks[0]?.map((day) => {
              const { short, long } = weekdayWords(day);
              return (
                <th key={short} scope="col">
                  <span aria-hidden="true">{short}</span>
                  <VisuallyHidden>{long}</VisuallyHidden>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {period.weeks.map((week, number) => {
            const Day = !showsPast && isFoldable(week, period, today) ? FoldedDay : MonthDay;
            return (
              // Keyed by position, so that focus stays in the grid when the month changes.
              <tr key={number}>
                {week.map((day, weekday) => (
                  <Day
                    key={weekday}
                    {...on}
                    day={day}
                    month={period.id}
                    today={today}
                    entries={entriesOf && (entriesOf.get(day) ?? [])}
                    isActive={day === active}
                    onActive={() => setActive(day)}
                    onKeyDown={(event) => onKeyDown(event, day)}
                    drag={drag}
                  />
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
});

/** Whether a week is over and its month is not. */
export function isFoldable(week: readonly string[], period: Period, today: string): boolean {
  return (week.at(-1) ?? '') < today && period.id === today.slice(0, period.id.length);
}
