import { useState } from 'react';
import { ApiError } from '../../api/api-error';
import type { Schemas } from '../../api/client';
import { useSession } from '../../auth/session';
import { type Connection, useDisconnect, useKeepConnection } from '../../business-profile/use-connection';
import { countOf } from '../../lib/count-of';
import { useHeldPosts } from '../../posting/use-posts';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button } from '../../ui/basics/button';
import { focusHeading } from '../../ui/basics/screen-reader';
import { SignPage } from '../../ui/layout/sign-page';
import { notify } from '../../ui/messages/notify';
import styles from './held-connection-page.module.css';
import { LogoutButton, useLogOut } from '../account/logout-button';

interface HeldConnectionPageProps {
  connection: Connection;
  onRemoved: (outcome: Schemas['DisconnectedDto']) => void;
}

/**
 * Asks whether to keep a connection that was made before the account's e-mail address was verified. It replaces the
 * dashboard until the user has answered.
 */
export function HeldConnectionPage({ connection: { email }, onRemoved }: HeldConnectionPageProps) {
  const session = useSession();
  const logOut = useLogOut(session.logOut);
  const keep = useKeepConnection();
  const disconnect = useDisconnect();
  const { data } = useHeldPosts();
  const [step, setStep] = useState<'keeping' | 'removing'>();
  const [fault, setFault] = useState<string>();
  const waiting = data?.counts.all ?? 0;

  async function choose(choice: 'keeping' | 'removing', send: () => Promise<void>) {
    setStep(choice);
    setFault(undefined);
    try {
      await send();
      // The pressed button is gone.
      focusHeading();
    } catch (error) {
      setFault((error instanceof ApiError && error.message) || 'Please check your network and try again.');
      setStep(undefined);
    }
  }

  return (
    <SignPage title={`Keep the connection to ${email}?`} wide card>
      <p>
        A Business Profile was connected here before anyone had confirmed that{' '}
        {session.status === 'signed-in' ? session.user.email : 'the email address'} is theirs. You’ve now
        confirmed it by logging in with a different Google account.
      </p>
      <p>
        If you connected {email} yourself, keep it. If you don’t know it, remove it: someone else may have
        signed up with your address.
      </p>
      <p>
        Until you choose, nothing is published or read from Google.
        {waiting > 0 &&
          ` ${countOf(waiting, 'post')} ${waiting === 1 ? 'is' : 'are'} waiting for your answer.`}
      </p>
      <ul className={common.stack2}>
        <li>
          <strong>Keep</strong> leaves everything as it was. Posts that are due are published right away.
        </li>
        <li>
          <strong>Remove</strong> gives up Shingle’s access to Google and shows you sample data. Posts for
          this Google account are kept, but none will be published unless you connect it again.
        </li>
      </ul>
      {fault && (
        <Banner tone="error">
          <p>Your choice couldn’t be saved</p>
          <p>{fault}</p>
        </Banner>
      )}
      <div className={common.wrap}>
        <Button
          busyText={step === 'keeping' && 'Keeping...'}
          disabled={step !== undefined}
          onClick={() =>
            void choose('keeping', async () => {
              await keep();
              notify.success(`You’ve kept the connection to ${email}.`);
            })
          }
        >
          Keep
        </Button>
        <Button
          busyText={step === 'removing' && 'Removing...'}
          disabled={step !== undefined}
          onClick={() => void choose('removing', async () => onRemoved(await disconnect()))}
        >
          Remove
        </Button>
      </div>
      <div className={styles.logout}>
        <LogoutButton logOut={logOut} />
      </div>
    </SignPage>
  );
}
