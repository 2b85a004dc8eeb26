import { viewOf, type View } from '../ui/views';

/** The names of the views, as the navigation and the window's title say them. */
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

/** The window's title for an address of the dashboard. */
export function dashboardTitle(query: URLSearchParams): string {
  return `${VIEW_TITLES[viewOf(query)]} - Shingle`;
}
