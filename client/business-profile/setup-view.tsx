import { useEffect, useRef, useState } from 'react';
import type { Schemas } from '../api/client';
import { announce } from '../ui/announcer';
import { Banner } from '../ui/banner';
import { ConnectCard } from './connect-card';
import { ConnectedPanel } from './connected-panel';
import styles from './setup-view.module.css';
import { useConnection } from './use-connection';

/** Whether a Google Business Profile is connected, and the ways to connect and disconnect it (specification, section 2). */
export function SetupView() {
  const { connection, isChecking } = useConnection();
  const [farewell, setFarewell] = useState<Schemas['DisconnectedDto']>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isConnected = connection?.source === 'google';

  // The button that was pressed, and the dialog that asked, are gone by then.
  useEffect(() => {
    if (!farewell) return;
    announce(farewell.message);
    heading.current?.focus();
  }, [farewell]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Connection
      </h1>
      {isChecking && <p role="status">Checking Google Business Profile access...</p>}
      {!isChecking && (
        <div className={styles.width}>
          {farewell && !isConnected && (
            <Banner tone={farewell.revoked ? 'success' : 'warning'}>{farewell.message}</Banner>
          )}
          {isConnected ? (
            <ConnectedPanel connection={connection} onDisconnected={setFarewell} />
          ) : (
            <ConnectCard />
          )}
        </div>
      )}
    </>
  );
}
