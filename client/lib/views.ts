/** The views of the dashboard, in the order of the sidebar; each is `/dashboard?view=…`. */
export const VIEWS = Object.freeze([
  'overview',
  'accounts',
  'locations',
  'location-details',
  'calendar',
  'setup',
  'rank-tracking',
  'competitors',
  'reputation',
  'tasks',
  'statistics',
  'ai-agent',
  'change-log',
] as const);

export type View = (typeof VIEWS)[number];

/** The names of the views in the navigation and in the window's title. */
export const VIEW_TITLES: Readonly<Record<View, string>> = Object.freeze({
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

/** What is chosen in a view; an id that is not given is cleared by going there (specification, section 2). */
export interface Selection {
  account?: string;
  location?: string;
  /** The text of the view's search box. */
  search?: string;
  /** The tab of the calendar. */
  status?: 'scheduled' | 'published' | 'failed';
}

const SELECTION = ['account', 'location', 'search', 'status'] as const;

/** The address of a view. The overview, the default, is plain `/dashboard`. */
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

/** The view that an address names; an unknown one is the overview. */
export function viewOf(query: URLSearchParams): View {
  return VIEWS.find((view) => view === query.get('view')) ?? 'overview';
}

/** The window's title for an address of the dashboard. */
export function dashboardTitle(query: URLSearchParams): string {
  return `${VIEW_TITLES[viewOf(query)]} - Shingle`;
}
