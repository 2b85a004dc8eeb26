import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '../ui/basics/cx';
import { Logo } from '../ui/basics/logo';
import common from '../ui/layout/common.module.css';
import styles from './site-frame.module.css';

interface SiteFrameProps {
  /** Links at the end of the header. */
  links: ReactNode;
  /** The page draws its own iron below the header, and sets the width of its parts. */
  open?: boolean;
  /** At the beginning of the footer; without it there is none. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The header, width and footer of the public pages. */
export function SiteFrame({ links, open = false, foot, children }: SiteFrameProps) {
  return (
    <>
      <header className={cx(!open && styles.line)}>
        <div className={cx(common.spread, styles.bar)}>
          <Link to="/" className={styles.home}>
            <Logo />
          </Link>
          <nav aria-label="Site" className={styles.links}>
            {links}
          </nav>
        </div>
      </header>
      <main className={cx(!open && styles.column)}>{children}</main>
      {foot && <footer className={styles.foot}>{foot}</footer>}
    </>
  );
}
