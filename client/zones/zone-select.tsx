import { useState } from 'react';
import { Select } from '../ui/form/inputs';
import type { LocationZone } from './use-zones';

interface ZoneSelectProps {
  zone: Pick<LocationZone, 'choices' | 'suggestion'>;
  /** Empty: nothing is chosen. */
  value: string;
  onChange: (timeZone: string) => void;
}

/**
 * All time zones, those of the location's country first. The others are drawn once the field has the focus: a hundred fields
 * with four hundred names each take seconds.
 */
export function ZoneSelect({ zone: { choices, suggestion }, value, onChange }: ZoneSelectProps) {
  const [isUsed, setIsUsed] = useState(false);
  const near = [...new Set([...(suggestion ? [suggestion.timeZone] : []), ...choices])];
  const others = isUsed ? Intl.supportedValuesOf('timeZone').filter((name) => !near.includes(name)) : [];
  const isListed = value === '' || near.includes(value) || others.includes(value);
  return (
    <Select value={value} onFocus={() => setIsUsed(true)} onChange={({ target }) => onChange(target.value)}>
      {value === '' && <option value="">Choose a time zone</option>}
      {!isListed && <ZoneOption name={value} />}
      {near.length > 0 && (
        <optgroup label="In its country">
          {near.map((name) => (
            <ZoneOption key={name} name={name} />
          ))}
        </optgroup>
      )}
      {others.length > 0 && (
        <optgroup label="All others">
          {others.map((name) => (
            <ZoneOption key={name} name={name} />
          ))}
        </optgroup>
      )}
    </Select>
  );
}

function ZoneOption({ name }: { name: string }) {
  return <option value={name}>{name.replaceAll('_', ' ')}</option>;
}
