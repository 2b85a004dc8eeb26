import { RefreshBar } from '../business-profile/refresh-bar';
import { useFirstReading } from '../business-profile/use-mirror';
import { CardGrid } from '../ui/card';
import { ErrorState } from '../ui/error-state';
import { Loading } from '../ui/loading';
import { SkeletonGrid } from '../ui/skeleton';
import { AccountCard } from './account-card';
import { countOf } from './count-of';
import { NoAccounts } from './no-accounts';
import { NothingRead } from './nothing-read';
import { useAccounts } from './use-accounts';
import styles from './view.module.css';

/** The business accounts; each card opens the locations of its account. */
export function AccountsView() {
  const { data: accounts, error, isValidating, mutate } = useAccounts();
  const reading = useFirstReading();
  const isEmptyYet = accounts?.length === 0 && reading === 'pending';
  return (
    <div className={styles.view}>
      <h1 tabIndex={-1}>Business Accounts</h1>
      <RefreshBar />
      {error && (
        <ErrorState
          message="Failed to load business accounts. Please try again."
          onRetry={() => void mutate()}
          retrying={isValidating}
        />
      )}
      <Loading
        busy={isEmptyYet || (!accounts && !error)}
        skeleton={<SkeletonGrid cards={6} />}
        loadedMessage={accounts && `${countOf(accounts.length, 'account')} loaded`}
      >
        {accounts?.length === 0 && (reading === 'stuck' ? <NothingRead /> : <NoAccounts />)}
        {accounts && accounts.length > 0 && (
          <CardGrid
            count={accounts.length}
            card={(index) => {
              const account = accounts[index];
              return account && <AccountCard key={account.id} account={account} />;
            }}
          />
        )}
      </Loading>
    </div>
  );
}
