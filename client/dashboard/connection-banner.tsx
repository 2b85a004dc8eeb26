import type { Schemas } from '../api/client';
import { Banner } from '../ui/banner';
import { ButtonLink } from '../ui/button';
import { viewUrl } from '../ui/views';

/** Says whose data is on screen while no Business Profile is connected; nothing when one is, or while that is unknown. */
export function ConnectionBanner({ connection }: { connection: Schemas['ConnectionStatusDto'] | undefined }) {
  if (!connection || connection.hasAccess) return null;
  const isLost = connection.source === 'google';
  return (
    <Banner
      tone={isLost ? 'warning' : 'info'}
      action={
        <ButtonLink to={viewUrl('setup')} size="small">
          {isLost ? 'Reconnect' : 'Connect'}
        </ButtonLink>
      }
    >
      {isLost
        ? 'The access to your Google Business Profile has ended. What you see may be out of date.'
        : 'You are looking at sample data. Connect your Google Business Profile to work with your own places.'}
    </Banner>
  );
}
