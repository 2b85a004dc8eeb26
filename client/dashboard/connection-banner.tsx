import type { Schemas } from '../api/client';
import { ConnectFaultBanner } from '../business-profile/connect-fault-banner';
import { useConnect } from '../business-profile/use-connect';
import { Banner } from '../ui/banner';
import { Button, ButtonLink } from '../ui/button';
import { viewUrl } from '../ui/views';

/** Says whose data is on screen while no Business Profile is connected; nothing when one is, or while that is unknown. */
export function ConnectionBanner({ connection }: { connection: Schemas['ConnectionStatusDto'] | undefined }) {
  if (!connection || connection.hasAccess) return null;
  if (connection.source === 'google') return <LostConnection />;
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
  const { connecting, fault, connect } = useConnect();
  return (
    <>
      <Banner
        tone="warning"
        action={
          <Button size="small" busyText={connecting && 'Connecting...'} onClick={connect}>
            Reconnect
          </Button>
        }
      >
        The access to your Google Business Profile has ended. What you see may be out of date.
      </Banner>
      <ConnectFaultBanner fault={fault} />
    </>
  );
}
