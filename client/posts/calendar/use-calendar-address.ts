import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readSetting, writeSetting } from '../../lib/browser-storage';
import { isDay, isMonth } from '../../lib/calendar-days';
import type { PostTab } from '../post-list';

export type CalendarLayout = 'list' | 'week' | 'month';

/** The parts of the calendar's address. */
interface CalendarAddress {
  tab: PostTab;
  /** Undefined if the address names neither a layout nor a period. */
  layout: 'week' | 'month' | undefined;
  /** `yyyy-mm`; undefined if the address names no month. */
  month: string | undefined;
  /** `yyyy-mm-dd`, a day of the week; undefined if the address names no week. */
  week: string | undefined;
  /** The location whose posts are shown; undefined for all. */
  locationId: string | undefined;
}

const PARAMETERS = {
  tab: 'status',
  layout: 'layout',
  month: 'month',
  week: 'week',
  locationId: 'location',
} as const;
const TAB_OF: Partial<Record<string, PostTab>> = {
  scheduled: 'SCHEDULED',
  published: 'PUBLISHED',
  failed: 'FAILED',
};

/**
 * Keeps the calendar's state in the address, so that Reload, Back and links restore it. A month or week implies its
 * layout.
 * @returns the address, and `change`, which replaces it or, with `isStep`, adds an entry to the history
 */
export function useCalendarAddress() {
  const [query, setQuery] = useSearchParams();
  const named = {
    layout: query.get(PARAMETERS.layout),
    month: query.get(PARAMETERS.month),
    week: query.get(PARAMETERS.week),
  };
  const month = isMonth(named.month) ? named.month : undefined;
  const week = isDay(named.week) ? named.week : undefined;
  const address: CalendarAddress = {
    tab: TAB_OF[query.get(PARAMETERS.tab) ?? ''] ?? 'ALL',
    layout: named.layout === 'week' || named.layout === 'month' ? named.layout : impliedLayout(month, week),
    month,
    week,
    locationId: query.get(PARAMETERS.locationId) || undefined,
  };

  function change(next: Partial<CalendarAddress>, { isStep = false } = {}): void {
    const wanted = { ...address, ...next };
    const values = {
      ...wanted,
      tab: wanted.tab === 'ALL' ? undefined : wanted.tab.toLowerCase(),
      layout: wanted.layout === impliedLayout(wanted.month, wanted.week) ? undefined : wanted.layout,
    };
    setQuery(
      (current) => {
        for (const [key, parameter] of Object.entries(PARAMETERS)) {
          const value = values[key as keyof CalendarAddress];
          if (value === undefined) current.delete(parameter);
          else current.set(parameter, value);
        }
        return current;
      },
      // `flushSync`: otherwise a chosen layout jumps back until the calendar is drawn.
      { replace: !isStep, preventScrollReset: true, flushSync: !isStep },
    );
  }

  return { ...address, change };
}

function impliedLayout(month: string | undefined, week: string | undefined): 'week' | 'month' | undefined {
  if (month !== undefined) return 'month';
  return week === undefined ? undefined : 'week';
}

const LAYOUT_SETTING = 'calendar';

/** The layout that was last chosen in this browser; by default the list, as specified. */
export function useCalendarLayout(): [CalendarLayout, (layout: CalendarLayout) => void] {
  const [layout, setLayout] = useState<CalendarLayout>(() => {
    const stored = readSetting(LAYOUT_SETTING);
    return stored === 'week' || stored === 'month' ? stored : 'list';
  });
  const choose = (next: CalendarLayout): void => {
    setLayout(next);
    writeSetting(LAYOUT_SETTING, next);
  };
  return [layout, choose];
}
