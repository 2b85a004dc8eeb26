import type { View } from '../lib/view-titles';
import { loadCode } from '../ui/messages/load-code';

/** The imports of the views, each its own chunk. The overview is part of the dashboard. */
export const VIEW_IMPORTS = Object.freeze({
  accounts: () => import('../listings/accounts-view').then((module) => module.AccountsView),
  locations: () => import('../listings/locations-view').then((module) => module.LocationsView),
  'location-details': () =>
    import('../listings/details/location-details-view').then((module) => module.LocationDetailsView),
  'bulk-edit': () => import('../bulk-edits/bulk-edit-view').then((module) => module.BulkEditView),
  calendar: () => import('../posts/calendar/calendar-view').then((module) => module.CalendarView),
  campaign: () => import('../campaigns/page/campaign-view').then((module) => module.CampaignView),
  'change-log': () => import('../changes/change-log-view').then((module) => module.ChangeLogView),
  reputation: () => import('../reviews/reviews-view').then((module) => module.ReviewsView),
  statistics: () => import('../statistics/statistics-view').then((module) => module.StatisticsView),
  tasks: () => import('../advice/tasks-view').then((module) => module.TasksView),
  setup: () => import('../business-profile/setup-view').then((module) => module.SetupView),
  settings: () => import('./settings/settings-view').then((module) => module.SettingsView),
  coming: () => import('./coming-soon-view').then((module) => module.ComingSoonView),
});

/** A tab of the locations, which their folder can't import. */
export const loadHolidays = () => import('../holidays/holidays-view').then((module) => module.HolidaysView);

/** The undo of a save of a location, which the folder of locations can't import. */
export const loadUndoSave = () => import('../changes/undo-save').then((module) => module.UndoSave);

/** The tasks of a location, which the folder of locations can't import. */
export const loadLocationTasks = () =>
  import('../advice/location-tasks').then((module) => module.LocationTasks);

/** The dialog that keeps chosen locations, which the folder of locations can't import. */
export const loadSaveSelection = () =>
  import('../campaigns/save-selection-dialog').then((module) => module.SaveSelectionDialog);

/** The dialog that locks fields of chosen locations, which the folder of locations can't import. */
export const loadLockDialog = () => import('../changes/change-log-view').then((module) => module.LockDialog);

/** Loads a view's code in parallel with the dashboard's. The view reports a failure. */
export async function loadViewCode(view: View): Promise<void> {
  if (view === 'overview') return;
  const load = view in VIEW_IMPORTS ? VIEW_IMPORTS[view as keyof typeof VIEW_IMPORTS] : VIEW_IMPORTS.coming;
  await loadCode<unknown>(load).catch(() => undefined);
}
