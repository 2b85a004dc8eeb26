import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { answer, api, type Schemas } from '../api/client';
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

/** Knows who is signed in, follows what other tabs do, and turns signed-out when any request is answered with 401. */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'loading' });
  /** Grows with every change, so that an answer which was overtaken by one is dropped. */
  const turn = useRef(0);
  const channel = useRef<BroadcastChannel>(null);

  const actions = useMemo<SessionActions>(() => {
    const change = (next: SessionState): void => {
      turn.current++;
      setState(next);
      channel.current?.postMessage('changed');
    };
    const enter = ({ user }: Schemas['SignedInDto']): void => change({ status: 'signed-in', user });
    /** Does what ends the session on the server. */
    const leave = async <Data,>(request: Promise<Data>, farewell?: (data: Data) => string): Promise<void> => {
      // The answer has the browser forget everything of this site; how it was set up is nobody's secret.
      const putBack = holdSettings();
      const data = await request;
      putBack();
      change({ status: 'signed-out', byChoice: true, ...(farewell && { farewell: farewell(data) }) });
    };

    return {
      async reload() {
        const mine = ++turn.current;
        const next = await answer(api.GET('/api/auth/session'), { quiet: true }).then(
          ({ user }): SessionState =>
            user ? { status: 'signed-in', user } : { status: 'signed-out', byChoice: false },
          () => undefined,
        );
        if (mine !== turn.current) return;
        setState((now) => {
          // Without an answer nothing is known to have changed.
          if (!next) return now.status === 'loading' ? { status: 'unavailable' } : now;
          return now.status === 'signed-out' && next.status === 'signed-out' ? now : next;
        });
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
        const deleted = answer(api.DELETE('/api/account', { body }), { quiet: true });
        await leave(deleted, ({ message }) => message);
      },
      async chooseTheme(theme) {
        const before = getTheme();
        setTheme(theme);
        await answer(api.PATCH('/api/auth/profile', { body: { preferences: { theme } } })).then(
          (user) => change({ status: 'signed-in', user }),
          () => setTheme(before),
        );
      },
    };
  }, []);

  useEffect(() => {
    const tabs = new BroadcastChannel(CHANNEL);
    channel.current = tabs;
    tabs.onmessage = () => void actions.reload();
    const watchFor401 = {
      onResponse({ response }: { response: Response }) {
        if (response.status !== 401) return;
        turn.current++;
        setState((now) => (now.status === 'signed-in' ? { status: 'signed-out', byChoice: false } : now));
        tabs.postMessage('changed');
      },
    };
    api.use(watchFor401);
    void actions.reload();
    return () => {
      api.eject(watchFor401);
      tabs.close();
    };
  }, [actions]);

  const theme = state.status === 'signed-in' ? state.user.preferences.theme : undefined;
  useEffect(() => {
    if (theme) setTheme(theme);
  }, [theme]);

  const session = useMemo(() => ({ ...state, ...actions }), [state, actions]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Who is signed in, and the ways in and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}
