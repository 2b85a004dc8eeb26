import type { Schemas } from '../api/client';
import { Banner } from '../ui/banner';
import { ExternalLink } from './external-link';

type Location = Schemas['LocationDto'];

const MEANINGS: Record<Exclude<Location['openStatus'], 'OPEN'>, string> = {
  CLOSED_TEMPORARILY:
    'This location is marked as temporarily closed on Google, so customers find it closed whatever its hours say.',
  CLOSED_PERMANENTLY:
    'This location is marked as permanently closed on Google, so no posts go out for it and customers stay away.',
};

/** Says what it means that a location is closed, and where to change it; nothing for one that is open. */
export function ClosedNotice({ location: { openStatus, editUrl } }: { location: Location }) {
  if (openStatus === 'OPEN') return null;
  return (
    <Banner
      tone="warning"
      action={editUrl && <ExternalLink href={editUrl}>Change it at Google</ExternalLink>}
    >
      {MEANINGS[openStatus]}
    </Banner>
  );
}
