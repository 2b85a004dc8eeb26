import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { addDays, addMonths, isMonth, monthOf, sameDayIn, weekOf } from '../../lib/calendar-days';
import { dayId } from '../list/use-row-actions';
import { periodId, type Period } from './use-period-posts';

/**
 * The active day of a grid: the one day whose buttons Tab reaches. Arrow keys, Home, End, Page Up and Page Down move it and
 * the focus, also to other periods. It starts as today, or as the first day in other periods.
 * @param onDay shows the period of a day
 */
export function useActiveDay(period: Period, today: string, onDay: (day: string) => void) {
  const [picked, setPicked] = useState(today);
  /** The day that a key has chosen but that does not have the focus yet. */
  const awaiting = useRef<string>(undefined);
  const { layout, firstDay } = period;
  const days = period.weeks.flat();
  const idOf = (day: string) => periodId(layout, day, firstDay);

  // The day may be in a period that is rendered only after the address has changed.
  useLayoutEffect(() => {
    const button = awaiting.current === picked ? document.getElementById(dayId(picked)) : null;
    if (button === null) return;
    awaiting.current = undefined;
    button.focus();
  });

  function onKeyDown(event: KeyboardEvent, day: string): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    // Keys may come faster than periods are rendered, so each one starts from the day of the previous key.
    const from = awaiting.current ?? day;
    const target = (layout === 'week' ? dayOfWeek : dayOfMonth)(key, from, firstDay);
    if (target === undefined || !isMonth(monthOf(target))) return;
    event.preventDefault();
    awaiting.current = target;
    setPicked(target);
    const isRequested = !days.includes(from) && idOf(from) === idOf(target);
    if (!days.includes(target) && !isRequested) onDay(target);
  }

  function setActive(day: string): void {
    awaiting.current = undefined;
    setPicked(day);
  }

  const start = idOf(today) === period.id ? today : period.first;
  return { active: days.includes(picked) ? picked : start, setActive, onKeyDown };
}

/** The day that a key chooses in a month. */
function dayOfMonth(key: string, day: string, firstDay: number): string | undefined {
  const month = monthOf(day);
  const days: Partial<Record<string, string>> = {
    ArrowUp: addDays(day, -7),
    ArrowDown: addDays(day, 7),
    PageUp: sameDayIn(addMonths(month, -1), day),
    PageDown: sameDayIn(addMonths(month, 1), day),
  };
  return days[key] ?? dayAlongWeek(key, day, firstDay);
}

/** The day that a key chooses in a week. */
function dayOfWeek(key: string, day: string, firstDay: number): string | undefined {
  const days: Partial<Record<string, string>> = { PageUp: addDays(day, -7), PageDown: addDays(day, 7) };
  return days[key] ?? dayAlongWeek(key, day, firstDay);
}

function dayAlongWeek(key: string, day: string, firstDay: number): string | undefined {
  const week = weekOf(day, firstDay);
  const days: Partial<Record<string, string>> = {
    ArrowLeft: addDays(day, -1),
    ArrowRight: addDays(day, 1),
    Home: week[0],
    End: week.at(-1),
  };
  return days[key];
}
