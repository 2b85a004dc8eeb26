import { api } from './client';

/** Asks whether a Business Profile is connected. */
export const askForConnection = () => api.GET('/api/auth/gbp-status');

let early: ReturnType<typeof askForConnection> | undefined;

/** Asks before it is known who is signed in: the dashboard's page has begun this request already (`vite.pages.ts`). */
export function askEarly(): void {
  early = askForConnection();
  // Refused without a session.
  early.catch(() => undefined);
}

/**
 * The answer to the early request, once; undefined when there is none. It is dropped when it turns out that no one is signed
 * in, since it could be used after the next sign-in.
 */
export function takeEarly(): typeof early {
  const taken = early;
  early = undefined;
  return taken;
}
