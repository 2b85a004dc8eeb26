import { isDay, isMonth } from '../../lib/calendar-days';
import { type AddressOf, choicePart, inLowerCase, textPart, useAddress } from '../../lib/use-address';
import { useSetting } from '../../lib/use-setting';
import type { PostTab } from '../../posting/post-list';

export type CalendarLayout = 'list' | 'week' | 'month';

/** What the calendar shows. Without a layout, a month or week implies it. */
const CALENDAR_ADDRESS = {
  tab: inLowerCase(choicePart<PostTab, 'ALL'>('status', ['ALL', 'SCHEDULED', 'PUBLISHED', 'FAILED'], 'ALL')),
  layout: choicePart('layout', ['week', 'month']),
  month: textPart('month', isMonth),
  /** A day of the week. */
  week: textPart('week', isDay),
  /** The location whose posts are shown; undefined for all. */
  locationId: textPart('location'),
};

/**
 * What the calendar shows, in the address.
 * @returns `layout` is undefined if the address names neither a layout nor a period
 */
export function useCalendarAddress() {
  const { address, change } = useAddress(CALENDAR_ADDRESS);
  const { month, week } = address;
  const layout = address.layout ?? impliedLayout(month, week);
  return {
    ...address,
    layout,
    change(next: Partial<AddressOf<typeof CALENDAR_ADDRESS>>, step?: { isStep: boolean }): void {
      const wanted = { ...address, layout, ...next };
      const implied = impliedLayout(wanted.month, wanted.week);
      change({ ...wanted, layout: wanted.layout === implied ? undefined : wanted.layout }, step);
    },
  };
}

function impliedLayout(month: string | undefined, week: string | undefined): 'week' | 'month' | undefined {
  if (month !== undefined) return 'month';
  return week === undefined ? undefined : 'week';
}

/** The layout that was last chosen in this browser; by default the list, as specified. */
export const useCalendarLayout = () => useSetting<CalendarLayout>('calendar', ['list', 'week', 'month']);
