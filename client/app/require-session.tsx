import { LoadingScreen } from '../ui/basics/logo';
import { Fragment } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router-dom';
import type { ReturnState } from '../auth/auth-page';
import { scopeOf, useSession } from '../auth/session';
import { ServerUnreachable } from './page-error';

/**
 * Shows the page to a signed-in user, remounted for each user and workspace. Others go to /login and return to this address
 * afterwards.
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
      // After a deliberate logout the next user may be another person, who should not return to this address.
      return <Navigate to="/login" replace state={session.byChoice ? null : from} />;
    }
    case 'signed-in':
      return (
        <Fragment key={scopeOf(session.user)}>
          <Outlet />
        </Fragment>
      );
  }
}
