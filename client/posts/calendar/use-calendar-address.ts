import { useState } from 'react';
import { readSetting, writeSetting } from '../../lib/browser-storage';
import { isDay, isMonth } from '../../lib/calendar-days';
import { useAddress } from '../../lib/use-address';
import type { PostTab } from '../../posting/post-list';

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
  const { query, change } = useAddress();
  const named = {
    layout: query.get('layout'),
    month: query.get('month'),
    week: query.get('week'),
  };
  const month = isMonth(named.month) ? named.month : undefined;
  const week = isDay(named.week) ? named.week : undefined;
  const address: CalendarAddress = {
    tab: TAB_OF[query.get('status') ?? ''] ?? 'ALL',
    layout: named.layout === 'week' || named.layout === 'month' ? named.layout : impliedLayout(month, week),
    month,
    week,
    locationId: query.get('location') || undefined,
  };

  return {
    ...address,
    change(next: Partial<CalendarAddress>, step?: { isStep: boolean }): void {
      const { tab, layout, month, week, locationId } = { ...address, ...next };
      change(
        {
          status: tab === 'ALL' ? undefined : tab.toLowerCase(),
          layout: layout === impliedLayout(month, week) ? undefined : layout,
          month,
          week,
          location: locationId,
        },
        step,
      );
    },
  };
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
