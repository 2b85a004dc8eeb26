import { Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answer, api } from '../api/client';
import { Banner } from '../ui/messages/banner';
import { Button } from '../ui/basics/button';
import { SignPage } from '../ui/layout/sign-page';
import { LoginPage } from './login-page';
import { useSession } from './session';
import { authFault } from './use-text-form';

/** The login page with the demo as a third way in, where the server has one. A user who is logged in is asked first. */
export function DemoPage() {
  const session = useSession();
  const isWanted = window.location.search === '?demo';
  const [demo, setDemo] = useState<'unknown' | 'offered' | 'opening' | 'done'>(isWanted ? 'unknown' : 'done');
  const [fault, setFault] = useState<string>();

  useEffect(() => {
    if (!isWanted) return;
    answer(api.GET('/api/practice'), { quiet: true }).then(
      () => setDemo('offered'),
      () => setDemo('done'),
    );
  }, [isWanted]);

  async function open(): Promise<void> {
    setFault(undefined);
    setDemo('opening');
    try {
      await answer(api.POST('/api/demo'), { quiet: true });
      await session.adoptSession();
      setDemo('done');
    } catch (error) {
      setFault(authFault(error));
      setDemo('offered');
    }
  }

  const isLoggedIn = session.status === 'signed-in';
  if (demo === 'done') return <LoginPage />;
  if (demo === 'unknown') return isLoggedIn ? null : <LoginPage />;
  const ways = (
    <>
      {fault && <Banner tone="error">{fault}</Banner>}
      <Button
        variant={isLoggedIn ? 'primary' : 'quiet'}
        icon={Zap}
        busyText={demo === 'opening' && 'Opening the demo...'}
        onClick={() => void open()}
      >
        {isLoggedIn ? 'Log out and open the demo' : 'Open the demo, no account needed'}
      </Button>
    </>
  );
  if (!isLoggedIn) return <LoginPage>{ways}</LoginPage>;
  return (
    <SignPage card title="Open the demo?">
      <p>
        You’re logged in as {session.user.displayName || session.user.email}. The demo is a separate account
        with posts to try things out on. Opening it logs you out in this browser.
      </p>
      {ways}
      <Button disabled={demo === 'opening'} onClick={() => setDemo('done')}>
        Stay logged in
      </Button>
    </SignPage>
  );
}
