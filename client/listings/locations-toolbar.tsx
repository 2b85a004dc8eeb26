import { type AddressOf, choicePart, inLowerCase, textPart, useAddress } from '../lib/use-address';
import { Select } from '../ui/form/inputs';
import { STATUS } from '../ui/basics/labels';
import { AccountSelect } from './choice/account-select';
import { LabelSelect } from './choice/label-select';
import { SearchBox } from '../ui/form/search-box';
import common from '../ui/layout/common.module.css';
import styles from './locations-view.module.css';
import type { LocationState } from './use-listings';

const STATES: readonly LocationState[] = Object.freeze(['VERIFIED', 'UNVERIFIED', 'SUSPENDED']);

/** The filters and the order of the locations. */
const LOCATION_ADDRESS = {
  // `account` is the account that was opened, with its own title and Back, so the filter of the list of all accounts'
  // locations has another name.
  accountId: textPart('of'),
  state: inLowerCase(choicePart('state', STATES)),
  label: textPart('label'),
  sort: choicePart('sort', ['state', 'storeCode']),
};

type LocationChoice = AddressOf<typeof LOCATION_ADDRESS>;

/** The filters and the order of the locations, in the address. */
export const useLocationChoice = () => useAddress(LOCATION_ADDRESS);

interface LocationsToolbarProps {
  search: string;
  onSearch: (text: string) => void;
  choice: LocationChoice;
  onChoice: (next: Partial<LocationChoice>) => void;
  /** Whether the locations of all accounts are listed, so that one can be picked. */
  ofAll: boolean;
  /** Whether locations can have labels: those of Google. */
  hasLabels: boolean;
}

/** The search, the filters and the order of the list of locations. */
export function LocationsToolbar({
  search,
  onSearch,
  choice,
  onChoice,
  ofAll,
  hasLabels,
}: LocationsToolbarProps) {
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
      {hasLabels && (
        <div className={styles.filter}>
          <LabelSelect
            value={choice.label ?? ''}
            onChange={(label) => onChoice({ label: label || undefined })}
          />
        </div>
      )}
      {/* The last, so that nothing moves when it turns out that there is one account. */}
      {ofAll && (
        <div className={styles.filter}>
          <AccountSelect
            value={choice.accountId ?? ''}
            onChange={(accountId) => onChoice({ accountId: accountId || undefined })}
          />
        </div>
      )}
    </div>
  );
}
