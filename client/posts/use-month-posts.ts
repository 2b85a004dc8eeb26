import { addDays, daysOf, firstDayOfWeek, weeksOf } from './month-days';
import { countPosts, dayOf, isInTab, matchesSearch } from './post-list';
import type { PostSelection } from './use-post-table';
import { ALL_PAGES, usePosts } from './use-posts';
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

/**
 * All posts of the shown days that a selection leaves, earliest first. Those of all tabs are loaded, so that a search
 * and the tabs answer at once.
 * @param selection null asks for nothing.
 */
export function useMonthPosts(selection: PostSelection | null, period: MonthPeriod, timeZone: string) {
  const { tab = 'ALL', locationId, text = '' } = selection ?? {};
  const [from, to] = [period.from.toISOString(), period.to.toISOString()];
  const { data, error, isLoading, isValidating, mutate } = usePosts(
    selection && { locationId, from, to },
    ALL_PAGES,
  );

  const days = new Set(period.shown);
  const found = data?.items.filter((post) => matchesSearch(post, text));
  // While other days are on their way there are only those of before: good for figures that do not flicker.
  const counted = isLoading ? found : found?.filter((post) => days.has(dayOf(post, timeZone)));
  return {
    /** Undefined until these days are loaded. */
    posts: isLoading ? undefined : counted?.filter((post) => isInTab(post, tab)).reverse(),
    counts: counted && countPosts(counted),
    error: error as unknown,
    isValidating,
    retry: () => void mutate(),
  };
}
