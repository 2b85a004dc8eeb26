import { useId, useLayoutEffect, useRef, useState, type DragEvent, type KeyboardEvent } from 'react';
import { addDays, addMonths, isMonth, monthOf, sameDayIn, weekOf } from '../../lib/calendar-days';
import { monthWords, weekdayWords } from '../../lib/time-words';
import { VisuallyHidden } from '../../ui/screen-reader';
import { dayId } from '../list/use-row-actions';
import { byDay } from '../post-list';
import type { Post } from '../post-words';
import { MonthDay } from './month-day';
import styles from './month-grid.module.css';

interface MonthGridProps {
  /** `yyyy-mm` */
  month: string;
  weeks: readonly (readonly string[])[];
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
  today: string;
  /** The posts of all weeks, earliest first; undefined while they are loading. */
  posts: readonly Post[] | undefined;
  timeZone: string;
  onMonth: (month: string) => void;
  onOpenDay: (day: string) => void;
  onOpenPost: (post: Post) => void;
  onAdd: (day: string) => void;
  /** Called when a post was dragged to a day. */
  onMove: (post: Post, day: string) => void;
}

/**
 * The posts of a month by weeks. Tab reaches one active day with its posts and buttons, and the keys of `useActiveDay`
 * change that day. Posts can be dragged to another day; Move does the same without dragging.
 */
export function MonthGrid({
  month,
  weeks,
  firstDay,
  today,
  posts,
  timeZone,
  onMonth,
  onMove,
  ...on
}: MonthGridProps) {
  const helpId = useId();
  const { active, setActive, onKeyDown } = useActiveDay({
    month,
    days: weeks.flat(),
    today,
    firstDay,
    onMonth,
  });
  const [dragged, setDragged] = useState<Post>();
  const [target, setTarget] = useState<string>();
  const postsOf = posts && byDay(posts, timeZone);

  const drag = (post: Post | undefined) => {
    setDragged(post);
    setTarget(undefined);
  };
  const dragOver = (event: DragEvent, day: string) => {
    if (!dragged) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setTarget(day);
  };
  const drop = (event: DragEvent, day: string) => {
    if (!dragged) return;
    event.preventDefault();
    drag(undefined);
    onMove(dragged, day);
  };

  return (
    <>
      <VisuallyHidden as="div">
        <p id={helpId}>
          Arrow keys move between days, Home and End to the ends of the week, Page Up and Page Down between
          months. Enter opens the day. Tab goes on to the posts of the day.
        </p>
      </VisuallyHidden>
      <table className={styles.grid} aria-describedby={helpId}>
        <caption>
          <VisuallyHidden>{monthWords(month)}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {weeks[0]?.map((day) => {
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
          {weeks.map((week, number) => (
            // Keyed by position, so that focus stays in the grid when the month changes.
            <tr key={number}>
              {week.map((day, weekday) => (
                <MonthDay
                  key={weekday}
                  {...on}
                  day={day}
                  month={month}
                  today={today}
                  posts={postsOf && (postsOf.get(day) ?? [])}
                  timeZone={timeZone}
                  isActive={day === active}
                  onActive={() => setActive(day)}
                  onKeyDown={onKeyDown}
                  isTarget={day === target}
                  onDrag={drag}
                  onDragOver={(event) => dragOver(event, day)}
                  onDrop={(event) => drop(event, day)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface ActiveDayOptions {
  /** `yyyy-mm` */
  month: string;
  /** The visible days. */
  days: readonly string[];
  today: string;
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
  onMonth: (month: string) => void;
}

/**
 * The active day: the one day of the grid that Tab reaches. Arrow keys, Home, End, Page Up and Page Down move it and the
 * focus, also to other months. It starts as today, or as the first day in other months.
 */
function useActiveDay({ month, days, today, firstDay, onMonth }: ActiveDayOptions) {
  const [picked, setPicked] = useState(today);
  /** The day that a key has chosen but that does not have the focus yet. */
  const awaiting = useRef<string>(undefined);
  const start = monthOf(today) === month ? today : `${month}-01`;

  // The day may be in a month that is rendered only after the address has changed.
  useLayoutEffect(() => {
    const button = awaiting.current === picked ? document.getElementById(dayId(picked)) : null;
    if (button === null) return;
    awaiting.current = undefined;
    button.focus();
  });

  function onKeyDown(event: KeyboardEvent, day: string): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    // Keys may come faster than months are rendered, so each one starts from the day of the previous key.
    const from = awaiting.current ?? day;
    const target = altKey || ctrlKey || metaKey || shiftKey ? undefined : dayAfterKey(key, from, firstDay);
    if (target === undefined || !isMonth(monthOf(target))) return;
    event.preventDefault();
    awaiting.current = target;
    setPicked(target);
    const isRequested = !days.includes(from) && monthOf(from) === monthOf(target);
    if (!days.includes(target) && !isRequested) onMonth(monthOf(target));
  }

  function setActive(day: string): void {
    awaiting.current = undefined;
    setPicked(day);
  }

  return { active: days.includes(picked) ? picked : start, setActive, onKeyDown };
}

/** The day that a key chooses. */
function dayAfterKey(key: string, day: string, firstDay: number): string | undefined {
  const month = monthOf(day);
  const week = weekOf(day, firstDay);
  const days: Partial<Record<string, string>> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    Home: week[0],
    End: week.at(-1),
    PageUp: sameDayIn(addMonths(month, -1), day),
    PageDown: sameDayIn(addMonths(month, 1), day),
  };
  return days[key];
}
