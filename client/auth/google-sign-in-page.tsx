import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import styles from './auth-page.module.css';
import { authWords } from './auth-words';
import { sendReport, SIGNED_IN } from './google-popup';

/** The last page of the Google sign-in popup: reports the result to the page that opened it, and closes the window. */
export function GoogleSignInPage() {
  const [query] = useSearchParams();
  const attempt = query.get('attempt') ?? '';
  const result = query.get('result') ?? '';

  useEffect(() => {
    sendReport({ attempt, result });
    // Browsers ignore this in a window that no script has opened. There the link leads back.
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
