import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom';
import styles from './root.module.css';
import { useArrival } from './use-arrival';

/** Around every page: titles, focus and scrolling on the way, and a bar while the code of the next page loads. */
export function Root() {
  useArrival();
  const { state } = useNavigation();
  return (
    <>
      {state === 'loading' && (
        <div className={styles.progress} role="progressbar" aria-label="Loading page" />
      )}
      <Outlet />
      <ScrollRestoration />
    </>
  );
}
