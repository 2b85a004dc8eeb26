import { useRef } from 'react';
import { ArrowLeft } from 'lucide-react';
import { ApiError } from '../api/api-error';
import { RefreshBar } from '../business-profile/refresh-bar';
import { useFirstReading } from '../business-profile/use-mirror';
import { useSearchText } from '../lib/use-search';
import { viewUrl } from '../lib/views';
import { ErrorState } from '../ui/banner';
import { Button, ButtonLink } from '../ui/button';
import { CardGrid } from '../ui/card';
import { EmptyState } from '../ui/board';
import { Loading, SkeletonGrid } from '../ui/loading';
import { SearchBox } from '../ui/search-box';
import { FurtherCard, LocationCard } from './location-card';
import styles from './locations-view.module.css';
import { NothingRead } from './nothing-read';
import { useFoundLocations } from './use-found-locations';
import { useAccounts } from './use-listings';
import shared from './view.module.css';

interface LocationsViewProps {
  /** Limits the list to the locations of this account. */
  accountId?: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** The locations of one account or of all, with a search. Each card opens the details of its location. */
export function LocationsView({ accountId, onSchedulePost }: LocationsViewProps) {
  const { data: accounts } = useAccounts();
  const account = accounts?.find(({ id }) => id === accountId);
  return (
    <div className={shared.view}>
      <div className={shared.top}>
        <ButtonLink to={viewUrl('accounts')} variant="quiet" icon={ArrowLeft} className={shared.back}>
          Back to Accounts
        </ButtonLink>
      </div>
      <h1 tabIndex={-1}>{account?.name ?? 'Locations'}</h1>
      <RefreshBar />
      {/* Remounted for each account, so that nothing of the previous list stays on screen. */}
      <LocationList key={accountId} accountId={accountId} onSchedulePost={onSchedulePost} />
    </div>
  );
}

interface LocationListProps {
  accountId: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** Search box, count and cards of the locations of one account, or of all. */
function LocationList({ accountId, onSchedulePost }: LocationListProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  const { text, setText } = useSearchText();
  const { found, search, error, isValidating, retry } = useFoundLocations(accountId, text);

  const reading = useFirstReading();
  const isEmptyYet = found?.total === 0 && reading === 'pending';

  if (error instanceof ApiError && error.status === 404) return <UnknownAccount />;

  const showAll = () => {
    setText('');
    toolbar.current?.querySelector('input')?.focus();
  };

  return (
    <>
      <div className={styles.toolbar} ref={toolbar}>
        <SearchBox label="Search by name or address" value={text} onChange={setText} />
        <p className={styles.count} role="status">
          {found && !isEmptyYet && `${found.matched} of ${found.total} locations`}
        </p>
      </div>
      {error !== undefined && (
        <ErrorState
          message="Failed to load locations. Please try again."
          onRetry={retry}
          retrying={isValidating}
        />
      )}
      <Loading busy={isEmptyYet || (!found && error === undefined)} skeleton={<SkeletonGrid cards={6} />}>
        {found?.total === 0 &&
          (reading === 'stuck' ? <NothingRead /> : <NoLocations accountId={accountId} />)}
        {found && found.total > 0 && found.items.length === 0 && (
          <EmptyState
            title="No locations match your search"
            action={<Button onClick={showAll}>Show all locations</Button>}
          >
            No name and no address contains “{text.trim()}”.
          </EmptyState>
        )}
        {found && found.items.length > 0 && (
          <CardGrid
            count={found.matched}
            list={search}
            card={(index) => {
              const location = found.items[index];
              const list = { accountId, onSchedulePost };
              return location ? (
                <LocationCard key={location.id} location={location} {...list} />
              ) : (
                <FurtherCard key={index} {...list} {...{ search, index }} pageSize={found.items.length} />
              );
            }}
          />
        )}
      </Loading>
    </>
  );
}

function NoLocations({ accountId }: { accountId: string | undefined }) {
  const [text, to, step] = accountId
    ? ['The locations of this account appear here.', viewUrl('accounts'), 'Choose another account']
    : ['The locations of your business accounts appear here.', viewUrl('setup'), 'Check the connection'];
  return (
    <EmptyState title="No locations yet" action={<ButtonLink to={to}>{step}</ButtonLink>}>
      {text}
    </EmptyState>
  );
}

function UnknownAccount() {
  return (
    <EmptyState
      title="Account not found"
      action={<ButtonLink to={viewUrl('accounts')}>Choose another account</ButtonLink>}
    >
      This business account does not exist, or you no longer have access to it.
    </EmptyState>
  );
}
