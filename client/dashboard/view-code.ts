import { codeOf } from '../ui/load-code';
import type { View } from '../ui/views';

/** The code of the views, each fetched apart. The overview, where the dashboard begins, comes with the dashboard. */
export const VIEW_CODE = Object.freeze({
  accounts: codeOf(() => import('../listings/accounts-view').then((module) => module.AccountsView)),
  locations: codeOf(() => import('../listings/locations-view').then((module) => module.LocationsView)),
  details: codeOf(() =>
    import('../listings/location-details-view').then((module) => module.LocationDetailsView),
  ),
  calendar: codeOf(() => import('../posts/scheduled-posts-view').then((module) => module.ScheduledPostsView)),
  setup: codeOf(() => import('../business-profile/setup-view').then((module) => module.SetupView)),
  coming: codeOf(() => import('./coming-soon-view').then((module) => module.ComingSoonView)),
});

/** Fetches a view's code ahead. That it does not arrive is told when the view is shown. */
export async function preloadView(view: View): Promise<void> {
  await codeOfView(view)
    ?.load()
    .catch(() => undefined);
}

function codeOfView(view: View): { load: () => Promise<unknown> } | undefined {
  switch (view) {
    case 'overview':
      return undefined;
    case 'location-details':
      return VIEW_CODE.details;
    case 'accounts':
    case 'locations':
    case 'calendar':
    case 'setup':
      return VIEW_CODE[view];
    default:
      return VIEW_CODE.coming;
  }
}
