import type { LucideIcon } from 'lucide-react';
import {
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
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { viewOf, viewUrl, type View } from '../ui/views';
import styles from './navigation.module.css';
import { VIEW_TITLES } from './titles';

type Entry = readonly [view: View, icon: LucideIcon];

const WORKING: Entry[] = [
  ['overview', LayoutDashboard],
  ['accounts', Store],
  ['locations', MapPin],
  ['calendar', CalendarDays],
  ['setup', Link2],
];

const COMING: Entry[] = [
  ['rank-tracking', TrendingUp],
  ['competitors', Swords],
  ['reputation', MessageSquareText],
  ['tasks', ListTodo],
  ['statistics', ChartColumn],
  ['ai-agent', Bot],
  ['change-log', History],
];

interface NavigationProps {
  /** Shows the icons alone; the names stay as tooltips and for screen readers. */
  collapsed: boolean;
  /** An entry was followed. */
  onNavigate?: () => void;
}

/** The views of the dashboard. */
export function Navigation({ collapsed, onNavigate }: NavigationProps) {
  const groupId = useId();
  const [query] = useSearchParams();
  const view = viewOf(query);
  // Details belong to the list that they were opened from.
  const current = view === 'location-details' ? 'locations' : view;

  const entries = (list: Entry[]) =>
    list.map(([entry, icon]) => (
      <li key={entry}>
        <Link
          to={viewUrl(entry)}
          className={styles.entry}
          title={collapsed ? VIEW_TITLES[entry] : undefined}
          aria-current={entry === current ? (entry === view ? 'page' : 'true') : undefined}
          onClick={onNavigate}
        >
          <Icon of={icon} size={20} />
          <span className={styles.name}>{VIEW_TITLES[entry]}</span>
        </Link>
      </li>
    ));

  return (
    <nav aria-label="Dashboard" className={cx(styles.navigation, collapsed && styles.collapsed)}>
      <ul className={styles.list}>{entries(WORKING)}</ul>
      <p id={groupId} className={styles.group}>
        <span className={styles.name}>Coming soon</span>
      </p>
      <ul className={cx(styles.list, styles.quiet)} aria-labelledby={groupId}>
        {entries(COMING)}
      </ul>
    </nav>
  );
}
