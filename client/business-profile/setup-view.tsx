import { useEffect, useState } from 'react';
import { CircleCheck } from 'lucide-react';
import { ApiError } from '../api/api-error';
import { useSession } from '../auth/session';
import { Banner } from '../ui/banner';
import { Button, ButtonLink } from '../ui/button';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { viewUrl } from '../ui/views';
import styles from './setup-view.module.css';
import { beginConnection, useConnection } from './use-connection';

const BENEFITS = [
  'Manage multiple business locations',
  'Schedule posts and updates',
  'View performance insights',
  'Manage reviews and responses',
];

/** Whether a Google Business Profile is connected, and the way to connect one (specification, section 2). */
export function SetupView() {
  const { connection, isChecking } = useConnection();
  return (
    <>
      <h1 tabIndex={-1}>Connection</h1>
      {isChecking && <p role="status">Checking Google Business Profile access...</p>}
      {!isChecking && (connection?.hasAccess ? <Connected /> : <ConnectCard />)}
    </>
  );
}

function Connected() {
  return (
    <div className={styles.width}>
      <Panel title="Google Business Profile Connected">
        <p className={styles.text}>Your accounts and locations come from Google.</p>
        <ButtonLink to={viewUrl('overview')} variant="primary">
          Continue to Dashboard
        </ButtonLink>
      </Panel>
    </div>
  );
}

function ConnectCard() {
  const session = useSession();
  const [connecting, setConnecting] = useState(false);
  const [fault, setFault] = useState<{ title: string; reason?: string }>();

  // The browser may bring this page back as it was left when the person returns from Google without an answer.
  useEffect(() => {
    const wake = (event: PageTransitionEvent) => event.persisted && setConnecting(false);
    window.addEventListener('pageshow', wake);
    return () => window.removeEventListener('pageshow', wake);
  }, []);

  const connect = async () => {
    setFault(undefined);
    if (session.status !== 'signed-in') return setFault({ title: 'Please log in with Firebase first' });
    setConnecting(true);
    try {
      window.location.assign(await beginConnection());
    } catch (error) {
      setConnecting(false);
      setFault({
        title: 'Failed to initiate Google Business Profile setup',
        reason: error instanceof ApiError ? error.message : undefined,
      });
    }
  };

  return (
    <div className={styles.width}>
      <Panel title="Connect Google Business Profile">
        <ul className={styles.benefits}>
          {BENEFITS.map((benefit) => (
            <li key={benefit} className={styles.benefit}>
              <Icon of={CircleCheck} size={20} />
              {benefit}
            </li>
          ))}
        </ul>
        {fault && (
          <Banner tone="error">
            <p className={styles.fault}>{fault.title}</p>
            {fault.reason && <p>{fault.reason}</p>}
          </Banner>
        )}
        <Button variant="primary" busyText={connecting && 'Connecting...'} onClick={() => void connect()}>
          Connect Google Business Profile
        </Button>
        <p className={styles.note}>
          You will be redirected to Google to grant access. This is secure: Shingle never sees your Google
          password. You can revoke access at any time.
        </p>
      </Panel>
    </div>
  );
}
