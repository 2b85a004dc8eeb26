import { Fragment } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { ReturnState } from '../auth/return-path';
import { useSession } from '../auth/session';
import { LoadingScreen } from '../ui/loading-screen';
import { ServerUnreachable } from './page-error';

/**
 * Lets signed-in people through, each to a page of their own that ends with the session; others go to /login and come
 * back to this address afterwards.
 */
export function RequireSession() {
  const session = useSession();
  const { pathname, search, hash } = useLocation();

  switch (session.status) {
    case 'loading':
      return <LoadingScreen />;
    case 'unavailable':
      return <ServerUnreachable onRetry={session.reload} />;
    case 'signed-out': {
      const from: ReturnState = { from: pathname + search + hash };
      // Whoever signs in after a deliberate logout may be somebody else: they start afresh.
      return <Navigate to="/login" replace state={session.byChoice ? null : from} />;
    }
    case 'signed-in':
      return (
        <Fragment key={session.user.uid}>
          <Outlet />
        </Fragment>
      );
  }
}
