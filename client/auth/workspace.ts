import { scopeOf, useSession } from './session';

/** The workspace whose data are shown; empty when signed out. */
export function useWorkspaceId(): string {
  const session = useSession();
  return session.status === 'signed-in' ? session.user.workspaceId : '';
}

/**
 * Makes the addresses of the workspace's files and pictures. A link or a picture sends no header, so the address names the
 * workspace. It takes the path and query of the API's route.
 */
export function useWorkspaceAddress(): (route: string) => string {
  const workspace = useWorkspaceId();
  // A server from before there were workspaces names none.
  if (!workspace) return (route) => route;
  return (route) => `${route}${route.includes('?') ? '&' : '?'}${new URLSearchParams({ workspace })}`;
}

/**
 * The name under which something unfinished is kept in this browser, for the person who is signed in and the workspace that
 * is shown.
 */
export function useKeptName(name: string): string {
  const session = useSession();
  return `${name}.${session.status === 'signed-in' ? scopeOf(session.user) : ''}`;
}
