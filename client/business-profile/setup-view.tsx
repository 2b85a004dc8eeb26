import { CircleCheck } from 'lucide-react';
import { Button, ButtonLink } from '../ui/button';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { viewUrl } from '../ui/views';
import { ConnectFaultBanner } from './connect-fault-banner';
import styles from './setup-view.module.css';
import { useConnect } from './use-connect';
import { useConnection } from './use-connection';

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
  const { connecting, fault, connect } = useConnect();
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
        <ConnectFaultBanner fault={fault} />
        <Button variant="primary" busyText={connecting && 'Connecting...'} onClick={connect}>
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
