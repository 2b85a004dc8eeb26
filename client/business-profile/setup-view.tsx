import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/api-error';
import type { Schemas } from '../api/client';
import { reportRefusal } from '../api/report-error';
import { timesIn } from '../lib/formats';
import { viewUrl } from '../lib/views';
import { viewerTimeZone } from '../lib/wall-time';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { Banner } from '../ui/messages/banner';
import { Button, ButtonLink } from '../ui/basics/button';
import { AlertDialog } from '../ui/layers/dialog';
import { Badge } from '../ui/basics/labels';
import { Panel } from '../ui/layout/panel';
import { announce } from '../ui/basics/screen-reader';
import { ClosedApis } from './closed-apis';
import { ConnectBoard } from './connect-board';
import { ConnectFaultBanner, ReconnectButton, useConnect } from './connect';
import styles from './connection.module.css';
import { PracticeWorlds } from './practice-worlds';
import { type Connection, useConnection, useDisconnect } from './use-connection';

/** Shows whether a Google Business Profile is connected; connects and disconnects it (specification, section 2). */
export function SetupView() {
  const { connection, isChecking } = useConnection();
  const [disconnected, setDisconnected] = useState<Schemas['DisconnectedDto']>();
  const heading = useRef<HTMLHeadingElement>(null);
  const isConnected = connection?.source === 'google';

  // The pressed button and the dialog are gone, so the focus moves to the heading.
  useEffect(() => {
    if (!disconnected) return;
    announce(disconnected.message);
    heading.current?.focus();
  }, [disconnected]);

  return (
    <>
      <h1 ref={heading} tabIndex={-1}>
        Connection
      </h1>
      {isChecking && <p role="status">Checking Google Business Profile access...</p>}
      {!isChecking && (
        <div className={cx(common.stack4, styles.width)}>
          {disconnected && !isConnected && (
            <Banner tone={disconnected.revoked ? 'success' : 'warning'}>{disconnected.message}</Banner>
          )}
          {isConnected ? (
            <>
              <ConnectedPanel connection={connection} onDisconnected={setDisconnected} />
              <ClosedApis closed={connection.closedApis} />
            </>
          ) : (
            <ConnectBoard title="Connect Google Business Profile" drop="long">
              You’ll be redirected to Google to grant access. This is secure: Shingle never sees your Google
              password. You can revoke access at any time.
            </ConnectBoard>
          )}
          <PracticeWorlds />
        </div>
      )}
    </>
  );
}

interface ConnectedPanelProps {
  connection: Connection;
  onDisconnected: (outcome: Schemas['DisconnectedDto']) => void;
}

/** A day in a zone: '20 November 2026'. */
const DAY = timesIn({ dateStyle: 'long' });

/** The connection, working or not: its Google account, its start, its problem, and what the user can do. */
function ConnectedPanel({ connection, onDisconnected }: ConnectedPanelProps) {
  const connect = useConnect();
  const isLost = connection.state === 'reconnect';
  return (
    <Panel title={isLost ? 'Reconnect Google Business Profile' : 'Google Business Profile Connected'}>
      <StateWords {...connection} />
      <dl className={styles.facts}>
        {connection.email && (
          <div className={styles.fact}>
            <dt>Google account</dt>
            <dd>
              {connection.email}
              {connection.isPractice && (
                <>
                  {' '}
                  <Badge dashed>Practice</Badge>
                </>
              )}
            </dd>
          </div>
        )}
        {connection.connectedAt && (
          <div className={styles.fact}>
            <dt>Connected since</dt>
            <dd>
              <time dateTime={connection.connectedAt}>
                {DAY(viewerTimeZone()).format(new Date(connection.connectedAt))}
              </time>
            </dd>
          </div>
        )}
      </dl>
      <ConnectFaultBanner fault={connect.fault} />
      <div className={cx(common.wrap, styles.buttons)}>
        {isLost && <ReconnectButton connect={connect} variant="primary" />}
        <ButtonLink to={viewUrl('overview')} variant={isLost ? 'secondary' : 'primary'}>
          Continue to Dashboard
        </ButtonLink>
        <DisconnectButton onDisconnected={onDisconnected} />
      </div>
    </Panel>
  );
}

function StateWords({ state, isPractice }: Connection) {
  if (isPractice)
    return state === 'reconnect' ? (
      <Banner tone="warning">
        This was a practice connection, and this server uses the real Google. You’re seeing the practice
        locations as they were last read, and nothing is sent for them. Reconnect with your own Google
        account.
      </Banner>
    ) : (
      <p>This Google is for practice. It runs on this machine, and nothing you do here is public.</p>
    );
  switch (state) {
    case 'reconnect':
      return (
        <Banner tone="warning">
          Shingle’s access to Google was revoked or has expired. You’re seeing your locations as they were
          last read, and no posts will be published until you reconnect.
        </Banner>
      );
    case 'no_quota':
      return (
        <Banner tone="warning">
          Google hasn’t approved this app for its Business Profile APIs yet, so nothing can be read, saved or
          published. Please ask the operator of this server to request access from Google. Your locations will
          appear here once it’s granted.
        </Banner>
      );
    default:
      return <p>Your accounts and locations come from Google.</p>;
  }
}

interface DisconnectButtonProps {
  onDisconnected: (outcome: Schemas['DisconnectedDto']) => void;
}

/** Disconnects, after the user has confirmed it. */
function DisconnectButton({ onDisconnected }: DisconnectButtonProps) {
  const [step, setStep] = useState<'asking' | 'working'>();
  const [fault, setFault] = useState<string>();
  const disconnect = useDisconnect();

  async function confirm() {
    setStep('working');
    setFault(undefined);
    try {
      onDisconnected(await disconnect());
    } catch (error) {
      if (error instanceof ApiError) reportRefusal(error);
      setFault((error instanceof ApiError && error.message) || 'Please check your network and try again.');
    }
    setStep(undefined);
  }

  return (
    <>
      <Button onClick={() => setStep('asking')}>Disconnect</Button>
      {fault && (
        <Banner tone="error">
          <p>Failed to disconnect Google Business Profile</p>
          <p>{fault}</p>
        </Banner>
      )}
      <AlertDialog
        open={step !== undefined}
        title="Disconnect Google Business Profile?"
        confirmLabel="Disconnect"
        busyText={step === 'working' && 'Disconnecting...'}
        onConfirm={() => void confirm()}
        onCancel={() => step === 'asking' && setStep(undefined)}
      >
        Shingle will give up its access to Google, and you’ll see the sample data again. Your posts for Google
        are kept, but none will be published until you connect the same Google account again. What you’ve
        already published stays on Google.
      </AlertDialog>
    </>
  );
}
