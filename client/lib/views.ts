import type { View } from './view-titles';

/** What is selected in a view. Opening the view clears ids that are not given (specification, section 2). */
interface Selection {
  account?: string;
  location?: string;
  campaign?: string;
  /** A set of changes in the change log. */
  set?: string;
  /** The draft of an edit of many locations. */
  draft?: string;
  review?: string;
  /** The text of the view's search box. */
  search?: string;
  /** The part of the location's form that is open. */
  edit?: string;
  /** The tab of the change log, of the reviews or of the locations. */
  tab?: 'google-edits' | 'all' | 'locks' | 'holidays';
  /** The tab of the calendar. */
  status?: 'scheduled' | 'published' | 'failed' | 'campaigns';
  /** The order of the locations: those that need attention first. */
  sort?: 'state';
  /** A day, `yyyy-mm-dd`, whose week the calendar shows. */
  week?: string;
}

const SELECTION = [
  'account',
  'location',
  'campaign',
  'set',
  'draft',
  'review',
  'edit',
  'search',
  'tab',
  'status',
  'sort',
  'week',
] as const;

/** The address of a section of the settings. */
export function settingsUrl(section: 'account' | 'notices' | 'webhooks' | 'time' | 'data'): string {
  return `${viewUrl('settings')}#${section}`;
}

/** The address of a view. The overview is the default: `/dashboard`. */
export function viewUrl(view: View, selection: Selection = {}): string {
  const query = new URLSearchParams();
  if (view !== 'overview') query.set('view', view);
  for (const name of SELECTION) {
    const chosen = selection[name];
    if (chosen) query.set(name, chosen);
  }
  const text = query.toString();
  return text ? `/dashboard?${text}` : '/dashboard';
}
