import { PanelLeft, Store } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSession } from '../auth/session';
import { ButtonLink } from '../ui/button';
import { cx } from '../ui/cx';
import { Drawer } from '../ui/drawer';
import { IconButton } from '../ui/icon-button';
import { viewUrl } from '../ui/views';
import type { Commands } from './commands';
import styles from './dashboard-frame.module.css';
import { LogoutButton } from './logout-button';
import { SearchButton } from './search-button';
import { ShortcutsDialog } from './shortcuts-dialog';
import { Sidebar } from './sidebar';
import { useAccountDialog } from './use-account-dialog';
import { useLogOut } from './use-log-out';
import { usePalette } from './use-palette';
import { useShortcuts, useSingleKeys } from './use-shortcuts';
import { useCollapsed, useNarrow } from './use-sidebar';

interface DashboardFrameProps {
  /** Opens the composer, for the place on screen if there is one. */
  onSchedulePost: () => void;
  children: ReactNode;
}

/** What stays in place around every view: skip link, sidebar (a drawer on narrow screens), header, palette, shortcuts. */
export function DashboardFrame({ onSchedulePost, children }: DashboardFrameProps) {
  const session = useSession();
  const navigate = useNavigate();
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const [shortcutsOpen, setShortcutsOpen] = useState(false);
  const [singleKeys, setSingleKeys] = useSingleKeys();
  const narrow = useNarrow();
  const logOut = useLogOut(session.logOut);
  const { Part: Palette, ...palette } = usePalette();
  const { Part: AccountDialog, ...account } = useAccountDialog();
  const main = useRef<HTMLElement>(null);
  const sidebarId = useId();

  const commands: Commands = {
    go: (address) => void navigate(address),
    schedulePost: onSchedulePost,
    toggleSidebar: narrow ? () => setDrawerOpen(true) : toggleCollapsed,
    chooseTheme: (theme) => void session.chooseTheme(theme),
    showShortcuts() {
      setDrawerOpen(false);
      setShortcutsOpen(true);
    },
    showAccount() {
      setDrawerOpen(false);
      account.open();
    },
    logOut: logOut.begin,
  };
  // What is typed before the palette has arrived is meant for it.
  useShortcuts(commands, palette.open, singleKeys && !palette.isOpening);

  return (
    <div className={styles.frame}>
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
          <Sidebar
            collapsed={collapsed}
            onAccount={commands.showAccount}
            onShortcuts={commands.showShortcuts}
          />
        </aside>
      )}
      <Drawer open={narrow && drawerOpen} label="Navigation" onClose={() => setDrawerOpen(false)}>
        <Sidebar
          onNavigate={() => setDrawerOpen(false)}
          onAccount={commands.showAccount}
          onShortcuts={commands.showShortcuts}
        />
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
            <ButtonLink to={viewUrl('accounts')} variant="quiet" icon={Store}>
              VIEW ACCOUNTS
            </ButtonLink>
            <LogoutButton logOut={logOut} />
          </div>
        </header>
        <main ref={main} id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
      {Palette && <Palette commands={commands} onClose={palette.close} />}
      {AccountDialog && <AccountDialog onClose={account.close} />}
      <ShortcutsDialog
        open={shortcutsOpen}
        singleKeys={singleKeys}
        onChange={setSingleKeys}
        onClose={() => setShortcutsOpen(false)}
      />
    </div>
  );
}
