import { PanelLeft, Search, Store } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../auth/session';
import { useMedia } from '../lib/use-narrow-screen';
import { useSetting } from '../lib/use-setting';
import { viewUrl } from '../lib/views';
import { Bell } from '../notices/bell';
import { ButtonLink, IconButton } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import { Drawer } from '../ui/layers/dialog';
import { Icon } from '../ui/basics/icon';
import { KeyCap } from '../ui/basics/labels';
import { useOnDemand } from '../ui/messages/load-code';
import styles from './dashboard-frame.module.css';
import { LogoutButton, useLogOut } from './account/logout-button';
import { type Commands, PALETTE_KEYS, useShortcuts, useSingleKeys } from './commands/shortcuts';
import { ShortcutsDialog } from './commands/shortcuts-dialog';
import { loadAhead, loadPalette } from './load-ahead';
import { Sidebar } from './sidebar';

interface DashboardFrameProps {
  /** Opens the composer, with the location on screen if there is one. */
  onSchedulePost: () => void;
  /** Lasting messages above the view. */
  notices: ReactNode;
  children: ReactNode;
}

/** The frame around every view: skip link, sidebar (a drawer on narrow screens), header, palette, shortcuts. */
export function DashboardFrame({ onSchedulePost, notices, children }: DashboardFrameProps) {
  const session = useSession();
  const navigate = useNavigate();
  const [sidebar, setSidebar] = useSetting('sidebar', ['expanded', 'collapsed']);
  const collapsed = sidebar === 'collapsed';
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const narrow = useMedia(NARROW);
  const logOut = useLogOut(session.logOut);
  const { Part: Palette, ...palette } = useOnDemand(
    loadPalette,
    'The search couldn’t be loaded. Please try again.',
  );
  const main = useRef<HTMLElement>(null);
  const sidebarId = useId();

  const commands: Commands = {
    go: (address) => void navigate(address),
    schedulePost: onSchedulePost,
    toggleSidebar: narrow
      ? () => setDrawerOpen(true)
      : () => setSidebar(collapsed ? 'expanded' : 'collapsed'),
    chooseTheme: (theme) => void session.chooseTheme(theme),
    showShortcuts() {
      setDrawerOpen(false);
      setShortcutsOpen(true);
    },
    logOut: logOut.begin,
  };
  // While the palette's code loads, typed letters are meant for it.
  useShortcuts(commands, palette.open, singleKeys && !palette.isOpening);

  return (
    <div className={styles.frame} onPointerOver={loadAhead} onFocus={loadAhead}>
      <a
        href="#content"
        className={styles.skip}
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      {!narrow && (
        <aside
          id={sidebarId}
          aria-label="Sidebar"
          className={cx(styles.sidebar, collapsed && styles.collapsed)}
        >
          <Sidebar collapsed={collapsed} onShortcuts={commands.showShortcuts} />
        </aside>
      )}
      <Drawer open={narrow && drawerOpen} label="Navigation" onClose={() => setDrawerOpen(false)}>
        <Sidebar onNavigate={() => setDrawerOpen(false)} onShortcuts={commands.showShortcuts} />
      </Drawer>
      <div className={styles.page}>
        <header className={styles.header}>
          <IconButton
            icon={PanelLeft}
            label="Toggle sidebar"
            aria-expanded={narrow ? drawerOpen : !collapsed}
            aria-controls={narrow ? undefined : sidebarId}
            onClick={commands.toggleSidebar}
          />
          <SearchButton onClick={palette.open} />
          <div className={styles.actions}>
            <Bell />
            <ButtonLink to={viewUrl('accounts')} variant="quiet" icon={Store}>
              VIEW ACCOUNTS
            </ButtonLink>
            <LogoutButton logOut={logOut} />
          </div>
        </header>
        <main ref={main} id="content" tabIndex={-1}>
          <div className={styles.notices}>{notices}</div>
          <div className={styles.content}>{children}</div>
        </main>
      </div>
      {Palette && <Palette commands={commands} onClose={palette.close} />}
      <ShortcutsDialog
        open={shortcutsOpen}
        singleKeys={singleKeys}
        onChange={setSingleKeys}
        onClose={() => setShortcutsOpen(false)}
      />
    </div>
  );
}

/** Opens the palette. Shows its name and keys on wide screens, an icon on narrow ones. */
function SearchButton({ onClick }: { onClick: () => void }) {
  return (
    <button
      type="button"
      className={styles.search}
      data-ahead="palette"
      aria-keyshortcuts={PALETTE_KEYS.aria}
      title="Search or jump to"
      onClick={onClick}
    >
      <Icon of={Search} />
      <span className={styles.searchLabel}>Search or jump to</span>
      <span className={styles.searchKeys} aria-hidden="true">
        <KeyCap keys={PALETTE_KEYS.caps} />
      </span>
    </button>
  );
}

/** Below this the sidebar is a drawer (see dashboard-frame.module.css). */
const NARROW = '(width < 960px)';
