import type { Schemas } from '../api/client';
import { Banner } from '../ui/banner';
import { ButtonLink } from '../ui/button';
import { Panel } from '../ui/panel';
import { viewUrl } from '../ui/views';
import { ConnectFaultBanner } from './connect-fault-banner';
import { DisconnectButton } from './disconnect-button';
import { dateWords } from './instant-words';
import { ReconnectButton } from './reconnect-button';
import styles from './setup-view.module.css';
import { useConnect } from './use-connect';
import type { Connection } from './use-connection';

interface ConnectedPanelProps {
  connection: Connection;
  onDisconnected: (outcome: Schemas['DisconnectedDto']) => void;
}

/** The connection that exists, be it working or not: whose it is, since when, what is wrong with it, and the ways on. */
export function ConnectedPanel({ connection, onDisconnected }: ConnectedPanelProps) {
  const connect = useConnect();
  const isLost = connection.state === 'reconnect';
  return (
    <Panel title={isLost ? 'Reconnect Google Business Profile' : 'Google Business Profile Connected'}>
      <StateWords state={connection.state} />
      <dl className={styles.facts}>
        {connection.email && (
          <div className={styles.fact}>
            <dt>Google account</dt>
            <dd>{connection.email}</dd>
          </div>
        )}
        {connection.connectedAt && (
          <div className={styles.fact}>
            <dt>Connected since</dt>
            <dd>
              <time dateTime={connection.connectedAt}>{dateWords(new Date(connection.connectedAt))}</time>
            </dd>
          </div>
        )}
      </dl>
      <ConnectFaultBanner fault={connect.fault} />
      <div className={styles.buttons}>
        {isLost && <ReconnectButton connect={connect} variant="primary" />}
        <ButtonLink to={viewUrl('overview')} variant={isLost ? 'secondary' : 'primary'}>
          Continue to Dashboard
        </ButtonLink>
        <DisconnectButton onDisconnected={onDisconnected} />
      </div>
    </Panel>
  );
}

function StateWords({ state }: { state: Connection['state'] }) {
  switch (state) {
    case 'reconnect':
      return (
        <Banner tone="warning">
          Google no longer accepts the access that was granted: it was revoked, or it has expired. You see
          your places as they were last read, and no post goes out until you reconnect.
        </Banner>
      );
    case 'no_quota':
      return (
        <Banner tone="warning">
          Google has not approved this app for its Business Profile APIs yet, so that nothing can be read,
          saved or published. Please ask the operator of this server to request access from Google. There is
          nothing for you to do: your places appear here once it is granted.
        </Banner>
      );
    default:
      return <p>Your accounts and locations come from Google.</p>;
  }
}
