import { useMemo } from 'react';
import { addDays, daysOf, firstDayOfWeek, weeksOf } from '../../lib/calendar-days';
import { startOfDay } from '../../lib/wall-time';
import type { PostSelection } from '../list/use-post-table';
import { countPosts, dayOf, isInTab, searchPosts } from '../post-list';
import { ALL_PAGES, usePosts } from '../use-posts';

/** The days of a month, with their start and end. */
export interface MonthPeriod {
  /** `yyyy-mm` */
  month: string;
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
  weeks: string[][];
  /** The shown days: those of all weeks in the grid, those of the month in the agenda. */
  shown: string[];
  from: Date;
  /** The end of the last shown day. */
  to: Date;
}

/** The shown days of a month in a time zone. Weeks begin as in the browser's locale. */
export function monthPeriod(
  month: string,
  timeZone: string,
  { asAgenda }: { asAgenda: boolean },
): MonthPeriod {
  const firstDay = firstDayOfWeek(navigator.language);
  const weeks = weeksOf(month, firstDay);
  const shown = asAgenda ? daysOf(month) : weeks.flat();
  return {
    month,
    firstDay,
    weeks,
    shown,
    from: startOfDay(shown[0] ?? '', timeZone),
    to: startOfDay(addDays(shown.at(-1) ?? '', 1), timeZone),
  };
}

/**
 * The posts of a selection in a period, earliest first. The posts of all tabs are loaded, so that tabs and search filter
 * without a request.
 * @param selection null loads nothing
 */
export function useMonthPosts(selection: PostSelection | null, period: MonthPeriod, timeZone: string) {
  const { tab = 'ALL', locationId, text = '' } = selection ?? {};
  const { data, error, isLoading, isValidating, mutate } = usePosts(
    selection && { locationId, from: period.from.toISOString(), to: period.to.toISOString() },
    ALL_PAGES,
  );

  const counted = useMemo(() => {
    const found = data && searchPosts(data.items, text);
    // While another period is loading, these are still the previous posts, so that the counts do not flicker.
    if (isLoading) return found;
    const days = new Set(period.shown);
    return found?.filter((post) => days.has(dayOf(post, timeZone)));
  }, [data, text, isLoading, period, timeZone]);
  const posts = useMemo(() => counted?.filter((post) => isInTab(post, tab)).reverse(), [counted, tab]);
  return {
    /** Undefined until these days are loaded. */
    posts: isLoading ? undefined : posts,
    counts: counted && countPosts(counted),
    error: error as unknown,
    isValidating,
    retry: () => void mutate(),
  };
}
