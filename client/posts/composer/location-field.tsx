import { useState, type ReactNode } from 'react';
import type { Schemas } from '../../api/client';
import { useFoundLocations } from '../../listings/use-found-locations';
import { useLocation } from '../../listings/use-listings';
import { Button } from '../../ui/button';
import { Field } from '../../ui/field';
import { Select } from '../../ui/inputs';
import { SearchBox } from '../../ui/search-box';
import styles from './composer-form.module.css';

type Location = Schemas['LocationDto'];

interface LocationFieldProps {
  locations: LocationChoices;
  value: string;
  /** The name of the chosen location, shown until it is loaded. */
  name?: string | undefined;
  error?: string | undefined;
  /** Hidden while there is a message about the list. */
  hint?: ReactNode;
  /** 'Location' unless given. */
  label?: string;
  /** The option for no location. */
  none?: string;
  onChange: (locationId: string) => void;
}

/** Chooses one of the user's locations: the one a post is for, or the one whose posts are shown. */
export function LocationField({
  locations,
  value,
  name = 'Chosen location',
  error,
  hint,
  label = 'Location',
  none = 'Select a location',
  onChange,
}: LocationFieldProps) {
  const { items = [], chosen, isLoading, needsSearch, search, setSearch } = locations;
  const isListed = items.some(({ id }) => id === value);
  return (
    <div className={styles.location}>
      <Field label={label} error={error} hint={listMessage(locations) ?? hint}>
        <Select name="locationId" value={value} onChange={(event) => onChange(event.target.value)}>
          <option value="">{isLoading ? 'Loading locations...' : none}</option>
          {value !== '' && !isListed && <option value={value}>{chosen?.name ?? name}</option>}
          {items.map((location) => (
            <option key={location.id} value={location.id}>
              {labelOf(location, items)}
            </option>
          ))}
        </Select>
      </Field>
      {needsSearch && <SearchBox label="Search locations" value={search} onChange={setSearch} />}
    </div>
  );
}

/** The branches of a chain often share one name. */
function labelOf({ id, name, address }: Location, all: readonly Location[]): string {
  const isShared = all.some((other) => other.id !== id && other.name === name);
  return isShared && address ? `${name}, ${address}` : name;
}

function listMessage({ error, items, search, isRetrying, retry }: LocationChoices): ReactNode {
  if (error !== undefined)
    return (
      <span className={styles.failure}>
        Failed to load locations. Please try again.
        <Button size="small" onClick={retry} disabled={isRetrying}>
          Try Again
        </Button>
      </span>
    );
  if (items?.length !== 0) return undefined;
  return search === '' ? 'You have no locations yet.' : 'No location matches your search.';
}

export type LocationChoices = ReturnType<typeof useLocationChoices>;

/** The locations to choose from, and the chosen one, which is loaded separately if it is not in the list. */
export function useLocationChoices(chosenId: string) {
  const [search, setSearch] = useState('');
  const { found, error, isValidating, retry } = useFoundLocations(undefined, search);
  const hasMore = found !== undefined && found.items.length < found.matched;
  const listed = found?.items.find(({ id }) => id === chosenId);
  const isElsewhere = chosenId !== '' && found !== undefined && listed === undefined;
  const { data: single } = useLocation(isElsewhere ? chosenId : undefined);

  return {
    /** Undefined while they are loading for the first time. */
    items: found?.items,
    chosen: listed ?? single,
    isLoading: found === undefined && error === undefined,
    error,
    isRetrying: isValidating,
    retry,
    /** Only a list that is too long to be loaded completely needs a search. */
    needsSearch: hasMore || search !== '',
    search,
    setSearch,
  };
}
