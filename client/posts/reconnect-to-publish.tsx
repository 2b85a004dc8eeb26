import { ConnectFaultBanner } from '../business-profile/connect-fault-banner';
import { ReconnectButton } from '../business-profile/reconnect-button';
import { useConnect } from '../business-profile/use-connect';
import { useConnection } from '../business-profile/use-connection';
import styles from './reconnect-to-publish.module.css';

/** The way to Google's consent page for a post that is held; nothing once the connection works again. */
export function ReconnectToPublish() {
  const { connection } = useConnection();
  const connect = useConnect();
  if (connection?.state !== 'reconnect') return null;
  return (
    <div className={styles.way}>
      <ReconnectButton connect={connect} size="small" />
      <ConnectFaultBanner fault={connect.fault} />
    </div>
  );
}
