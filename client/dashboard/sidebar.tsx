import { CircleHelp, Keyboard, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useSession } from '../auth/session';
import { Avatar } from '../ui/avatar';
import { cx } from '../ui/cx';
import { Icon } from '../ui/icon';
import { IconButton } from '../ui/icon-button';
import { Logo, LogoMark } from '../ui/logo';
import { viewUrl } from '../ui/views';
import { VisuallyHidden } from '../ui/visually-hidden';
import { Navigation } from './navigation';
import styles from './sidebar.module.css';
import { ThemeSwitch } from './theme-switch';

interface SidebarProps {
  collapsed?: boolean;
  /** A view was chosen. */
  onNavigate?: () => void;
  /** What can be done about the account is wanted. */
  onAccount: () => void;
  /** The list of keyboard shortcuts is wanted. */
  onShortcuts: () => void;
}

/** Who is signed in, with the way to their account, where one can go, the theme and the help: 248 px wide, or 64 with icons alone. */
export function Sidebar({ collapsed = false, onNavigate, onAccount, onShortcuts }: SidebarProps) {
  const session = useSession();
  if (session.status !== 'signed-in') return null;
  const { displayName, email, photoURL } = session.user;
  const name = displayName || email;

  return (
    <div className={cx(styles.sidebar, collapsed && styles.collapsed)}>
      <Link to={viewUrl('overview')} className={styles.home} onClick={onNavigate}>
        {collapsed ? <LogoMark /> : <Logo />}
        {collapsed && <VisuallyHidden>Shingle</VisuallyHidden>}
      </Link>
      <button
        type="button"
        className={styles.person}
        title={collapsed ? `Your account: ${name}, ${email}` : undefined}
        onClick={onAccount}
      >
        <Avatar name={name} photoUrl={photoURL} />
        <VisuallyHidden>Your account: </VisuallyHidden>
        {collapsed ? (
          <VisuallyHidden>{`${name}, ${email}`}</VisuallyHidden>
        ) : (
          <>
            <span className={styles.who}>
              <span className={styles.name}>{name}</span>
              {displayName && <span className={styles.email}>{email}</span>}
            </span>
            <Icon of={Settings} />
          </>
        )}
      </button>
      <Navigation collapsed={collapsed} onNavigate={onNavigate} />
      <div className={styles.foot}>
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
