import { viewUrl } from '../lib/views';
import { EmptyState } from '../ui/layout/board';
import { ButtonLink } from '../ui/basics/button';

/** Says that an account has no locations, or that none of them has, and what to do. */
export function NoLocations({ accountId }: { accountId?: string | undefined }) {
  const [text, to, step] = accountId
    ? ['Locations in this account will appear here.', viewUrl('accounts'), 'Choose another account']
    : ['Locations in your business accounts will appear here.', viewUrl('setup'), 'Check the connection'];
  return (
    <EmptyState title="No locations yet" action={<ButtonLink to={to}>{step}</ButtonLink>}>
      {text}
    </EmptyState>
  );
}
