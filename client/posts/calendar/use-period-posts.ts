import { useMemo } from 'react';
import { afterTries } from '../../api/swr';
import { type Entry, momentsOf } from '../../campaigns/campaign-moments';
import { useGroupedCampaigns } from '../../campaigns/use-grouped-campaigns';
import { useCampaigns } from '../../campaigns/use-campaign-list';
import {
  addDays,
  addMonths,
  daysOf,
  firstDayOfWeek,
  monthOf,
  weekOf,
  weeksOf,
} from '../../lib/calendar-days';
import { readersLanguage } from '../../lib/language';
import { daysWords, monthWords } from '../../lib/time-words';
import { startOfDay, toWallTime } from '../../lib/wall-time';
import type { PostSelection } from '../list/use-post-table';
import {
  countPosts,
  countWithUnlisted,
  dayOf,
  isInTab,
  searchPosts,
  soonestFirst,
} from '../../posting/post-list';
import { ALL_PAGES, usePosts } from '../../posting/use-posts';

/** The days of a month or a week. */
export interface Period {
  layout: 'week' | 'month';
  /** `yyyy-mm` for a month, the first day for a week. */
  id: string;
  /** 'November 2026', '23 to 29 November 2026' */
  name: string;
  /** The first day of the month or week. */
  first: string;
  /** 1 for Monday to 7 for Sunday. */
  firstDay: number;
  /** All weeks of the grid: the one week, or those that contain days of the month. */
  weeks: string[][];
  /** The shown days: those of all weeks in the grid, those of the month in the agenda. */
  shown: string[];
  from: Date;
  /** The end of the last shown day. */
  to: Date;
}

/** Identifies the month or week that contains a day. */
export function periodId(layout: Period['layout'], day: string, firstDay: number): string {
  return layout === 'month' ? monthOf(day) : (weekOf(day, firstDay)[0] ?? day);
}

/** The month or week that contains a day, in a time zone. Weeks begin as in the browser's locale. */
export function periodOf(
  layout: Period['layout'],
  day: string,
  timeZone: string,
  { asAgenda }: { asAgenda: boolean },
): Period {
  const firstDay = firstDayOfWeek(readersLanguage());
  const id = periodId(layout, day, firstDay);
  const isMonth = layout === 'month';
  const weeks = isMonth ? weeksOf(id, firstDay) : [weekOf(day, firstDay)];
  const shown = isMonth && asAgenda ? daysOf(id) : weeks.flat();
  const [first = '', last = ''] = [shown[0], shown.at(-1)];
  return {
    layout,
    id,
    name: isMonth ? monthWords(id) : daysWords(first, last),
    first: isMonth ? `${id}-01` : first,
    firstDay,
    weeks,
    shown,
    from: startOfDay(first, timeZone),
    to: startOfDay(addDays(last, 1), timeZone),
  };
}

/** A day of the next month or week; of the previous one for -1. */
export function dayInNext({ layout, first }: Period, step: 1 | -1): string {
  return layout === 'month' ? `${addMonths(monthOf(first), step)}-01` : addDays(first, 7 * step);
}

/** When it is, within a sentence: 'in November 2026', 'from 23 to 29 November 2026'. */
export function withinWords({ layout, name }: Period): string {
  return `${layout === 'month' ? 'in' : 'from'} ${name}`;
}

/**
 * The posts of a selection in a period, earliest first, with its campaigns. The posts of all tabs are loaded, so that tabs
 * and search filter without a request.
 * @param selection null loads nothing
 * @param by whether a campaign is shown once a day, or once in each hour
 */
export function usePeriodPosts(
  selection: PostSelection | null,
  period: Period,
  timeZone: string,
  { now, by }: { now: Date; by: 'day' | 'hour' },
) {
  const { tab = 'ALL', locationId, text = '' } = selection ?? {};
  const isGrouped = useGroupedCampaigns(selection);
  const range = { from: period.from.toISOString(), to: period.to.toISOString() };
  const posts = usePosts(
    selection && { locationId, ...range, campaigns: isGrouped ? 'grouped' : undefined },
    ALL_PAGES,
  );
  const campaigns = useCampaigns(isGrouped ? range : null);
  const { data } = posts;
  const isLoading = posts.isLoading || (isGrouped && campaigns.isLoading);

  const found = useMemo(() => {
    const searched = data && searchPosts(data.items, text);
    // While another period is loading, these are still the previous posts, so that the counts do not flicker.
    if (isLoading) return searched;
    const days = new Set(period.shown);
    return searched?.filter((post) => days.has(dayOf(post, timeZone)));
  }, [data, text, isLoading, period, timeZone]);
  const shown = useMemo(() => found?.filter((post) => isInTab(post, tab)).reverse(), [found, tab]);
  const entries = useMemo((): readonly Entry[] | undefined => {
    if (!shown || !isGrouped || !campaigns.data?.length) return shown;
    const keyOf = (instant: Date) => {
      const { date, time } = toWallTime(instant, timeZone);
      return by === 'day' ? date : `${date} ${time.slice(0, 2)}`;
    };
    return soonestFirst<Entry>([...shown, ...momentsOf(campaigns.data, keyOf, { tab, now })]);
  }, [shown, isGrouped, campaigns.data, timeZone, by, tab, now]);

  const requests = isGrouped ? [posts, campaigns] : [posts];
  return {
    /** Undefined until these days are loaded. */
    posts: isLoading ? undefined : shown,
    /** The posts, and in place of those of campaigns the campaigns. */
    entries: isLoading ? undefined : entries,
    campaigns: isGrouped ? campaigns.data : undefined,
    counts: data && found && (isGrouped ? countWithUnlisted(data, found) : countPosts(found)),
    ...afterTries(requests.find(({ error }) => error !== undefined)?.error),
    isValidating: requests.some(({ isValidating }) => isValidating),
    retry: () => requests.forEach(({ mutate }) => void mutate()),
  };
}
