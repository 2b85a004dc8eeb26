import { viewUrl } from '../lib/views';
import { ButtonLink } from '../ui/basics/button';
import { EmptyState } from '../ui/layout/board';

/** Replaces a list that is empty because the data could not be read from Google so far. */
export function NothingRead() {
  return (
    <EmptyState
      title="Nothing has been read from Google yet"
      action={<ButtonLink to={viewUrl('setup')}>Check the connection</ButtonLink>}
    >
      Your accounts and locations will appear here once they’ve been read.
    </EmptyState>
  );
}
