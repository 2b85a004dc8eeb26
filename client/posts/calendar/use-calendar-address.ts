import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readSetting, writeSetting } from '../../lib/browser-storage';
import { isMonth } from '../../lib/calendar-days';
import type { PostTab } from '../post-list';

/** The parts of the calendar's address. */
interface CalendarAddress {
  tab: PostTab;
  /** `yyyy-mm`; undefined if the address names no month. */
  month: string | undefined;
  /** The location whose posts are shown; undefined for all. */
  locationId: string | undefined;
}

const PARAMETERS = { tab: 'status', month: 'month', locationId: 'location' } as const;
const TAB_OF: Partial<Record<string, PostTab>> = {
  scheduled: 'SCHEDULED',
  published: 'PUBLISHED',
  failed: 'FAILED',
};

/**
 * Keeps the calendar's state in the address, so that Reload, Back and links restore it.
 * @returns the address, and `change`, which replaces it or, with `isStep`, adds an entry to the history
 */
export function useCalendarAddress() {
  const [query, setQuery] = useSearchParams();
  const month = query.get(PARAMETERS.month);
  const address: CalendarAddress = {
    tab: TAB_OF[query.get(PARAMETERS.tab) ?? ''] ?? 'ALL',
    month: isMonth(month) ? month : undefined,
    locationId: query.get(PARAMETERS.locationId) || undefined,
  };

  function change(next: Partial<CalendarAddress>, { isStep = false } = {}): void {
    const wanted = { ...address, ...next };
    const values = { ...wanted, tab: wanted.tab === 'ALL' ? undefined : wanted.tab.toLowerCase() };
    setQuery(
      (current) => {
        for (const [key, parameter] of Object.entries(PARAMETERS)) {
          const value = values[key as keyof CalendarAddress];
          if (value === undefined) current.delete(parameter);
          else current.set(parameter, value);
        }
        return current;
      },
      { replace: !isStep, preventScrollReset: true },
    );
  }

  return { ...address, change };
}

export type CalendarLayout = 'list' | 'month';

const LAYOUT_SETTING = 'calendar';

/** The layout that was last chosen in this browser; by default the list, as specified. */
export function useCalendarLayout(): [CalendarLayout, (layout: CalendarLayout) => void] {
  const [layout, setLayout] = useState<CalendarLayout>(() =>
    readSetting(LAYOUT_SETTING) === 'month' ? 'month' : 'list',
  );
  const choose = (next: CalendarLayout): void => {
    setLayout(next);
    writeSetting(LAYOUT_SETTING, next);
  };
  return [layout, choose];
}
