/** The views of the dashboard in the order of the sidebar, with their titles there and in the window. */
export const VIEW_TITLES = Object.freeze({
  overview: 'Dashboard',
  accounts: 'Accounts',
  locations: 'Locations',
  'location-details': 'Location details',
  'bulk-edit': 'Change many locations',
  calendar: 'Content Calendar',
  campaign: 'Campaign',
  setup: 'Connection',
  settings: 'Settings',
  'rank-tracking': 'Rank Tracking',
  competitors: 'Competitors',
  reputation: 'Reputation',
  tasks: 'Tasks',
  statistics: 'Statistics',
  'ai-agent': 'AI Agent',
  'change-log': 'Change Log',
});

export type View = keyof typeof VIEW_TITLES;

/** The view in an address; the overview if it is missing or unknown. */
export function viewOf(query: URLSearchParams): View {
  const name = query.get('view') ?? '';
  return Object.hasOwn(VIEW_TITLES, name) ? (name as View) : 'overview';
}

/** The window's title at an address of the dashboard. */
export function dashboardTitle(query: URLSearchParams): string {
  return `${VIEW_TITLES[viewOf(query)]} - Shingle`;
}
