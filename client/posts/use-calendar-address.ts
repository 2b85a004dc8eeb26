import { useSearchParams } from 'react-router-dom';
import { isMonth } from './month-days';
import type { PostTab } from './post-list';

/** What the calendar shows, as its address says it. */
export interface CalendarAddress {
  tab: PostTab;
  /** `yyyy-mm`; undefined where the address names no month. */
  month: string | undefined;
  /** The one location whose posts are shown; undefined for all. */
  locationId: string | undefined;
}

const PARAMETERS = { tab: 'status', month: 'month', locationId: 'location' } as const;
const TAB_OF: Partial<Record<string, PostTab>> = {
  scheduled: 'SCHEDULED',
  published: 'PUBLISHED',
  failed: 'FAILED',
};

/**
 * What the calendar shows. It stands in the address, so that Reload, Back and links keep it.
 * @returns the address, and how to change it: in place, or as a step that Back undoes
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
