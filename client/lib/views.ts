/** The views of the dashboard in the order of the sidebar, with their titles there and in the window. */
export const VIEW_TITLES = Object.freeze({
  overview: 'Dashboard',
  accounts: 'Accounts',
  locations: 'Locations',
  'location-details': 'Location details',
  calendar: 'Content Calendar',
  setup: 'Connection',
  'rank-tracking': 'Rank Tracking',
  competitors: 'Competitors',
  reputation: 'Reputation',
  tasks: 'Tasks',
  statistics: 'Statistics',
  'ai-agent': 'AI Agent',
  'change-log': 'Change Log',
});

export type View = keyof typeof VIEW_TITLES;

/** What is selected in a view. Opening the view clears ids that are not given (specification, section 2). */
interface Selection {
  account?: string;
  location?: string;
  /** The text of the view's search box. */
  search?: string;
  /** The tab of the calendar. */
  status?: 'scheduled' | 'published' | 'failed';
  /** The order of the locations: those that need attention first. */
  sort?: 'state';
  /** A day, `yyyy-mm-dd`, whose week the calendar shows. */
  week?: string;
}

const SELECTION = ['account', 'location', 'search', 'status', 'sort', 'week'] as const;

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

/** The view in an address; the overview if it is missing or unknown. */
export function viewOf(query: URLSearchParams): View {
  const name = query.get('view') ?? '';
  return Object.hasOwn(VIEW_TITLES, name) ? (name as View) : 'overview';
}

/** The window's title at an address of the dashboard. */
export function dashboardTitle(query: URLSearchParams): string {
  return `${VIEW_TITLES[viewOf(query)]} - Shingle`;
}
