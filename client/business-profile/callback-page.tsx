import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { ApiError } from '../api/api-error';
import { useSession } from '../auth/session';
import { Banner } from '../ui/banner';
import { Logo } from '../ui/logo';
import styles from './callback-page.module.css';
import { finishConnection } from './connect-requests';

interface Outcome {
  ok: boolean;
  message: string;
  /** The server's own sentence about a failure. */
  reason?: string;
  /** Where the page goes by itself, and when (ms). */
  goTo: '/dashboard' | '/login';
  after: number;
}

/** Google's error codes are short; whatever is longer was put there by somebody else. */
const MAX_ERROR = 200;

/** Specification, section 4, "Callback": to the dashboard, or to the login where nobody is signed in. */
const REFUSED = { ok: false, after: 3000 } as const;
const NOBODY: Outcome = { ok: false, message: 'Please log in first', goTo: '/login', after: 3000 };
const FAILED = { ok: false, goTo: '/dashboard', after: 5000 } as const;

/** Where Google sends the browser after the consent page: hands the code to the server and says how it went. */
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
  /** Effects may run again; the code serves once, and an outcome stays. */
  const settled = useRef(false);

  // Neither the history nor a shared screen should keep the code.
  useEffect(() => void navigate('/gbp-callback', { replace: true }), [navigate]);

  useEffect(() => {
    const settle = async (result: Outcome | Promise<Outcome>): Promise<void> => {
      settled.current = true;
      setOutcome(await result);
    };
    if (settled.current || session.status === 'loading') return;
    const isNobody = session.status === 'signed-out';
    const refused = { ...REFUSED, goTo: isNobody ? '/login' : '/dashboard' } as const;
    if (error !== null) void settle({ ...refused, message: `OAuth error: ${error.slice(0, MAX_ERROR)}` });
    else if (!code) void settle({ ...refused, message: 'No authorization code received' });
    else void settle(isNobody ? NOBODY : connect(code, state));
  }, [code, error, state, session.status]);

  useEffect(() => {
    if (!outcome) return;
    const timer = setTimeout(() => void navigate(outcome.goTo, { replace: true }), outcome.after);
    return () => clearTimeout(timer);
  }, [outcome, navigate]);

  return (
    <main className={styles.page}>
      <Logo large />
      <h1 tabIndex={-1} className={styles.title}>
        Google Business Profile
      </h1>
      {/* Stands from the start, so that what it comes to say is announced. */}
      <div role="status" className={styles.status}>
        {!outcome && <p>Connecting your Google Business Profile...</p>}
        {outcome?.ok && <Banner tone="success">{outcome.message}</Banner>}
      </div>
      {outcome && !outcome.ok && (
        <Banner tone="error">
          <p>{outcome.message}</p>
          {outcome.reason && <p>{outcome.reason}</p>}
        </Banner>
      )}
      {outcome && (
        <p className={styles.note}>
          This window will close automatically...{' '}
          <Link to={outcome.goTo} replace>
            {outcome.goTo === '/login' ? 'Go to sign in' : 'Go to the dashboard'}
          </Link>
        </p>
      )}
    </main>
  );
}

const CONNECTED = 'Google Business Profile connected successfully!';

async function connect(code: string, state: string | undefined): Promise<Outcome> {
  let words = CONNECTED;
  try {
    const { success, message, error } = await finishConnection(code, state);
    if (!success) return { ...FAILED, message: 'Setup failed', reason: error?.message };
    // The server adds whose places are shown now when they are another Google account's than before.
    if (message.startsWith(CONNECTED)) words = message;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return NOBODY;
    return { ...FAILED, message: 'Failed to connect Google Business Profile' };
  }
  return {
    ok: true,
    message: words,
    goTo: '/dashboard',
    after: 2000,
  };
}
