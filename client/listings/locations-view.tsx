import { useRef } from 'react';
import { ChevronLeft, LayoutGrid, Rows3 } from 'lucide-react';
import { figure } from '../lib/count-of';
import { ApiError } from '../api/api-error';
import { RefreshBar } from '../business-profile/refresh-bar';
import { useFirstReading } from '../business-profile/use-mirror';
import { useSearchText } from '../lib/use-search';
import { useSetting } from '../lib/use-setting';
import { viewUrl } from '../lib/views';
import { cx } from '../ui/basics/cx';
import common from '../ui/layout/common.module.css';
import { ErrorState } from '../ui/messages/banner';
import { EmptyState, FailedLoad } from '../ui/layout/board';
import { Button, ButtonLink } from '../ui/basics/button';
import { CardGrid } from '../ui/layout/card';
import { STATUS } from '../ui/basics/labels';
import { Loading, Skeleton, SkeletonGrid } from '../ui/messages/loading';
import { Segmented } from '../ui/form/radio-group';
import { FurtherCard, LocationCard } from './location-card';
import { LocationTable } from './location-table';
import { LocationsToolbar, useLocationChoice } from './locations-toolbar';
import styles from './locations-view.module.css';
import { NoLocations } from './no-locations';
import { NothingRead } from './nothing-read';
import { useFoundLocations } from './use-found-locations';
import { type LocationState, useAccounts } from './use-listings';
import shared from './view.module.css';
import { OpenZones } from '../zones/open-zones';

const FAILURE = 'Failed to load locations. Please try again.';

interface LocationsViewProps {
  /** Limits the list to the locations of this account. */
  accountId?: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** The locations of one account or of all, with a search. Each links to the details of its location. */
export function LocationsView({ accountId, onSchedulePost }: LocationsViewProps) {
  const { data: accounts } = useAccounts();
  const account = accounts?.find(({ id }) => id === accountId);
  return (
    <div className={cx(common.stack4, shared.view)}>
      <div className={shared.top}>
        <ButtonLink
          to={viewUrl('accounts')}
          variant="quiet"
          size="row"
          icon={ChevronLeft}
          className={shared.back}
        >
          Back to Accounts
        </ButtonLink>
      </div>
      <div className={shared.headline}>
        <h1 tabIndex={-1}>{account?.name ?? 'Locations'}</h1>
        <RefreshBar />
      </div>
      <OpenZones />
      {/* Remounted for each account, so that nothing of the previous list stays on screen. */}
      <LocationList key={accountId} accountId={accountId} onSchedulePost={onSchedulePost} />
    </div>
  );
}

const LAYOUTS = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'table', label: 'Table', icon: Rows3 },
] as const;

interface LocationListProps {
  accountId: string | undefined;
  onSchedulePost: (locationId: string) => void;
}

/** Search, filters, count and the locations of one account, or of all, as cards or as a table. */
function LocationList({ accountId, onSchedulePost }: LocationListProps) {
  const box = useRef<HTMLDivElement>(null);
  const { text, setText } = useSearchText();
  const { address: choice, change: choose } = useLocationChoice();
  // Cards at first, as specified.
  const [layout, setLayout] = useSetting('locations', ['cards', 'table']);
  const { found, query, error, isTrying, isValidating, retry } = useFoundLocations(
    accountId ?? choice.accountId,
    text,
    choice,
  );
  const reading = useFirstReading();
  const isEmptyYet = found?.total === 0 && reading === 'pending';

  if (error instanceof ApiError && error.status === 404)
    return <UnknownAccount onShowAll={accountId ? undefined : () => choose({ accountId: undefined })} />;

  const failure = { message: FAILURE, onRetry: retry, retrying: isValidating };
  const showAll = () => {
    setText('');
    choose({ state: undefined });
    box.current?.querySelector('input')?.focus();
  };
  const list = { accountId, onSchedulePost };

  return (
    <>
      <div ref={box}>
        <LocationsToolbar
          search={text}
          onSearch={setText}
          choice={choice}
          onChoice={choose}
          ofAll={accountId === undefined}
        />
      </div>
      <div className={cx(common.spread, styles.line)}>
        <p className={styles.count} role="status">
          {found && !isEmptyYet && `${figure(found.matched)} of ${figure(found.total)} locations`}
        </p>
        <Segmented legend="Layout" options={LAYOUTS} value={layout} onChange={setLayout} />
      </div>
      {error !== undefined && (found ? <ErrorState {...failure} /> : <FailedLoad {...failure} />)}
      <Loading
        busy={isEmptyYet || (!found && error === undefined)}
        isTrying={isTrying}
        skeleton={layout === 'cards' ? <SkeletonGrid cards={6} /> : <SkeletonRows />}
      >
        {found?.total === 0 &&
          (reading === 'stuck' ? <NothingRead /> : <NoLocations accountId={accountId} />)}
        {found && found.total > 0 && found.items.length === 0 && (
          <NoMatch search={text.trim()} state={choice.state} onShowAll={showAll} />
        )}
        {found && found.items.length > 0 && layout === 'table' && (
          <LocationTable found={found} query={query} {...list} />
        )}
        {found && found.items.length > 0 && layout === 'cards' && (
          <CardGrid
            count={found.matched}
            list={JSON.stringify([query, choice])}
            card={(index) => {
              const location = found.items[index];
              return location ? (
                <LocationCard key={location.id} location={location} {...list} />
              ) : (
                <FurtherCard key={index} {...list} {...{ query, index }} pageSize={found.items.length} />
              );
            }}
          />
        )}
      </Loading>
    </>
  );
}

function SkeletonRows() {
  return Array.from({ length: 8 }, (_, index) => <Skeleton key={index} shape="row" />);
}

interface NoMatchProps {
  search: string;
  state: LocationState | undefined;
  /** Clears the search and the state. */
  onShowAll: () => void;
}

function NoMatch({ search, state, onShowAll }: NoMatchProps) {
  const kind = state ? `${STATUS[state].label.toLowerCase()} locations` : 'locations';
  return (
    <EmptyState
      title={search ? `No ${kind} match your search` : `No ${kind}`}
      action={<Button onClick={onShowAll}>Show all locations</Button>}
    >
      {search
        ? `No name, address or store code contains “${search}”.`
        : 'Your other locations are in a different state.'}
    </EmptyState>
  );
}

/** @param onShowAll undefined where the account is not a filter but what was opened */
function UnknownAccount({ onShowAll }: { onShowAll: (() => void) | undefined }) {
  return (
    <EmptyState
      title="Account not found"
      action={
        onShowAll ? (
          <Button onClick={onShowAll}>Show all locations</Button>
        ) : (
          <ButtonLink to={viewUrl('accounts')}>Choose another account</ButtonLink>
        )
      }
    >
      This business account doesn’t exist, or you no longer have access to it.
    </EmptyState>
  );
}
