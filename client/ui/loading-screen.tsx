import { LogoMark } from './logo';
import styles from './loading-screen.module.css';

/** Fills the window while it is unknown what to show. */
export function LoadingScreen() {
  return (
    <div className={styles.screen}>
      <LogoMark />
      <p role="status" className={styles.text}>
        Loading...
      </p>
    </div>
  );
}
