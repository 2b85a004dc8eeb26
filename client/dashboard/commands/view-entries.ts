import {
  type LucideIcon,
  Bot,
  CalendarDays,
  ChartColumn,
  History,
  House,
  Link2,
  ListTodo,
  MapPin,
  Star,
  Store,
  Swords,
  TrendingUp,
} from 'lucide-react';
import type { View } from '../../lib/view-titles';

type Entry = readonly [view: View, icon: LucideIcon];

/** The views that need no selection, with their icons. */
export const WORKING_VIEWS: readonly Entry[] = Object.freeze([
  ['overview', House],
  ['accounts', Store],
  ['locations', MapPin],
  ['calendar', CalendarDays],
  ['setup', Link2],
]);

/** The views of a profile as customers see it. They open once a Business Profile is connected. */
export const CUSTOMER_VIEWS: readonly Entry[] = Object.freeze([
  ['statistics', ChartColumn],
  ['reputation', Star],
  ['change-log', History],
  ['tasks', ListTodo],
]);

/** The views that are not available yet. A view that gets built moves into the group above. */
export const COMING_VIEWS: readonly Entry[] = Object.freeze([
  ['rank-tracking', TrendingUp],
  ['competitors', Swords],
  ['ai-agent', Bot],
]);
