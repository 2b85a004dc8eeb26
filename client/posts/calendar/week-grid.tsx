import { memo, useId, type KeyboardEvent } from 'react';
import type { Entry } from '../../campaigns/campaign-moments';
import { EntryChip } from '../../campaigns/entry-chip';
import { clockWords, timeWords, weekdayWords } from '../../lib/time-words';
import { toWallTime } from '../../lib/wall-time';
import { cx } from '../../ui/basics/cx';
import common from '../../ui/layout/common.module.css';
import { Skeleton } from '../../ui/messages/loading';
import { VisuallyHidden } from '../../ui/basics/screen-reader';
import { chipId, dayId } from '../list/use-row-actions';
import { byDay } from '../../posting/post-list';
import type { Post } from '../../posting/post-words';
import { AddButton, dayName, MoreButton } from './day-buttons';
import type { GridProps } from './month-grid';
import { useActiveDay } from './use-active-day';
import { usePostDrag } from './use-post-drag';
import styles from './week-grid.module.css';

interface WeekGridProps extends GridProps {
  now: Date;
  /** Called when a post was dragged to a day and an hour, 0 to 23. */
  onMove: (post: Post, day: string, hour: number) => void;
}

/** A week of up to this many posts shows them all. */
const WHOLE_WEEK = 150;
/** How many posts an hour of a day shows in a fuller week; a button opens the rest. */
const MAX_CHIPS = 2;
/** The hours that have skeletons while posts are loading. */
const LOADING_HOURS = [9, 10, 11, 12, 13];

/**
 * The posts of a week by day and hour. Tab reaches one active day with its posts and buttons. The keys of `useActiveDay`
 * change that day, and the arrow keys up and down move along its buttons. Posts can be dragged to another day and hour.
 * Memoized as `MonthGrid`.
 */
export const WeekGrid = memo(function WeekGrid({
  period,
  today,
  now,
  entries,
  timeZone,
  onDay,
  onMove,
  ...on
}: WeekGridProps) {
  const helpId = useId();
  const { active, setActive, onKeyDown } = useActiveDay(period, today, onDay);
  const drag = usePostDrag((post, cell) => {
    const [day = '', hour] = cell.split(' ');
    onMove(post, day, Number(hour));
  });
  const entriesOfDay = entries && byDay(entries, timeZone);
  const entriesOfCell =
    entries && Map.groupBy(entries, ({ publishAt }) => cellOf(new Date(publishAt), timeZone));
  const most = entries && entries.length > WHOLE_WEEK ? MAX_CHIPS : Infinity;
  const cellNow = cellOf(now, timeZone);
  const cells = [...(entriesOfCell?.keys() ?? []), ...(period.shown.includes(today) ? [cellNow] : [])];
  const rows = rowsOf(entries ? cells.map((cell) => Number(cell.split(' ')[1])) : LOADING_HOURS);

  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return onKeyDown(event, active);
    const buttons = [
      ...event.currentTarget.querySelectorAll<HTMLElement>(`[data-day="${active}"] :is(button, a)`),
    ];
    const next = buttons[buttons.findIndex((button) => button === document.activeElement) + step];
    if (!next) return;
    event.preventDefault();
    next.focus();
  };

  return (
    // The keys belong to its buttons; the events bubble up to here.
    <div role="presentation" onKeyDown={moveFocus}>
      <VisuallyHidden as="div">
        <p id={helpId}>
          Left and right arrow keys move between days, up and down through a day’s posts, Page Up and Page
          Down between weeks. Enter opens the day or the post.
        </p>
      </VisuallyHidden>
      <table className={cx(common.box, styles.grid)} aria-describedby={helpId}>
        <caption>
          <VisuallyHidden>{period.name}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <td className={styles.corner} />
            {period.shown.map((day, weekday) => (
              <th key={weekday} scope="col" data-day={day} onFocus={() => setActive(day)}>
                <DayHead
                  day={day}
                  today={today}
                  entries={entriesOfDay && (entriesOfDay.get(day) ?? [])}
                  tabIndex={day === active ? 0 : -1}
                  onOpenDay={on.onOpenDay}
                  onAdd={on.onAdd}
                />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr className={styles.fold}>
              <td />
              <td colSpan={7}>Nothing this week</td>
            </tr>
          )}
          {rows.map(({ hour, end }) =>
            end === undefined ? (
              <tr key={hour}>
                <th scope="row">{entries && hourWords(hour)}</th>
                {period.shown.map((day, weekday) => {
                  const cell = `${day} ${hour}`;
                  const all = entriesOfCell?.get(cell) ?? [];
                  const shown = all.slice(0, most);
                  const tabIndex = day === active ? 0 : -1;
                  const upTo =
                    cell === cellNow ? shown.filter(({ publishAt }) => new Date(publishAt) <= now) : shown;
                  const chip = (entry: Entry) => (
                    <li key={entry.id} {...drag.itemProps(entry)}>
                      <EntryChip
                        entry={entry}
                        timeZone={timeZone}
                        idOf={chipId}
                        tabIndex={tabIndex}
                        onOpen={on.onOpenPost}
                      />
                    </li>
                  );
                  return (
                    <td
                      key={weekday}
                      data-day={day}
                      className={cx(cell === drag.target && styles.target)}
                      onFocus={() => setActive(day)}
                      {...drag.cellProps(cell)}
                    >
                      {!entries && <Skeleton shape="control" />}
                      {(all.length > 0 || cell === cellNow) && (
                        <ul className={common.stack1}>
                          {upTo.map(chip)}
                          {cell === cellNow && (
                            <li className={styles.now}>
                              <VisuallyHidden>{`Now, ${timeWords(now, timeZone)}`}</VisuallyHidden>
                            </li>
                          )}
                          {shown.slice(upTo.length).map(chip)}
                          {all.length > shown.length && (
                            <li>
                              <MoreButton
                                count={all.length - shown.length}
                                day={day}
                                tabIndex={tabIndex}
                                onOpenDay={on.onOpenDay}
                              />
                            </li>
                          )}
                        </ul>
                      )}
                    </td>
                  );
                })}
              </tr>
            ) : (
              <tr key={hour} className={styles.fold}>
                <th scope="row">{hourWords(hour)}</th>
                <td colSpan={7}>
                  {end === hour + 1
                    ? 'Nothing at this hour'
                    : `Nothing from ${hourWords(hour)} to ${hourWords(end)}`}
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
    </div>
  );
});

interface DayHeadProps {
  day: string;
  today: string;
  entries: readonly Entry[] | undefined;
  tabIndex: 0 | -1;
  onOpenDay: (day: string) => void;
  onAdd: (day: string) => void;
}

/** The head of a day's column: a button that opens the day, and one for a new post. */
function DayHead({ day, today, entries, tabIndex, onOpenDay, onAdd }: DayHeadProps) {
  const isToday = day === today;
  const { short } = weekdayWords(day);
  return (
    <div className={styles.head}>
      <button
        type="button"
        id={dayId(day)}
        className={styles.day}
        tabIndex={tabIndex}
        aria-current={isToday ? 'date' : undefined}
        aria-haspopup="dialog"
        onClick={() => onOpenDay(day)}
      >
        <span aria-hidden="true" className={styles.number}>
          {Number(day.slice(-2))}
        </span>
        <span aria-hidden="true">{isToday ? `${short}, today` : short}</span>
        <VisuallyHidden>{dayName(day, today, entries)}</VisuallyHidden>
      </button>
      {day >= today && <AddButton day={day} tabIndex={tabIndex} onAdd={onAdd} />}
    </div>
  );
}

/** Identifies the day and hour of an instant. */
function cellOf(instant: Date, timeZone: string): string {
  const { date, time } = toWallTime(instant, timeZone);
  return `${date} ${Number(time.slice(0, 2))}`;
}

/** An hour with posts, or with an `end` a run of hours without. */
interface Row {
  hour: number;
  end?: number;
}

/** The rows from the first hour with posts to the last. */
function rowsOf(hours: readonly number[]): Row[] {
  const sorted = [...new Set(hours)].sort((one, other) => one - other);
  return sorted.flatMap((hour, index): Row[] => {
    const next = (sorted[index - 1] ?? hour - 1) + 1;
    return next < hour ? [{ hour: next, end: hour }, { hour }] : [{ hour }];
  });
}

function hourWords(hour: number): string {
  return clockWords(`${String(hour).padStart(2, '0')}:00`);
}
