import { useState } from 'react';
import { Link, useRouteError } from 'react-router-dom';
import { NO_NETWORK, UNEXPECTED } from '../auth/auth-words';
import { ErrorState } from '../ui/banner';
import { Button, ButtonLink } from '../ui/button';
import { CodeNotLoaded } from '../ui/load-code';
import { Logo } from '../ui/logo';
import styles from './page-error.module.css';

/** Replaces a page whose code did not arrive or that threw while rendering. */
export function PageError() {
  const error = useRouteError();
  const [title, text] =
    error instanceof CodeNotLoaded
      ? [
          'This page could not be loaded',
          'The connection may have failed, or a new version of Shingle has been released.',
        ]
      : ['Something went wrong', UNEXPECTED];
  return (
    <main className={styles.page}>
      <Logo />
      <h1 tabIndex={-1}>{title}</h1>
      <p role="alert">{text}</p>
      <Button variant="primary" onClick={() => window.location.reload()}>
        Reload page
      </Button>
      <Link to="/" reloadDocument>
        Back to Home
      </Link>
    </main>
  );
}

/** Shown when the request that asks who is signed in got no answer. */
export function ServerUnreachable({ onRetry }: { onRetry: () => Promise<void> }) {
  const [retrying, setRetrying] = useState(false);
  const retry = () => {
    setRetrying(true);
    void onRetry().finally(() => setRetrying(false));
  };
  return (
    <main className={styles.page}>
      <Logo />
      <ErrorState message={NO_NETWORK} onRetry={retry} retrying={retrying} />
    </main>
  );
}

/** Shown at an address that matches no route. */
export function NotFoundPage() {
  return (
    <main className={styles.page}>
      <Logo />
      <h1 tabIndex={-1}>Page not found</h1>
      <p>There is no page at this address. It may have been mistyped, or the page has moved.</p>
      <ButtonLink to="/" variant="primary">
        Back to Home
      </ButtonLink>
    </main>
  );
}
