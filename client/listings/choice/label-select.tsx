import { figure } from '../../lib/count-of';
import { Select } from '../../ui/form/inputs';
import { useLabels } from './use-selections';

interface LabelSelectProps {
  /** Empty: all locations. */
  value: string;
  onChange: (label: string) => void;
}

/** The filter by label. Nothing where no location has one, unless one is chosen. */
export function LabelSelect({ value, onChange }: LabelSelectProps) {
  const { data = [] } = useLabels();
  // The last location may have lost the label that is chosen.
  const isUnknown = value !== '' && !data.some(({ label }) => label === value);
  if (data.length === 0 && !isUnknown) return null;
  return (
    <Select aria-label="Filter by label" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All labels</option>
      {isUnknown && <option value={value}>{value}</option>}
      {data.map(({ label, locationCount }) => (
        <option key={label} value={label}>
          {label} ({figure(locationCount)})
        </option>
      ))}
    </Select>
  );
}
