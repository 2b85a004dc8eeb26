import { useEffect, useRef, useState } from 'react';
import { authFault } from './auth-fault';
import { authWords, UNEXPECTED } from './auth-words';
import { openGooglePopup } from './google-popup';
import { SIGNED_IN } from './google-report';
import { useSession } from './session';

/**
 * Signing in with a Google account, in a popup. `onFault` gets the message to show, undefined to take it away. Once it
 * is the server that says who is signed in, the session is, and the page goes on as after any sign-in.
 */
export function useGoogleSignIn(onFault: (message: string | undefined) => void) {
  const session = useSession();
  /** `finishing`: the popup has reported a sign-in, and the server is asked about it. */
  const [stage, setStage] = useState<'idle' | 'open' | 'finishing'>('idle');
  const abandon = useRef<() => void>(undefined);

  useEffect(() => () => abandon.current?.(), []);

  const finish = async (): Promise<void> => {
    onFault(undefined);
    setStage('finishing');
    try {
      if (!(await session.takeUp())) onFault(UNEXPECTED);
    } catch (error) {
      onFault(authFault(error));
    }
    setStage('idle');
  };

  /** Opens the popup. An attempt that is still open ends as cancelled, and its window is closed. */
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
    /** A popup is open, as far as is known. */
    waiting: stage !== 'idle',
    begin,
  };
}
