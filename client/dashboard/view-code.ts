import type { View } from '../lib/views';
import { loadCode } from '../ui/load-code';

/** The imports of the views, each a chunk of its own. The overview, the first view, comes with the dashboard. */
export const VIEW_IMPORTS = Object.freeze({
  accounts: () => import('../listings/accounts-view').then((module) => module.AccountsView),
  locations: () => import('../listings/locations-view').then((module) => module.LocationsView),
  'location-details': () =>
    import('../listings/location-details-view').then((module) => module.LocationDetailsView),
  calendar: () => import('../posts/calendar/calendar-view').then((module) => module.CalendarView),
  setup: () => import('../business-profile/setup-view').then((module) => module.SetupView),
  coming: () => import('./coming-soon-view').then((module) => module.ComingSoonView),
});

/** Loads a view's code beside the dashboard's, so that it need not wait for it. A failure is reported by the view. */
export async function loadViewCode(view: View): Promise<void> {
  if (view === 'overview') return;
  const load = view in VIEW_IMPORTS ? VIEW_IMPORTS[view as keyof typeof VIEW_IMPORTS] : VIEW_IMPORTS.coming;
  await loadCode<unknown>(load).catch(() => undefined);
}
