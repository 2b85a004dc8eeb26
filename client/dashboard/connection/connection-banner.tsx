import {
  ConnectFaultBanner,
  ReconnectButton,
  RefreshFault,
  useConnect,
} from '../../business-profile/connect';
import { PracticeButton } from '../../business-profile/practice';
import type { Connection } from '../../business-profile/use-connection';
import { type Mirror, useRefresh } from '../../business-profile/use-mirror';
import { countOf, figure } from '../../lib/count-of';
import { viewUrl } from '../../lib/views';
import common from '../../ui/layout/common.module.css';
import { Banner } from '../../ui/messages/banner';
import { Button, ButtonLink } from '../../ui/basics/button';

interface ConnectionBannerProps {
  /** Undefined while it is loading, or when it could not be loaded. */
  connection: Connection | undefined;
  mirror: Mirror | undefined;
}

/**
 * The banner above every view while the data on screen is a sample or may be out of date. It says why, and what to do.
 * Renders nothing when the connection works.
 */
export function ConnectionBanner({ connection, mirror }: ConnectionBannerProps) {
  if (!connection) return null;
  if (connection.source === 'sample') return <SampleData />;
  switch (connection.state) {
    case 'reconnect':
      return <LostConnection />;
    case 'no_quota':
      return <NoQuota />;
    default:
      return mirror ? <ReadingBanner mirror={mirror} /> : null;
  }
}

function SampleData() {
  return (
    <Banner
      tone="info"
      action={
        <div className={common.wrap}>
          <ButtonLink to={viewUrl('setup')} size="small">
            Connect
          </ButtonLink>
          <PracticeButton size="small" />
        </div>
      }
    >
      You’re looking at sample data.
    </Banner>
  );
}

/** Access was revoked or has expired. The user has connected before, so the button goes straight to Google. */
function LostConnection() {
  const connect = useConnect();
  return (
    <>
      <Banner tone="warning" action={<ReconnectButton connect={connect} size="small" />}>
        Shingle no longer has access to your Google Business Profile. What you see may be out of date.
      </Banner>
      <ConnectFaultBanner fault={connect.fault} />
    </>
  );
}

/** Reconnecting would not help; only the operator can. */
function NoQuota() {
  return (
    <Banner
      tone="warning"
      action={
        <ButtonLink to={viewUrl('setup')} size="small">
          What this means
        </ButtonLink>
      }
    >
      Google hasn’t approved this app for its Business Profile APIs yet, so your locations can’t be read.
      Please ask the operator of this server.
    </Banner>
  );
}

/** The progress of the first read of the connected locations, or why it failed. Renders nothing once it is complete. */
function ReadingBanner({ mirror }: { mirror: Mirror }) {
  const { state, problem } = mirror;
  if (state === 'importing')
    return (
      <Banner tone={problem ? 'warning' : 'info'}>
        <p>{progressWords(mirror)}</p>
        {problem && <p>{problem} We’ll keep trying.</p>}
      </Banner>
    );
  return state === 'failed' && <FailedReading mirror={mirror} />;
}

function FailedReading({ mirror: { problem, isReading } }: { mirror: Mirror }) {
  const reading = useRefresh();
  return (
    <>
      <Banner
        tone="error"
        action={
          <Button
            size="small"
            busyText={(reading.starting || isReading) && 'Trying...'}
            onClick={reading.refresh}
          >
            Try Again
          </Button>
        }
      >
        <p>Your locations couldn’t be read from Google.</p>
        {problem && <p>{problem}</p>}
      </Banner>
      <RefreshFault {...reading} />
    </>
  );
}

function progressWords({ accountsTotal, accountsDone, locationsDone }: Mirror): string {
  if (accountsTotal === null) return 'Reading your accounts from Google...';
  const accounts = `${figure(accountsDone)} of ${countOf(accountsTotal, 'account')}`;
  return `Reading your locations from Google: ${accounts}, ${countOf(locationsDone, 'location')} so far`;
}
