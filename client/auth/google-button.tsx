import { Button } from '../ui/basics/button';
import styles from './auth-page.module.css';
import { useEffect, useRef, useState } from 'react';
import { authFault } from './use-text-form';
import { UNEXPECTED } from '../api/api-error';
import { authWords } from './auth-words';
import { openGooglePopup, SIGNED_IN } from './google-popup';
import { useSession } from './session';

/** Signs in with a Google account. `onFault` gets the message to show above the form, or undefined to remove it. */
export function GoogleButton({ onFault }: { onFault: (message: string | undefined) => void }) {
  const { waiting, begin } = useGoogleSignIn(onFault);
  return (
    <>
      <Button onClick={begin}>
        <GoogleLogo />
        {waiting ? 'Waiting for Google...' : 'Continue with Google'}
      </Button>
      {/* Present from the start, so that screen readers announce its changes. */}
      <p role="status" className={styles.waiting}>
        {waiting && 'Continue in the window that just opened. To start over, click the button again.'}
      </p>
    </>
  );
}

/** Google's logo, which its branding guidelines require on this button. */
function GoogleLogo() {
  return (
    <svg width="18" height="18" viewBox="0 0 18 18" aria-hidden="true" focusable="false">
      <path
        fill="#4285F4"
        d="M17.64 9.2c0-.64-.06-1.25-.16-1.84H9v3.48h4.84a4.14 4.14 0 0 1-1.8 2.72v2.26h2.92c1.7-1.57 2.68-3.88 2.68-6.62z"
      />
      <path
        fill="#34A853"
        d="M9 18c2.43 0 4.47-.8 5.96-2.18l-2.92-2.26c-.8.54-1.83.86-3.04.86-2.34 0-4.33-1.58-5.04-3.71H.96v2.33A9 9 0 0 0 9 18z"
      />
      <path fill="#FBBC05" d="M3.96 10.71a5.4 5.4 0 0 1 0-3.42V4.96H.96a9 9 0 0 0 0 8.08z" />
      <path
        fill="#EA4335"
        d="M9 3.58c1.32 0 2.5.45 3.44 1.35l2.58-2.59A9 9 0 0 0 .96 4.96l3 2.33C4.67 5.16 6.66 3.58 9 3.58z"
      />
    </svg>
  );
}

/**
 * Signs in with a Google account in a popup. `onFault` gets the message to show, or undefined to remove it. After the
 * popup has reported, the server is asked who is signed in, and the page continues as after any sign-in.
 */
function useGoogleSignIn(onFault: (message: string | undefined) => void) {
  const session = useSession();
  /** `finishing`: the popup has reported a sign-in, and the server is being asked about it. */
  const [stage, setStage] = useState<'idle' | 'open' | 'finishing'>('idle');
  const abandon = useRef<() => void>(undefined);

  useEffect(() => () => abandon.current?.(), []);

  const finish = async (): Promise<void> => {
    onFault(undefined);
    setStage('finishing');
    try {
      if (!(await session.adoptSession())) onFault(UNEXPECTED);
    } catch (error) {
      onFault(authFault(error));
    }
    setStage('idle');
  };

  /** Opens the popup. A previous attempt that is still open is cancelled and its window closed. */
  const begin = (): void => {
    if (stage === 'finishing') return;
    abandon.current?.();
    const popup = openGooglePopup({
      onResult(result) {
        if (result === SIGNED_IN) return void finish();
        setStage('idle');
        onFault(authWords(result));
      },
      onClosed() {
        setStage('idle');
        onFault(authWords('auth/popup-closed-by-user'));
      },
    });
    abandon.current = popup?.abandon;
    setStage(popup ? 'open' : 'idle');
    if (!popup) onFault(authWords('auth/popup-blocked'));
    else onFault(stage === 'open' ? authWords('auth/cancelled-popup-request') : undefined);
  };

  return {
    /** Whether a popup seems to be open. */
    waiting: stage !== 'idle',
    begin,
  };
}
