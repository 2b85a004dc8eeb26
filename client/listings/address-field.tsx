import type { Schemas } from '../api/client';
import { Field } from '../ui/field';
import { TextInput } from '../ui/text-input';
import styles from './basic-fields.module.css';
import { ExternalLink } from './external-link';

export const NO_ADDRESS = 'No address is shown: this business serves customers where they are';

interface AddressFieldProps {
  location: Schemas['LocationDto'];
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

/** The address to edit; where only Google's own editor can change it, to read, with the way there. */
export function AddressField({
  location: { address, isAddressEditable, editUrl },
  value,
  error,
  onChange,
}: AddressFieldProps) {
  if (isAddressEditable)
    return (
      <Field label="Address" error={error}>
        <TextInput
          value={value}
          autoComplete="off"
          required
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    );
  return (
    <dl className={styles.fixed}>
      <dt className={styles.term}>Address</dt>
      <dd>{address || NO_ADDRESS}</dd>
      {editUrl && (
        <dd>
          <ExternalLink href={editUrl}>Edit the address at Google</ExternalLink>
        </dd>
      )}
    </dl>
  );
}
