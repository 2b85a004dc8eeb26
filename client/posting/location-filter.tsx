import { useLocationChoices } from './location-choices';
import { LocationPicker } from './location-picker';

interface LocationFilterProps {
  /** The accessible name. */
  label?: string;
  /** The chosen location; undefined: all of them. */
  locationId: string | undefined;
  onChange: (locationId: string | undefined) => void;
}

/** Limits a list to one location. */
export function LocationFilter({
  label = 'Filter by location',
  locationId = '',
  onChange,
}: LocationFilterProps) {
  return (
    <LocationPicker
      locations={useLocationChoices(locationId)}
      value={locationId}
      label={label}
      hideLabel
      none="All locations"
      // After the picker's effect, so that the caller can draw at once.
      onChange={(id) => queueMicrotask(() => onChange(id || undefined))}
    />
  );
}
