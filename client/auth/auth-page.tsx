import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { Banner } from '../ui/messages/banner';
import { LoadingScreen } from '../ui/basics/logo';
import { SignPage } from '../ui/layout/sign-page';
import { useSession } from './session';

interface AuthPageProps {
  title: string;
  /** What went wrong, above the form. */
  fault?: string | undefined;
  children: ReactNode;
}

/** The page of a sign-in or sign-up form. A signed-in user is sent on to the address in the router's state. */
export function AuthPage({ title, fault, children }: AuthPageProps) {
  const session = useSession();
  const { state } = useLocation();
  const message = useRef<HTMLDivElement>(null);

  // The form may be longer than the screen, with the pressed button below.
  useEffect(() => {
    if (fault) message.current?.scrollIntoView({ block: 'nearest' });
  }, [fault]);

  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'signed-in') return <Navigate to={returnPath(state)} replace />;

  return (
    <SignPage
      card
      title={title}
      name={
        <Link to="/" aria-label="Shingle, home">
          Shingle
        </Link>
      }
    >
      {fault && (
        <div ref={message}>
          <Banner tone="error">{fault}</Banner>
        </div>
      )}
      {children}
    </SignPage>
  );
}

const DEFAULT = '/dashboard';
/** The pages that a sign-in may return to: only our own protected ones. */
const ALLOWED = ['/dashboard'];

/** The router's state that RequireSession passes to the sign-in pages. */
export interface ReturnState {
  from: string;
}

/** The page to go to after signing in; the dashboard unless `state` names an allowed one (RFC 9700, section 4.11.1). */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state) || typeof state.from !== 'string')
    return DEFAULT;
  if (!URL.canParse(state.from, window.location.origin)) return DEFAULT;
  const { origin, pathname, search, hash } = new URL(state.from, window.location.origin);
  return origin === window.location.origin && ALLOWED.includes(pathname) ? pathname + search + hash : DEFAULT;
}
