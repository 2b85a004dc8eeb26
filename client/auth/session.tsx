import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { answer, api, onSessionLost, type Schemas } from '../api/client';
import { beginRequestSession, requestSession } from '../api/request-session';
import { holdSettings } from '../ui/browser-settings';
import { getTheme, setTheme } from '../ui/theme';

export type Profile = Schemas['ProfileDto'];

type SessionState =
  | { status: 'loading' }
  /** The server could not be asked who is signed in. */
  | { status: 'unavailable' }
  /**
   * `byChoice`: the person has just logged out here, rather than lost the session. `farewell`: what they should still
   * read, having deleted their account.
   */
  | { status: 'signed-out'; byChoice: boolean; farewell?: string }
  | { status: 'signed-in'; user: Profile };

interface SessionActions {
  /** Asks the server again who is signed in. */
  reload(): Promise<void>;
  /** Signs in; a failure is thrown without a toast, to be shown by the form. @throws ApiError */
  logIn(credentials: Schemas['LoginDto']): Promise<void>;
  /** Creates an account and signs in; fails like `logIn`. @throws ApiError */
  signUp(person: Schemas['SignUpDto']): Promise<void>;
  /** Takes up a session that began in another window; false when there is none. Fails like `logIn`. @throws ApiError */
  takeUp(): Promise<boolean>;
  /** Ends the session on the server and in every tab. A failure is told by toast. */
  logOut(): Promise<void>;
  /** Ends all sessions of the person, on every device. A failure is told by toast. */
  logOutEverywhere(): Promise<void>;
  /** Deletes the account, and every session with it; fails like `logIn`. @throws ApiError */
  deleteAccount(proof: Schemas['DeleteAccountDto']): Promise<void>;
  /** Shows a theme at once and saves it in the profile; a failure is told by toast and takes it back. */
  chooseTheme(theme: Profile['preferences']['theme']): Promise<void>;
}

export type Session = SessionState & SessionActions;

const SessionContext = createContext<Session | null>(null);

/** The other tabs of this browser share the cookie; a message here tells them to ask the server again. */
const CHANNEL = 'shingle.session';

const ACCOUNT_SURELY_GONE =
  'You are signed out, and your account should be deleted, but the confirmation was lost on its way. If you can still sign in, please delete it again.';

/**
 * Knows who is signed in, follows what other tabs do, and turns signed-out when a request of the present session is
 * answered with 401. What comes late, for an earlier session, changes nothing.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'loading' });
  /** What `state` is or is about to be. */
  const latest = useRef<SessionState>(state);
  /** Grows with every change, so that an answer which was overtaken by one is dropped. */
  const turn = useRef(0);
  const channel = useRef<BroadcastChannel>(null);

  const { actions, lose } = useMemo(() => {
    const put = (next: SessionState): void => {
      if (signInOf(next) !== signInOf(latest.current)) beginRequestSession();
      latest.current = next;
      setState(next);
    };
    const change = (next: SessionState): void => {
      turn.current++;
      put(next);
      channel.current?.postMessage('changed');
    };
    const enter = ({ user }: Schemas['SignedInDto']): void => change({ status: 'signed-in', user });
    /** Does what ends the session on the server. */
    const leave = async <Data,>(request: Promise<Data>, farewell?: (data: Data) => string): Promise<void> => {
      // The answer has the browser forget everything of this site; how it was set up is nobody's secret.
      const putBack = holdSettings();
      const askedUnder = requestSession();
      const data = await request;
      putBack();
      // A new session has begun since; whether that session still stands, the server knows.
      if (askedUnder !== requestSession() && latest.current.status === 'signed-in') return actions.reload();
      change({ status: 'signed-out', byChoice: true, ...(farewell && { farewell: farewell(data) }) });
    };

    const actions: SessionActions = {
      async reload() {
        const mine = ++turn.current;
        const next = await answer(api.GET('/api/auth/session'), { quiet: true }).then(
          ({ user }): SessionState =>
            user ? { status: 'signed-in', user } : { status: 'signed-out', byChoice: false },
          () => undefined,
        );
        if (mine !== turn.current) return;
        const now = latest.current;
        // Without an answer nothing is known to have changed.
        if (!next) return now.status === 'loading' ? put({ status: 'unavailable' }) : undefined;
        if (now.status !== 'signed-out' || next.status !== 'signed-out') put(next);
      },
      async logIn(body) {
        enter(await answer(api.POST('/api/auth/login', { body }), { quiet: true }));
      },
      async signUp(body) {
        enter(await answer(api.POST('/api/auth/signup', { body }), { quiet: true }));
      },
      async takeUp() {
        const { user } = await answer(api.GET('/api/auth/session'), { quiet: true });
        if (user) enter({ user });
        return user !== null;
      },
      async logOut() {
        await leave(answer(api.POST('/api/auth/logout'))).catch(() => undefined);
      },
      async logOutEverywhere() {
        await leave(answer(api.POST('/api/auth/logout-everywhere'))).catch(() => undefined);
      },
      async deleteAccount(body) {
        // The session goes with the account, so a repetition is answered with 401.
        const deleted = answer<Schemas['AccountDeletedDto'] | undefined>(
          api.DELETE('/api/account', { body }),
          { quiet: true, doneIs: 401 },
        );
        await leave(deleted, (outcome) => outcome?.message ?? ACCOUNT_SURELY_GONE);
      },
      async chooseTheme(theme) {
        const before = getTheme();
        const askedUnder = requestSession();
        const isLate = () => askedUnder !== requestSession();
        setTheme(theme);
        await answer(api.PATCH('/api/auth/profile', { body: { preferences: { theme } } })).then(
          (user) => isLate() || change({ status: 'signed-in', user }),
          () => isLate() || setTheme(before),
        );
      },
    };
    const lose = (): void => {
      if (latest.current.status === 'signed-in') change({ status: 'signed-out', byChoice: false });
    };
    return { actions, lose };
  }, []);

  useEffect(() => {
    const tabs = new BroadcastChannel(CHANNEL);
    channel.current = tabs;
    tabs.onmessage = () => void actions.reload();
    const stopListening = onSessionLost(lose);
    void actions.reload();
    return () => {
      stopListening();
      tabs.close();
    };
  }, [actions, lose]);

  const theme = state.status === 'signed-in' ? state.user.preferences.theme : undefined;
  useEffect(() => {
    if (theme) setTheme(theme);
  }, [theme]);

  const session = useMemo(() => ({ ...state, ...actions }), [state, actions]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Tells one sign-in from another; empty where nobody is signed in. */
function signInOf(state: SessionState): string {
  return state.status === 'signed-in' ? `${state.user.uid} ${state.user.lastSignIn}` : '';
}

/** Who is signed in, and the ways in and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}
