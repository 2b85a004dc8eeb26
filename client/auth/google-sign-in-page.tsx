import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { SignPage } from '../ui/layout/sign-page';
import { ButtonLink } from '../ui/basics/button';
import { authWords } from './auth-words';
import { sendReport, SIGNED_IN } from './google-popup';

/** The last page of the Google sign-in popup: reports the result to the page that opened it, and closes the window. */
export function GoogleSignInPage() {
  const [query] = useSearchParams();
  const attempt = query.get('attempt') ?? '';
  const result = query.get('result') ?? '';

  useEffect(() => {
    sendReport({ attempt, result });
    // Browsers ignore this in a window that no script has opened. There the link leads back.
    window.close();
  }, [attempt, result]);

  const isSignedIn = result === SIGNED_IN;
  return (
    <SignPage
      title="Log in with Google"
      state={isSignedIn ? 'painted' : 'loose'}
      words={<p>{isSignedIn ? 'You’re logged in. You can close this window.' : authWords(result)}</p>}
    >
      <ButtonLink to={isSignedIn ? '/dashboard' : '/login'} variant="primary">
        Back to Shingle
      </ButtonLink>
    </SignPage>
  );
}
