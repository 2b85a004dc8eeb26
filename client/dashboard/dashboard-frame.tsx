import { PanelLeft, Store } from 'lucide-react';
import { useId, useRef, useState, type ReactNode } from 'react';
import { ButtonLink } from '../ui/button';
import { cx } from '../ui/cx';
import { Drawer } from '../ui/drawer';
import { IconButton } from '../ui/icon-button';
import { viewUrl } from '../ui/views';
import styles from './dashboard-frame.module.css';
import { LogoutButton } from './logout-button';
import { Sidebar } from './sidebar';
import { useCollapsed, useNarrow } from './use-sidebar';

/** What stays in place around every view: skip link, sidebar (a drawer on narrow screens) and header. */
export function DashboardFrame({ children }: { children: ReactNode }) {
  const [collapsed, toggleCollapsed] = useCollapsed();
  const [drawerOpen, setDrawerOpen] = useState(false);
  const narrow = useNarrow();
  const main = useRef<HTMLElement>(null);
  const sidebarId = useId();

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
          <Sidebar collapsed={collapsed} />
        </aside>
      )}
      <Drawer open={narrow && drawerOpen} label="Navigation" onClose={() => setDrawerOpen(false)}>
        <Sidebar onNavigate={() => setDrawerOpen(false)} />
      </Drawer>
      <div className={styles.page}>
        <header className={styles.header}>
          <IconButton
            icon={PanelLeft}
            label="Toggle sidebar"
            aria-expanded={narrow ? drawerOpen : !collapsed}
            aria-controls={narrow ? undefined : sidebarId}
            onClick={narrow ? () => setDrawerOpen(true) : toggleCollapsed}
          />
          <div className={styles.actions}>
            <ButtonLink to={viewUrl('accounts')} variant="quiet" icon={Store}>
              VIEW ACCOUNTS
            </ButtonLink>
            <LogoutButton />
          </div>
        </header>
        <main ref={main} id="content" tabIndex={-1} className={styles.content}>
          {children}
        </main>
      </div>
    </div>
  );
}
