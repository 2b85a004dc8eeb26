import { isDay, isMonth } from '../../lib/calendar-days';
import { type AddressOf, choicePart, inLowerCase, textPart, useAddress } from '../../lib/use-address';
import { useSetting } from '../../lib/use-setting';
import type { PostTab } from '../../posting/post-list';

/** The tabs of posts, and the list of campaigns. */
type CalendarTab = PostTab | 'CAMPAIGNS';

export type CalendarLayout = 'list' | 'week' | 'month';

/** What the calendar shows. Without a layout, a month or week implies it. */
const CALENDAR_ADDRESS = {
  tab: inLowerCase(
    choicePart<CalendarTab, 'ALL'>('status', ['ALL', 'SCHEDULED', 'PUBLISHED', 'FAILED', 'CAMPAIGNS'], 'ALL'),
  ),
  layout: choicePart('layout', ['week', 'month']),
  month: textPart('month', isMonth),
  /** A day of the week. */
  week: textPart('week', isDay),
  /** The location whose posts are shown; undefined for all. */
  locationId: textPart('location'),
};

type CalendarAddress = AddressOf<typeof CALENDAR_ADDRESS>;

/**
 * What the calendar shows, in the address.
 * @returns `layout` is undefined if the address names neither a layout nor a period
 */
export function useCalendarAddress() {
  const { address, change } = useAddress(CALENDAR_ADDRESS);
  return {
    ...address,
    layout: layoutOf(address),
    change(next: Partial<CalendarAddress>, step?: { isStep: boolean }): void {
      change((current) => {
        const wanted = { ...current, layout: layoutOf(current), ...next };
        return { ...wanted, layout: wanted.layout === impliedLayout(wanted) ? undefined : wanted.layout };
      }, step);
    },
  };
}

const layoutOf = (address: CalendarAddress) => address.layout ?? impliedLayout(address);

function impliedLayout({ month, week }: CalendarAddress): 'week' | 'month' | undefined {
  if (month !== undefined) return 'month';
  return week === undefined ? undefined : 'week';
}

/** The layout that was last chosen in this browser; by default the list, as specified. */
export const useCalendarLayout = () => useSetting<CalendarLayout>('calendar', ['list', 'week', 'month']);
