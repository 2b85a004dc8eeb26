import { CircleHelp, Keyboard } from 'lucide-react';
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
  /** The list of keyboard shortcuts is wanted. */
  onShortcuts: () => void;
}

/** Who is signed in, where one can go, the theme and the help: 248 px wide, or 64 with icons alone. */
export function Sidebar({ collapsed = false, onNavigate, onShortcuts }: SidebarProps) {
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
      <div className={styles.person} title={collapsed ? `${name}, ${email}` : undefined}>
        <Avatar name={name} photoUrl={photoURL} />
        {collapsed ? (
          <VisuallyHidden>{`Signed in as ${name}, ${email}`}</VisuallyHidden>
        ) : (
          <div className={styles.who}>
            <p className={styles.name}>{name}</p>
            {displayName && <p className={styles.email}>{email}</p>}
          </div>
        )}
      </div>
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
