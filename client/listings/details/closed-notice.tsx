import { Banner } from '../../ui/messages/banner';
import { Button, ExternalLink } from '../../ui/basics/button';
import type { LocationDetails } from '../use-listings';

const MEANINGS: Record<Exclude<LocationDetails['openStatus'], 'OPEN'>, string> = {
  CLOSED_TEMPORARILY:
    'This location is temporarily closed on Google. Customers see it as closed, whatever its hours say.',
  CLOSED_PERMANENTLY: 'This location is permanently closed on Google. Its posts won’t be published.',
};

/** Said before a person tries to reopen a location that Google keeps closed. */
export const CANNOT_REOPEN = 'Google says that it can’t be reopened.';

interface ClosedNoticeProps {
  location: LocationDetails;
  onReopen: () => void;
}

/** Explains that a location is closed, with the way to reopen it. Empty for an open one. */
export function ClosedNotice({ location, onReopen }: ClosedNoticeProps) {
  const { openStatus, canReopen, editUrl } = location;
  if (openStatus === 'OPEN') return null;
  const action =
    canReopen === false ? (
      editUrl && <ExternalLink href={editUrl}>See it on Google</ExternalLink>
    ) : (
      <Button size="small" onClick={onReopen}>
        Reopen
      </Button>
    );
  return (
    <Banner tone="warning" action={action}>
      {[MEANINGS[openStatus], canReopen === false && CANNOT_REOPEN].filter(Boolean).join(' ')}
    </Banner>
  );
}

/** Explains that Google takes a location for another one. */
export function DuplicateNotice({ editUrl }: { editUrl: string | null }) {
  return (
    <Banner tone="warning" action={editUrl && <ExternalLink href={editUrl}>See it on Google</ExternalLink>}>
      Google considers this location a duplicate of another one, so customers may not see it.
    </Banner>
  );
}
