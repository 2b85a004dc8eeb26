import { Select } from '../../ui/form/inputs';
import { useAccounts } from '../use-listings';

interface AccountSelectProps {
  /** Empty: all accounts. */
  value: string;
  onChange: (accountId: string) => void;
}

/** The filter by account. Nothing where there is only one, unless one is chosen; it is in its place while they load. */
export function AccountSelect({ value, onChange }: AccountSelectProps) {
  const { data: accounts } = useAccounts();
  if (accounts && accounts.length < 2 && value === '') return null;
  return (
    <Select aria-label="Filter by account" value={value} onChange={({ target }) => onChange(target.value)}>
      <option value="">All accounts</option>
      {accounts?.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </Select>
  );
}
