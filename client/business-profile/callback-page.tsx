import { useEffect, useRef, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { answer, api, requestWorkspace } from '../api/client';
import { useSession } from '../auth/session';
import { ButtonLink } from '../ui/basics/button';
import { SignPage } from '../ui/layout/sign-page';
import { notifyOtherTabs } from './connection-channel';

interface Outcome {
  ok: boolean;
  message: string;
  /** The server's own sentence about a failure. */
  reason?: string;
  /** The page that opens next, and after how many ms. */
  goTo: '/dashboard' | '/login';
  after: number;
}

/** Google's error codes are short. A longer text does not come from Google. */
const MAX_ERROR = 200;

/** Specification, section 4, "Callback": to the dashboard, or to the login page when the user is signed out. */
const REFUSED = { ok: false, after: 3000 } as const;
const SIGNED_OUT: Outcome = { ok: false, message: 'Please log in first', goTo: '/login', after: 3000 };
const FAILED = { ok: false, goTo: '/dashboard', after: 5000 } as const;

/** The page to which Google sends the browser after the consent page. It sends the code to the server and shows the result. */
export function CallbackPage() {
  const session = useSession();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [{ code, error, state }] = useState(() => ({
    code: query.get('code'),
    error: query.get('error'),
    state: query.get('state') ?? undefined,
  }));
  const [outcome, setOutcome] = useState<Outcome>();
  /** Effects may run twice, but the code is valid only once, and a result is final. */
  const settled = useRef(false);

  // The code must not stay in the history or on a shared screen.
  useEffect(() => void navigate('/gbp-callback', { replace: true }), [navigate]);

  useEffect(() => {
    const settle = async (result: Outcome | Promise<Outcome>): Promise<void> => {
      settled.current = true;
      setOutcome(await result);
    };
    if (settled.current || session.status === 'loading') return;
    const isSignedOut = session.status === 'signed-out';
    const refused = { ...REFUSED, goTo: isSignedOut ? '/login' : '/dashboard' } as const;
    if (error !== null) void settle({ ...refused, message: `OAuth error: ${error.slice(0, MAX_ERROR)}` });
    else if (!code) void settle({ ...refused, message: 'No authorization code received' });
    else void settle(isSignedOut ? SIGNED_OUT : connect(code, state));
  }, [code, error, state, session.status]);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => void navigate(outcome.goTo, { replace: true }), outcome.after);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  return (
    <SignPage
      title="Google Business Profile"
      state={outcome ? (outcome.ok ? 'painted' : 'loose') : 'bare'}
      words={
        <>
          {/* Present from the start, so that screen readers announce its changes. */}
          <div role="status">{outcome ? outcome.ok && outcome.message : CONNECTING}</div>
          {outcome && !outcome.ok && (
            <div role="alert">
              <p>{outcome.message}</p>
              {outcome.reason && <p>{outcome.reason}</p>}
            </div>
          )}
        </>
      }
    >
      {outcome && (
        <>
          <p>This window will close automatically...</p>
          <ButtonLink to={outcome.goTo} replace variant="primary">
            {outcome.goTo === '/login' ? 'Go to login' : 'Go to the dashboard'}
          </ButtonLink>
        </>
      )}
    </SignPage>
  );
}

const CONNECTING = 'Connecting your Google Business Profile...';
const CONNECTED = 'Google Business Profile connected successfully!';

async function connect(code: string, state: string | undefined): Promise<Outcome> {
  let words = CONNECTED;
  const workspaceId = requestWorkspace();
  try {
    const request = api.POST('/api/auth/setup', { body: { code, state } });
    const { success, message, error } = await answer(request, { quiet: true, evenLate: true });
    if (success) notifyOtherTabs(workspaceId);
    if (!success) return { ...FAILED, message: 'Setup failed', reason: error?.message };
    // If the Google account has changed, the server's message also says whose locations are shown now.
    if (message.startsWith(CONNECTED)) words = message;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return SIGNED_OUT;
    return { ...FAILED, message: 'Failed to connect Google Business Profile' };
  }
  return {
    ok: true,
    message: words,
    goTo: '/dashboard',
    after: 2000,
  };
}
