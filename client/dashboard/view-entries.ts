import {
  type LucideIcon,
  Bot,
  CalendarDays,
  ChartColumn,
  History,
  LayoutDashboard,
  Link2,
  ListTodo,
  MapPin,
  MessageSquareText,
  Store,
  Swords,
  TrendingUp,
} from 'lucide-react';
import type { View } from '../lib/views';

type Entry = readonly [view: View, icon: LucideIcon];

/** The views that need no selection, with their icons. */
export const WORKING_VIEWS: readonly Entry[] = Object.freeze([
  ['overview', LayoutDashboard],
  ['accounts', Store],
  ['locations', MapPin],
  ['calendar', CalendarDays],
  ['setup', Link2],
]);

/** The views that are not available yet. */
export const COMING_VIEWS: readonly Entry[] = Object.freeze([
  ['rank-tracking', TrendingUp],
  ['competitors', Swords],
  ['reputation', MessageSquareText],
  ['tasks', ListTodo],
  ['statistics', ChartColumn],
  ['ai-agent', Bot],
  ['change-log', History],
]);
