import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Banner } from '../ui/banner';
import { LoadingScreen } from '../ui/loading-screen';
import { Logo } from '../ui/logo';
import styles from './auth-page.module.css';
import { returnPath } from './return-path';
import { useSession } from './session';

interface AuthPageProps {
  title: string;
  /** What went wrong, above the form. */
  fault?: string | undefined;
  children: ReactNode;
}

/** The page of a form for people who are not signed in yet; whoever is goes on to where they wanted to. */
export function AuthPage({ title, fault, children }: AuthPageProps) {
  const session = useSession();
  const { state } = useLocation();
  const message = useRef<HTMLDivElement>(null);

  // The form may be longer than the screen, and its button below.
  useEffect(() => {
    if (fault) message.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);

  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'signed-in') return <Navigate to={returnPath(state)} replace />;

  return (
    <main className={styles.page}>
      <Link to="/" className={styles.home}>
        <Logo large />
      </Link>
      <div className={styles.card}>
        <h1 tabIndex={-1}>{title}</h1>
        {fault && (
          <div ref={message}>
            <Banner tone="error">{fault}</Banner>
          </div>
        )}
        {children}
      </div>
    </main>
  );
}
