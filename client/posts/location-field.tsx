import type { ReactNode } from 'react';
import type { Schemas } from '../api/client';
import { Button } from '../ui/button';
import { Field } from '../ui/field';
import { SearchBox } from '../ui/search-box';
import { Select } from '../ui/select';
import styles from './composer-form.module.css';
import type { Places } from './use-places';

type Location = Schemas['LocationDto'];

interface LocationFieldProps {
  places: Places;
  value: string;
  /** The name of the chosen location, for as long as it is not loaded. */
  name?: string | undefined;
  error?: string | undefined;
  /** Gives way to what is wrong with the list. */
  hint?: ReactNode;
  /** 'Location' unless given. */
  label?: string;
  /** What stands for no location. */
  none?: string;
  onChange: (locationId: string) => void;
}

/** One of the person's places: which the post is for, or whose posts are shown. */
export function LocationField({
  places,
  value,
  name = 'Chosen location',
  error,
  hint,
  label = 'Location',
  none = 'Select a location',
  onChange,
}: LocationFieldProps) {
  const { items = [], chosen, isLoading, needsSearch, search, setSearch } = places;
  const isListed = items.some(({ id }) => id === value);
  return (
    <div className={styles.location}>
      <Field label={label} error={error} hint={troubleOf(places) ?? hint}>
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

function troubleOf({ error, items, search, isRetrying, retry }: Places): ReactNode {
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
