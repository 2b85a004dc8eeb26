import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { useBulkDrafts } from './bulk-drafts';
import { ChevronLeft, LayoutGrid, Rows3 } from 'lucide-react';
import { type ChoiceActions, SelectionBar } from './choice/selection-bar';
import { useChosen } from './choice/use-chosen';
import { useConnection } from '../business-profile/use-connection';
import { Checkbox } from '../ui/form/inputs';
import { notify } from '../ui/messages/notify';
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
import { ChangeManyLink, KeptDrafts } from './change-many';
import { FurtherCard, ListedCard } from './location-card';
import { LocationTabs } from './location-tabs';
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
  /** What can be done with several of them together. */
  many: Omit<ChoiceActions, 'onChangeMany'>;
}

/** The locations of one account or of all, with a search. Each links to the details of its location. */
export function LocationsView({ accountId, onSchedulePost, many }: LocationsViewProps) {
  const { data: accounts } = useAccounts();
  const { connection } = useConnection();
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
      {connection?.source === 'google' && accountId === undefined && <LocationTabs value="all" />}
      <OpenZones />
      <KeptDrafts />
      {/* Remounted for each account, so that nothing of the previous list stays on screen. */}
      <LocationList key={accountId} accountId={accountId} onSchedulePost={onSchedulePost} many={many} />
    </div>
  );
}

const LAYOUTS = [
  { value: 'cards', label: 'Cards', icon: LayoutGrid },
  { value: 'table', label: 'Table', icon: Rows3 },
] as const;

interface LocationListProps extends Pick<LocationsViewProps, 'onSchedulePost' | 'many'> {
  accountId: string | undefined;
}

/** Search, filters, count and the locations of one account, or of all, as cards or as a table. */
function LocationList({ accountId, onSchedulePost, many }: LocationListProps) {
  const box = useRef<HTMLDivElement>(null);
  /** Takes the focus of the bar, which is gone once nothing is chosen. */
  const line = useRef<HTMLDivElement>(null);
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
  const navigate = useNavigate();
  const { data: drafts } = useBulkDrafts();
  const { connection } = useConnection();
  const { state, label } = choice;
  const chosen = useChosen({
    openedAccountId: accountId ?? '',
    filter: {
      accountId: accountId ?? choice.accountId ?? '',
      label: label ?? '',
      state: state ?? '',
      search: text,
    },
    matched: found?.matched,
    isFiltered: [text.trim(), choice.accountId, label, state].some(Boolean),
  });
  // Sample locations can be looked at one by one alone.
  const choosing = connection?.source === 'google' ? chosen : undefined;
  const isEmptyYet = found?.total === 0 && reading === 'pending';

  if (error instanceof ApiError && error.status === 404)
    return <UnknownAccount onShowAll={accountId ? undefined : () => choose({ accountId: undefined })} />;

  const failure = { message: FAILURE, onRetry: retry, retrying: isValidating };
  const showAll = () => {
    setText('');
    choose({ state: undefined, label: undefined });
    box.current?.querySelector('input')?.focus();
  };
  const list = { accountId, onSchedulePost, chosen: choosing };
  const clear = () => {
    chosen.clear();
    line.current?.focus({ preventScroll: true });
  };
  const changeAll = (isWanted: boolean) =>
    void (isWanted ? chosen.addAll() : chosen.removeAll()).catch(() => notify.error(FAILURE));

  return (
    <>
      <div ref={box}>
        <LocationsToolbar
          search={text}
          onSearch={setText}
          choice={choice}
          onChoice={choose}
          ofAll={accountId === undefined}
          hasLabels={choosing !== undefined}
        />
      </div>
      <div ref={line} tabIndex={-1} className={cx(common.spread, common.noRing, styles.line)}>
        <div className={cx(common.line, styles.head)}>
          <p className={styles.count} role="status">
            {found && !isEmptyYet && `${figure(found.matched)} of ${figure(found.total)} locations`}
          </p>
          {choosing && found && found.matched > 0 && (
            <Checkbox checked={choosing.areAllShown} onChange={({ target }) => changeAll(target.checked)}>
              Select all
            </Checkbox>
          )}
        </div>
        <div className={common.line}>
          <ChangeManyLink />
          <Segmented legend="Layout" options={LAYOUTS} value={layout} onChange={setLayout} />
        </div>
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
          <NoMatch search={text.trim()} state={state} label={label} onShowAll={showAll} />
        )}
        {found && found.items.length > 0 && layout === 'table' && (
          <LocationTable
            found={found}
            query={query}
            sort={choice.sort}
            onSort={(sort) => choose({ sort })}
            {...list}
          />
        )}
        {found && found.items.length > 0 && layout === 'cards' && (
          <CardGrid
            count={found.matched}
            list={JSON.stringify([query, choice])}
            card={(index) => {
              const location = found.items[index];
              return location ? (
                <ListedCard key={location.id} location={location} {...list} />
              ) : (
                <FurtherCard key={index} {...list} {...{ query, index }} pageSize={found.items.length} />
              );
            }}
          />
        )}
      </Loading>
      {choosing && found && (
        <SelectionBar
          chosen={choosing}
          matched={found.matched}
          total={found.total}
          onClear={clear}
          onChangeMany={
            drafts?.isOn === false
              ? undefined
              : (wanted) => void navigate(viewUrl('bulk-edit'), { state: { choice: wanted } })
          }
          {...many}
        />
      )}
    </>
  );
}

function SkeletonRows() {
  return Array.from({ length: 8 }, (_, index) => <Skeleton key={index} shape="row" />);
}

interface NoMatchProps {
  search: string;
  state: LocationState | undefined;
  label: string | undefined;
  /** Clears the search, the state and the label. */
  onShowAll: () => void;
}

function NoMatch({ search, state, label, onShowAll }: NoMatchProps) {
  const locations = state ? `${STATUS[state].label.toLowerCase()} locations` : 'locations';
  const kind = label === undefined ? locations : `${locations} labelled “${label}”`;
  return (
    <EmptyState
      title={search ? `No ${kind} match your search` : `No ${kind}`}
      action={<Button onClick={onShowAll}>Show all locations</Button>}
    >
      {search
        ? `No name, address or store code contains “${search}”.`
        : label === undefined
          ? 'Your other locations are in a different state.'
          : 'Your other locations have other labels, or are in a different state.'}
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
