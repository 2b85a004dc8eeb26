import { ButtonLink } from '../ui/button';
import { Logo } from '../ui/logo';
import styles from './page-error.module.css';

/** What an address shows that none of the routes knows. */
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
