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
  const [waiting, setWaiting] = useState(false);
  const abandon = useRef<() => void>(undefined);

  useEffect(() => () => abandon.current?.(), []);

  const finish = async (): Promise<void> => {
    onFault(undefined);
    setWaiting(true);
    try {
      if (!(await session.takeUp())) onFault(UNEXPECTED);
    } catch (error) {
      onFault(authFault(error));
    }
    setWaiting(false);
  };

  /** Opens the popup; one that is still open is given up for it. */
  const begin = (): void => {
    abandon.current?.();
    const popup = openGooglePopup({
      onResult(result) {
        if (result === SIGNED_IN) return void finish();
        setWaiting(false);
        onFault(authWords(result));
      },
      onClosed() {
        setWaiting(false);
        onFault(authWords('auth/popup-closed-by-user'));
      },
    });
    abandon.current = popup?.abandon;
    setWaiting(popup !== undefined);
    onFault(popup ? undefined : authWords('auth/popup-blocked'));
  };

  return {
    /** A popup is open, as far as is known. */
    waiting,
    begin,
  };
}
