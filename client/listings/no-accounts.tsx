import { Store } from 'lucide-react';
import { useConnection } from '../business-profile/use-connection';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty-state';
import { viewUrl } from '../ui/views';

/** Says that there are no business accounts, and why that may be. */
export function NoAccounts() {
  const { connection } = useConnection();
  return (
    <EmptyState
      icon={Store}
      title="No business accounts yet"
      action={<ButtonLink to={viewUrl('setup')}>Check the connection</ButtonLink>}
    >
      {connection?.source === 'google'
        ? `${connection.email ?? 'Your Google account'} manages no Business Profile at Google so far. ` +
          'Once it does, refresh this list; or connect the Google account that does.'
        : 'The business accounts of your Google Business Profile appear here.'}
    </EmptyState>
  );
}
