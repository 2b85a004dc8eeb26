import { type ReactNode, useState } from 'react';
import { ApiError } from '../api/api-error';
import { reportError } from '../api/report-error';
import { type LocationChoice, useSelectionActions, useSelections } from '../listings/choice/use-selections';
import { useAccounts, useLocation } from '../listings/use-listings';
import { Field } from '../ui/form/field';
import { Select } from '../ui/form/inputs';
import { useOnDemand } from '../ui/messages/load-code';
import { EVERYWHERE, type StatisticsScope } from './use-statistics';

const loadChooser = () => import('../campaigns/location-chooser').then((module) => module.LocationChooser);

/** The name of several locations that were chosen without saving a selection. */
const CHOSEN = 'Chosen locations';

interface ScopeFieldProps {
  address: StatisticsScope;
  onChange: (next: StatisticsScope) => void;
  hideLabel: boolean;
}

/** Limits the statistics to an account or a saved selection. */
export function ScopeField({ address, onChange, hideLabel }: ScopeFieldProps) {
  const { accountId, selectionId } = address;
  const { data: accounts = [] } = useAccounts();
  const { data: saved = [] } = useSelections();
  const isNameless = selectionId !== undefined && !saved.some(({ id }) => id === selectionId);
  const value = accountId ? `account ${accountId}` : selectionId ? `selection ${selectionId}` : '';

  function choose(text: string): void {
    const [kind = '', id] = text.split(' ');
    onChange({ ...EVERYWHERE, ...(kind !== '' && { [`${kind}Id`]: id }) });
  }

  return (
    <Field label="Account or selection" hideLabel={hideLabel}>
      <Select value={value} onChange={({ target }) => choose(target.value)}>
        <option value="">All accounts</option>
        {accounts.length > 0 && (
          <optgroup label="Accounts">
            {accounts.map(({ id, name }) => (
              <option key={id} value={`account ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
        {(saved.length > 0 || isNameless) && (
          <optgroup label="Selections">
            {isNameless && <option value={value}>{CHOSEN}</option>}
            {saved.map(({ id, name }) => (
              <option key={id} value={`selection ${id}`}>
                {name}
              </option>
            ))}
          </optgroup>
        )}
      </Select>
    </Field>
  );
}

/**
 * The choice of several locations for this look alone.
 * @returns its dialog, once it is opened, and whether it or what was chosen is on its way
 */
export function useLocationsChooser(
  { selectionId }: StatisticsScope,
  onChange: (next: StatisticsScope) => void,
): { open: () => void; isBusy: boolean; dialog: ReactNode } {
  const { gather } = useSelectionActions();
  const { Part: LocationChooser, ...chooser } = useOnDemand(
    loadChooser,
    'The locations couldn’t be loaded. Please try again.',
  );
  const [isGathering, setIsGathering] = useState(false);

  async function show(choice: LocationChoice): Promise<void> {
    setIsGathering(true);
    try {
      onChange({ ...EVERYWHERE, selectionId: await gather(choice) });
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      reportError(failure);
    } finally {
      setIsGathering(false);
    }
  }

  return {
    open: chooser.open,
    isBusy: chooser.isOpening || isGathering,
    dialog: LocationChooser && (
      <LocationChooser
        choice={selectionId ? { selectionId } : undefined}
        onClose={chooser.close}
        onChoose={(choice) => {
          chooser.close();
          void show(choice);
        }}
      />
    ),
  };
}

/** The name of the chosen locations. */
export function useScopeName({ locationId, accountId, selectionId }: StatisticsScope): string {
  const { data: location } = useLocation(locationId, { quiet: true });
  const { data: accounts } = useAccounts();
  const { data: saved } = useSelections();
  if (locationId) return location?.name ?? 'One location';
  if (accountId) return accounts?.find(({ id }) => id === accountId)?.name ?? 'One account';
  if (selectionId) return saved?.find(({ id }) => id === selectionId)?.name ?? CHOSEN;
  return 'All locations';
}
