import { ConnectFaultBanner } from '../business-profile/connect-fault-banner';
import { ReconnectButton } from '../business-profile/reconnect-button';
import { useConnect } from '../business-profile/use-connect';
import type { Connection } from '../business-profile/use-connection';
import type { Mirror } from '../business-profile/use-mirror';
import { Banner } from '../ui/banner';
import { ButtonLink } from '../ui/button';
import { viewUrl } from '../ui/views';
import { ReadingBanner } from './reading-banner';

interface ConnectionBannerProps {
  /** Undefined while it is not known, or could not be found out. */
  connection: Connection | undefined;
  mirror: Mirror | undefined;
}

/**
 * Stays above every view for as long as the data on screen is not the person's own and present: says whose it is, or what
 * is wrong, and what to do. Nothing when all is well.
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
        <ButtonLink to={viewUrl('setup')} size="small">
          Connect
        </ButtonLink>
      }
    >
      You are looking at sample data. Connect your Google Business Profile to work with your own places.
    </Banner>
  );
}

/** Access was revoked or has ended: the person has connected before, so the button leads straight to Google. */
function LostConnection() {
  const connect = useConnect();
  return (
    <>
      <Banner tone="warning" action={<ReconnectButton connect={connect} size="small" />}>
        The access to your Google Business Profile has ended. What you see may be out of date.
      </Banner>
      <ConnectFaultBanner fault={connect.fault} />
    </>
  );
}

/** Reconnecting would change nothing: it is the operator's turn. */
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
      Google has not approved this app for its Business Profile APIs yet, so your places cannot be read.
      Please ask the operator of this server.
    </Banner>
  );
}
