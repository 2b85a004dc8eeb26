import { useId, useState, type DragEvent } from 'react';
import { VisuallyHidden } from '../ui/visually-hidden';
import { MonthDay } from './month-day';
import styles from './month-grid.module.css';
import { byDay } from './post-list';
import type { Post } from './post-words';
import { monthWords, weekdayWords } from './time-words';
import { useActiveDay } from './use-active-day';

interface MonthGridProps {
  /** `yyyy-mm` */
  month: string;
  weeks: readonly (readonly string[])[];
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
  today: string;
  /** Those of all weeks, earliest first; undefined while they are loading. */
  posts: readonly Post[] | undefined;
  timeZone: string;
  onMonth: (month: string) => void;
  onOpenDay: (day: string) => void;
  onOpenPost: (post: Post) => void;
  onAdd: (day: string) => void;
  /** A post was dragged to a day. */
  onMove: (post: Post, day: string) => void;
}

/**
 * The posts of a month in its weeks. One day at a time takes part in the order of Tab, with its posts and its buttons;
 * the keys of `useActiveDay` choose it. Posts can be dragged to another day, which is never the only way.
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
            // By their places: the cells of one month become those of the next.
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
