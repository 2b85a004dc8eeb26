import { useMemo } from 'react';
import { addDays, addMonths, daysOf, firstDayOfWeek, isMonth, weeksOf } from './month-days';
import { countPosts, dayOf, isInTab, searchPosts } from './post-list';
import type { PostSelection } from './use-post-table';
import { ALL_PAGES, type PostFilters, usePosts } from './use-posts';
import { startOfDay } from './wall-time';

/** What a month looks like to this browser. */
export interface MonthPeriod {
  /** `yyyy-mm` */
  month: string;
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
  weeks: string[][];
  /** The days that are shown: all of the weeks in the grid, those of the month in the agenda. */
  shown: string[];
  from: Date;
  /** The instant after the last shown day. */
  to: Date;
}

/** The days of a month as they are shown, and from when to when they last in a zone. */
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

/** What is asked for to show a period, of one location or of all. */
function filtersOf({ from, to }: MonthPeriod, locationId: string | undefined): PostFilters {
  return { locationId, from: from.toISOString(), to: to.toISOString() };
}

/** How months are looked at: as grid or agenda, for one location or for all. */
interface MonthOptions {
  asAgenda: boolean;
  locationId: string | undefined;
}

/** What is asked for to show a month. */
export function filtersOfMonth(
  month: string,
  timeZone: string,
  { asAgenda, locationId }: MonthOptions,
): PostFilters {
  return filtersOf(monthPeriod(month, timeZone, { asAgenda }), locationId);
}

/** What the months after and before a period ask for, as far as the calendar goes. */
export function neighboursOf({ month }: MonthPeriod, timeZone: string, options: MonthOptions): PostFilters[] {
  return [addMonths(month, 1), addMonths(month, -1)]
    .filter(isMonth)
    .map((neighbour) => filtersOfMonth(neighbour, timeZone, options));
}

/**
 * All posts of the shown days that a selection leaves, earliest first. Those of all tabs are loaded, so that a search
 * and the tabs answer at once.
 * @param selection null asks for nothing.
 */
export function useMonthPosts(selection: PostSelection | null, period: MonthPeriod, timeZone: string) {
  const { tab = 'ALL', locationId, text = '' } = selection ?? {};
  const { data, error, isLoading, isValidating, mutate } = usePosts(
    selection && filtersOf(period, locationId),
    ALL_PAGES,
  );

  const counted = useMemo(() => {
    const found = data && searchPosts(data.items, text);
    // While other days are on their way there are only those of before: good for figures that do not flicker.
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
