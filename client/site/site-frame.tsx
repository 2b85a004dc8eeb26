import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Logo } from '../ui/logo';
import styles from './site-frame.module.css';

interface SiteFrameProps {
  /** Links at the end of the header. */
  links: ReactNode;
  children: ReactNode;
}

/** The header and width of the public pages. */
export function SiteFrame({ links, children }: SiteFrameProps) {
  return (
    <>
      <header className={styles.header}>
        <div className={styles.bar}>
          <Link to="/" className={styles.home}>
            <Logo />
          </Link>
          <nav aria-label="Site" className={styles.links}>
            {links}
          </nav>
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </>
  );
}
