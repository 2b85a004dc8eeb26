import { createContext, useContext, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { answer, api, onSessionLost, type Schemas, beginRequestSession, requestSession } from '../api/client';
import { takeEarly } from '../api/early-connection';
import { saveSettings } from '../lib/browser-storage';
import { writeFor } from '../lib/language';
import { getTheme, setTheme } from '../lib/theme';
import { notify } from '../ui/messages/notify';

export type Profile = Schemas['ProfileDto'];

type SessionState =
  | { status: 'loading' }
  /** The request that asks who is signed in got no answer. */
  | { status: 'unavailable' }
  /**
   * `byChoice`: the person logged out here, as opposed to a lost session. `notice`: shown after the account was deleted.
   */
  | { status: 'signed-out'; byChoice: boolean; notice?: string }
  | { status: 'signed-in'; user: Profile };

interface SessionActions {
  /** Asks the server again who is signed in. */
  reload(): Promise<void>;
  /** Signs in; a failure is thrown without a toast, and the form shows it. @throws ApiError */
  logIn(credentials: Schemas['LoginDto']): Promise<void>;
  /** Creates an account and signs in; fails like `logIn`. @throws ApiError */
  signUp(person: Schemas['SignUpDto']): Promise<void>;
  /** Signs in with a session that began in another window; false when there is none. Fails like `logIn`. @throws ApiError */
  adoptSession(): Promise<boolean>;
  /** Ends the session on the server and in every tab. A failure is shown as a toast. */
  logOut(): Promise<void>;
  /**
   * Sends a request that ends the session on the server, and ends it here and in every tab. `notice` makes of the answer
   * what the login page says. Fails as the request does.
   */
  leave<Data>(send: () => Promise<Data>, notice?: (data: Data) => string): Promise<void>;
  /** Shows the user's profile as a request of this session has changed it, here and in the other tabs. */
  showProfile(user: Profile): void;
  /** Shows a theme at once and saves it in the profile; a failure is shown as a toast and undoes it. */
  chooseTheme(theme: Profile['preferences']['theme']): Promise<void>;
}

type Session = SessionState & SessionActions;

const SessionContext = createContext<Session | null>(null);

/** The other tabs of this browser share the cookie; on a message here they ask the server again. */
const CHANNEL = 'shingle.session';

/**
 * Provides who is signed in, follows the other tabs, and becomes signed-out when a request of the current session is
 * answered with 401. Late answers for an earlier session change nothing.
 */
export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: 'loading' });
  /** The value of `state`, or the next one if React has not rendered it yet. */
  const latest = useRef<SessionState>(state);
  /** Grows with every change, so that answers to earlier requests are dropped. */
  const turn = useRef(0);
  const channel = useRef<BroadcastChannel>(null);
  /** The workspace that was shown last; it stays when signed out. */
  const shownLast = useRef('');

  const { actions, lose } = useMemo(() => {
    const put = (next: SessionState): void => {
      const { uid, workspaceId = '' } = next.status === 'signed-in' ? next.user : {};
      if (signInOf(next) !== signInOf(latest.current)) beginRequestSession(workspaceId);
      // It was asked without naming a workspace, which means one's own.
      if (workspaceId !== uid) void takeEarly();
      if (next.status === 'signed-in') writeFor(next.user);
      if (workspaceId && workspaceId !== shownLast.current) {
        if (shownLast.current) notify.removeAll();
        shownLast.current = workspaceId;
      }
      latest.current = next;
      setState(next);
    };
    const change = (next: SessionState): void => {
      turn.current++;
      put(next);
      channel.current?.postMessage('changed');
    };
    const enter = ({ user }: Schemas['SignedInDto']): void => change({ status: 'signed-in', user });
    const leave: SessionActions['leave'] = async (send, notice) => {
      // The answer clears the browser's storage for this site. Settings hold nothing private: they are saved before the
      // request is sent, and restored after its answer.
      const restoreSettings = saveSettings();
      const sessionBefore = requestSession();
      const data = await send();
      restoreSettings();
      // A new session has begun in the meantime. Ask the server whether it still exists.
      if (sessionBefore !== requestSession() && latest.current.status === 'signed-in')
        return actions.reload();
      change({ status: 'signed-out', byChoice: true, ...(notice && { notice: notice(data) }) });
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
        // No answer: keep the state.
        if (!next) return now.status === 'loading' ? put({ status: 'unavailable' }) : undefined;
        if (now.status !== 'signed-out' || next.status !== 'signed-out') put(next);
      },
      async logIn(body) {
        enter(await answer(api.POST('/api/auth/login', { body }), { quiet: true }));
      },
      async signUp(body) {
        enter(await answer(api.POST('/api/auth/signup', { body }), { quiet: true }));
      },
      async adoptSession() {
        const { user } = await answer(api.GET('/api/auth/session'), { quiet: true });
        if (user) enter({ user });
        return user !== null;
      },
      async logOut() {
        await leave(() => answer(api.POST('/api/auth/logout'), { evenLate: true })).catch(() => undefined);
      },
      leave,
      showProfile: (user) => enter({ user }),
      async chooseTheme(theme) {
        const before = getTheme();
        const sessionBefore = requestSession();
        const isLate = () => sessionBefore !== requestSession();
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

/**
 * Whose what is shown and kept here is: a person's, in a workspace. In their own it is their `uid`, as it was before a
 * profile named a workspace, and as a server from before then has it.
 */
export function scopeOf({ uid, workspaceId }: Profile): string {
  return workspaceId && workspaceId !== uid ? `${uid}.${workspaceId}` : uid;
}

/** Identifies a sign-in and the workspace that it shows; empty when signed out. */
function signInOf(state: SessionState): string {
  return state.status === 'signed-in' ? `${scopeOf(state.user)} ${state.user.lastSignIn}` : '';
}

/** The session: who is signed in, and how to sign in and out. */
export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession needs a SessionProvider around it.');
  return session;
}
