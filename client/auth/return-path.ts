const DEFAULT = '/dashboard';
/** Where a person may be sent back to after signing in: our own protected pages and nothing else. */
const ALLOWED = ['/dashboard'];

/** What the guard leaves in the router's state for the pages that sign in. */
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
