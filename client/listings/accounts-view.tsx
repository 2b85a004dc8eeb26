import { Store } from 'lucide-react';
import { ButtonLink } from '../ui/button';
import { CardGrid } from '../ui/card';
import { EmptyState } from '../ui/empty-state';
import { ErrorState } from '../ui/error-state';
import { Loading } from '../ui/loading';
import { SkeletonGrid } from '../ui/skeleton';
import { viewUrl } from '../ui/views';
import { AccountCard } from './account-card';
import { countOf } from './count-of';
import { useAccounts } from './use-accounts';
import styles from './view.module.css';

/** The business accounts; each card opens the locations of its account. */
export function AccountsView() {
  const { data: accounts, error, isValidating, mutate } = useAccounts();
  return (
    <div className={styles.view}>
      <h1 tabIndex={-1}>Business Accounts</h1>
      {error && (
        <ErrorState
          message="Failed to load business accounts. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={!accounts && !error}
        skeleton={<SkeletonGrid cards={6} />}
        loadedMessage={accounts && `${countOf(accounts.length, 'account')} loaded`}
      >
        {accounts?.length === 0 && (
          <EmptyState
            icon={Store}
            title="No business accounts yet"
            action={<ButtonLink to={viewUrl('setup')}>Check the connection</ButtonLink>}
          >
            The business accounts of your Google Business Profile appear here.
          </EmptyState>
        )}
        {accounts && accounts.length > 0 && (
          <CardGrid>
            {accounts.map((account) => (
              <AccountCard key={account.id} account={account} />
            ))}
          </CardGrid>
        )}
      </Loading>
    </div>
  );
}
