import { useSearchParams } from 'react-router-dom';
import { Select } from '../ui/form/inputs';
import { STATUS } from '../ui/basics/labels';
import { SearchBox } from '../ui/form/search-box';
import common from '../ui/layout/common.module.css';
import styles from './locations-view.module.css';
import { type LocationQuery, type LocationState, useAccounts } from './use-listings';

const STATES: readonly LocationState[] = Object.freeze(['VERIFIED', 'UNVERIFIED', 'SUSPENDED']);

/** The filters and the order. `accountId` is only for the list of all accounts' locations. */
export type LocationChoice = Pick<LocationQuery, 'accountId' | 'state' | 'sort'>;

/** `account` is the account that was opened, with its own title and Back, so the filter has another name. */
const PARAMETERS = { accountId: 'of', state: 'state', sort: 'sort' } as const;

/** Keeps filter and order in the address, so that Reload, Back and links restore them. */
export function useLocationChoice(): [LocationChoice, (next: LocationChoice) => void] {
  const [query, setQuery] = useSearchParams();
  const sort = query.get(PARAMETERS.sort);
  const choice: LocationChoice = {
    accountId: query.get(PARAMETERS.accountId) || undefined,
    state: STATES.find((state) => state.toLowerCase() === query.get(PARAMETERS.state)),
    sort: sort === 'state' || sort === 'storeCode' ? sort : undefined,
  };
  const choose = (next: LocationChoice): void => {
    const wanted = { ...choice, ...next };
    const values = { ...wanted, state: wanted.state?.toLowerCase() };
    setQuery(
      (current) => {
        for (const [name, parameter] of Object.entries(PARAMETERS)) {
          const value = values[name as keyof LocationChoice];
          if (value === undefined) current.delete(parameter);
          else current.set(parameter, value);
        }
        return current;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [choice, choose];
}

interface LocationsToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  choice: LocationChoice;
  onChoice: (next: LocationChoice) => void;
  /** Whether the locations of all accounts are listed, so that one can be picked. */
  ofAll: boolean;
}

/** The search, the filters and the order of the list of locations. */
export function LocationsToolbar({ search, onSearch, choice, onChoice, ofAll }: LocationsToolbarProps) {
  const { data: accounts } = useAccounts();
  // In its place while they load, so that nothing moves.
  const canPickAccount = ofAll && (!accounts || accounts.length > 1 || choice.accountId !== undefined);
  return (
    <div className={common.line}>
      <div className={styles.search}>
        <SearchBox label="Search by name or address" value={search} onChange={onSearch} />
      </div>
      <div className={styles.choice}>
        <Select
          aria-label="Filter by state"
          value={choice.state ?? ''}
          onChange={({ target }) => onChoice({ state: STATES.find((state) => state === target.value) })}
        >
          <option value="">All states</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {STATUS[state].label}
            </option>
          ))}
        </Select>
      </div>
      {canPickAccount && (
        <div className={styles.choice}>
          <Select
            aria-label="Filter by account"
            value={choice.accountId ?? ''}
            onChange={({ target }) => onChoice({ accountId: target.value || undefined })}
          >
            <option value="">All accounts</option>
            {accounts?.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className={styles.choice}>
        <Select
          aria-label="Sort by"
          value={choice.sort ?? ''}
          onChange={({ target: { value } }) =>
            onChoice({ sort: value === 'state' || value === 'storeCode' ? value : undefined })
          }
        >
          <option value="">By name</option>
          <option value="state">Needs attention first</option>
          <option value="storeCode">By store code</option>
        </Select>
      </div>
    </div>
  );
}
