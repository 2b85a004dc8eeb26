import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { viewOf, viewUrl } from '../ui/views';
import styles from './navigation.module.css';
import { VIEW_TITLES } from './titles';
import { COMING_VIEWS, WORKING_VIEWS } from './view-entries';

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

  const entries = (list: typeof WORKING_VIEWS) =>
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
      <ul className={styles.list}>{entries(WORKING_VIEWS)}</ul>
      <p id={groupId} className={styles.group}>
        <span className={styles.name}>Coming soon</span>
      </p>
      <ul className={cx(styles.list, styles.quiet)} aria-labelledby={groupId}>
        {entries(COMING_VIEWS)}
      </ul>
    </nav>
  );
}
