import { CircleCheck } from 'lucide-react';
import { Button } from '../ui/button';
import { Icon } from '../ui/icon';
import { Panel } from '../ui/panel';
import { ConnectFaultBanner } from './connect-fault-banner';
import styles from './setup-view.module.css';
import { useConnect } from './use-connect';

const BENEFITS = [
  'Manage multiple business locations',
  'Schedule posts and updates',
  'View performance insights',
  'Manage reviews and responses',
];

/** What connecting a Business Profile brings, and the way there. */
export function ConnectCard() {
  const { connecting, fault, connect } = useConnect();
  return (
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
      <div className={styles.buttons}>
        <Button variant="primary" busyText={connecting && 'Connecting...'} onClick={connect}>
          Connect Google Business Profile
        </Button>
      </div>
      <p className={styles.note}>
        You will be redirected to Google to grant access. This is secure: Shingle never sees your Google
        password. You can revoke access at any time.
      </p>
    </Panel>
  );
}
