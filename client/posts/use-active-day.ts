import { useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react';
import { dayId } from './element-ids';
import { addDays, addMonths, isMonth, monthOf, sameDayIn, weekOf } from './month-days';

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
 * The one day of the month grid that Tab reaches. Arrow keys, Home, End, Page Up and Page Down move it, and the focus
 * with it, also beyond the month. Without a choice it is today, in other months the first.
 */
export function useActiveDay({ month, days, today, firstDay, onMonth }: ActiveDayOptions) {
  const [picked, setPicked] = useState(today);
  /** The day that a key has led to and that has not got the focus yet. */
  const led = useRef<string>(undefined);
  const start = monthOf(today) === month ? today : `${month}-01`;

  // The day may belong to a month that is not there before the address has changed.
  useLayoutEffect(() => {
    const button = led.current === picked ? document.getElementById(dayId(picked)) : null;
    if (button === null) return;
    led.current = undefined;
    button.focus();
  });

  function onKeyDown(event: KeyboardEvent, day: string): void {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    // Keys may come faster than the next month: they go on from where the one before has led.
    const from = led.current ?? day;
    const target = altKey || ctrlKey || metaKey || shiftKey ? undefined : dayAfterKey(key, from, firstDay);
    if (target === undefined || !isMonth(monthOf(target))) return;
    event.preventDefault();
    led.current = target;
    setPicked(target);
    const isAskedFor = !days.includes(from) && monthOf(from) === monthOf(target);
    if (!days.includes(target) && !isAskedFor) onMonth(monthOf(target));
  }

  function setActive(day: string): void {
    led.current = undefined;
    setPicked(day);
  }

  return { active: days.includes(picked) ? picked : start, setActive, onKeyDown };
}

/** The day that a key leads to. */
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
