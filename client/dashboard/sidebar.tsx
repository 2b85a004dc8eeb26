import { ChevronRight, CircleHelp, Keyboard, Settings2 } from 'lucide-react';
import { useId, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { figure } from '../lib/count-of';
import { useSession } from '../auth/session';
import { type Connection, useConnection } from '../business-profile/use-connection';
import { useOpenTasks } from '../advice/use-open-tasks';
import { type View, viewOf, VIEW_TITLES } from '../lib/view-titles';
import { viewUrl } from '../lib/views';
import { useOpenEdits } from '../listings/use-google-edits';
import { useWaitingReviews } from '../reviews/data/use-waiting-reviews';
import { IconButton } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Icon } from '../ui/basics/icon';
import { Avatar } from '../ui/basics/labels';
import { Logo, LogoMark } from '../ui/basics/logo';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import styles from './sidebar.module.css';
import { ThemeSwitch } from './account/theme-switch';
import { COMING_VIEWS, CUSTOMER_VIEWS, WORKING_VIEWS } from './commands/view-entries';

interface SidebarProps {
  collapsed?: boolean;
  /** Called when a view was chosen. */
  onNavigate?: () => void;
  /** Opens the list of keyboard shortcuts. */
  onShortcuts: () => void;
}

/** The signed-in user's link to the settings, navigation, theme and help. It is 248 px wide, or 64 px with icons only. */
export function Sidebar({ collapsed = false, onNavigate, onShortcuts }: SidebarProps) {
  const session = useSession();
  const [query] = useSearchParams();
  if (session.status !== 'signed-in') return null;
  const { displayName, email, photoURL } = session.user;
  const name = displayName || email;

  return (
    <div className={cx(styles.sidebar, collapsed && styles.collapsed)}>
      <Link to={viewUrl('overview')} className={styles.home} onClick={onNavigate}>
        {collapsed ? <LogoMark /> : <Logo />}
        {collapsed && <VisuallyHidden>Shingle</VisuallyHidden>}
      </Link>
      <Link
        to={viewUrl('settings')}
        className={styles.person}
        title={collapsed ? `Settings: ${name}, ${email}` : undefined}
        aria-current={viewOf(query) === 'settings' ? 'page' : undefined}
        onClick={onNavigate}
      >
        <Avatar name={name} photoUrl={photoURL} />
        <VisuallyHidden>Settings: </VisuallyHidden>
        {collapsed ? (
          <VisuallyHidden>{`${name}, ${email}`}</VisuallyHidden>
        ) : (
          <>
            <span className={styles.who}>
              <span className={cx(prose.clip, common.medium)}>{name}</span>
              {displayName && <span className={cx(prose.clip, common.small)}>{email}</span>}
            </span>
            <Icon of={Settings2} />
          </>
        )}
      </Link>
      <Navigation collapsed={collapsed} onNavigate={onNavigate} />
      <div className={cx(prose.row, styles.foot)}>
        <ThemeSwitch vertical={collapsed} />
        <IconButton icon={Keyboard} label="Keyboard shortcuts" onClick={onShortcuts} />
        <a
          className={styles.help}
          href="https://support.google.com/business"
          target="_blank"
          rel="noreferrer"
          title="Google Business Profile Help, in a new tab"
        >
          <Icon of={CircleHelp} size={20} />
          {collapsed ? <VisuallyHidden>Help</VisuallyHidden> : 'Help'}
        </a>
      </div>
    </div>
  );
}

/** The entries for views that have none of their own, since they are opened from these. */
const PARENTS: Partial<Record<View, View>> = {
  'location-details': 'locations',
  'bulk-edit': 'locations',
  campaign: 'calendar',
};

interface NavigationProps {
  /** Shows only icons. The names stay as tooltips and for screen readers. */
  collapsed: boolean;
  /** Called when an entry was followed. */
  onNavigate?: () => void;
}

/** The links to the views. Views that are not available yet are folded into one line, which is open while one of them is shown. */
function Navigation({ collapsed, onNavigate }: NavigationProps) {
  const comingId = useId();
  const customersId = useId();
  const [query] = useSearchParams();
  const { connection } = useConnection();
  const view = viewOf(query);
  const showsComing = COMING_VIEWS.some(([coming]) => coming === view);
  const [isOpened, setIsOpened] = useState(false);
  const isOpen = showsComing || isOpened;
  const current = PARENTS[view] ?? view;

  const openEdits = useOpenEdits().data?.counts.open ?? 0;
  const waiting: Partial<Record<View, { count: number; words: string }>> = {
    reputation: {
      count: useWaitingReviews().data?.counts.unanswered ?? 0,
      words: 'reviews waiting for an answer',
    },
    'change-log': { count: openEdits, words: 'edits by Google wait for you' },
    tasks: { count: useOpenTasks().data?.counts.open ?? 0, words: 'tasks to do' },
    statistics: { count: 0, words: '' },
  };
  const isSample = connection?.source === 'sample';

  const endOf = (entry: View) => {
    if (entry === 'setup' && connection)
      return <span className={cx(styles.entryName, styles.end)}>{connectionWords(connection)}</span>;
    const waits = waiting[entry];
    if (!waits) return null;
    if (isSample) return <span className={cx(styles.entryName, styles.end)}>Connect to use</span>;
    return (
      waits.count > 0 && (
        <span className={cx(styles.entryName, styles.waiting)}>
          {figure(waits.count)}
          <VisuallyHidden> {waits.words}</VisuallyHidden>
        </span>
      )
    );
  };
  const entries = (list: typeof WORKING_VIEWS) =>
    list.map(([entry, icon]) => (
      <li key={entry}>
        <Link
          // A link opens what its number counts.
          to={viewUrl(entry, entry === 'change-log' && openEdits > 0 ? { tab: 'google-edits' } : {})}
          className={styles.entry}
          title={collapsed ? VIEW_TITLES[entry] : undefined}
          aria-current={entry === current ? (entry === view ? 'page' : 'true') : undefined}
          onClick={onNavigate}
        >
          <Icon of={icon} size={20} />
          <span className={styles.entryName}>{VIEW_TITLES[entry]}</span>
          {endOf(entry)}
        </Link>
      </li>
    ));

  return (
    <nav aria-label="Dashboard" className={styles.navigation}>
      <ul className={styles.list}>{entries(WORKING_VIEWS)}</ul>
      <p id={customersId} className={cx(styles.group, styles.entryName)}>
        What customers see
      </p>
      <ul className={cx(styles.list, isSample && styles.quiet)} aria-labelledby={customersId}>
        {entries(CUSTOMER_VIEWS)}
      </ul>
      <button
        type="button"
        className={cx(styles.entry, styles.fold)}
        title={collapsed ? 'Coming soon' : undefined}
        aria-expanded={isOpen}
        aria-controls={comingId}
        onClick={() => setIsOpened(!isOpen)}
      >
        <Icon of={ChevronRight} size={20} />
        <span className={styles.entryName}>Coming soon</span>
        <span className={cx(styles.entryName, styles.end)}>{COMING_VIEWS.length}</span>
      </button>
      <ul id={comingId} className={cx(styles.list, styles.quiet)} aria-label="Coming soon" hidden={!isOpen}>
        {entries(COMING_VIEWS)}
      </ul>
    </nav>
  );
}

/** The state of the connection in one or two words. */
function connectionWords({ source, state, isPractice, closedApis }: Connection): string {
  if (source === 'sample') return 'Sample data';
  if (state === 'reconnect') return 'Reconnect';
  if (state === 'no_quota') return 'No access yet';
  if (closedApis.length > 0) return 'Partly connected';
  return isPractice ? 'Practice' : 'Connected';
}
