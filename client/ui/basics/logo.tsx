import common from '../layout/common.module.css';
import styles from './logo.module.css';

/** The logo: an enamel shop sign on a bracket. Decorative, since the name is beside it or on the link around it. */
export function LogoMark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path className={styles.bracket} d="M5 3v26M5 6h23M5 14.5 13.5 6M12 6v5M24 6v5" />
      <rect className={styles.plate} x="8" y="11" width="20" height="15" rx="3.5" />
      <rect className={styles.line} x="10.25" y="13.25" width="15.5" height="10.5" rx="1.75" />
      <path className={styles.letters} d="M13.5 17h9M13.5 20.25h5.5" />
    </svg>
  );
}

/** Logo and name of the product. */
export function Logo() {
  return (
    <span className={styles.logo}>
      <LogoMark />
      Shingle
    </span>
  );
}

/** Fills the window while the session or the connection is being checked. */
export function LoadingScreen() {
  return (
    <div className={styles.screen}>
      <LogoMark />
      <p role="status" className={common.muted}>
        Loading...
      </p>
    </div>
  );
}
