import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import styles from './auth-page.module.css';
import { authWords } from './auth-words';
import { sendReport, SIGNED_IN } from './google-popup';

/** Where the popup of a sign-in with Google ends: tells the page that opened it how it went, and closes itself. */
export function GoogleSignInPage() {
  const [query] = useSearchParams();
  const attempt = query.get('attempt') ?? '';
  const result = query.get('result') ?? '';

  useEffect(() => {
    sendReport({ attempt, result });
    // Does nothing in a window that no script has opened; then the link is the way back.
    window.close();
  }, [attempt, result]);

  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <h1 tabIndex={-1}>Sign in with Google</h1>
        <p>
          {result === SIGNED_IN ? 'You are signed in, and this window can be closed.' : authWords(result)}
        </p>
        <Link to={result === SIGNED_IN ? '/dashboard' : '/login'}>Back to Shingle</Link>
      </div>
    </main>
  );
}
