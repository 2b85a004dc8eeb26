import type { Schemas } from '../api/client';
import { Field } from '../ui/field';
import { Plate } from '../ui/plate';
import { TextInput } from '../ui/text-input';
import { AddressField } from './address-field';
import styles from './basic-fields.module.css';
import type { LocationDraft } from './location-draft';
import type { FieldErrors } from './location-rules';

interface BasicFieldsProps {
  /** As it was before editing. */
  location: Schemas['LocationDto'];
  draft: LocationDraft;
  errors: FieldErrors;
  onChange: (part: Partial<LocationDraft>) => void;
}

/** Name, address, phone number and website to edit; the store code to read. */
export function BasicFields({ location, draft, errors, onChange }: BasicFieldsProps) {
  return (
    <div className={styles.fields}>
      <div className={styles.wide}>
        <Field label="Business name" error={errors.name}>
          <TextInput
            value={draft.name}
            autoComplete="off"
            required
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
      </div>
      <div className={styles.wide}>
        <AddressField
          location={location}
          value={draft.address}
          error={errors.address}
          onChange={(address) => onChange({ address })}
        />
      </div>
      <Field label="Phone number" optional error={errors.phoneNumber}>
        <TextInput
          type="tel"
          value={draft.phoneNumber}
          autoComplete="off"
          onChange={(event) => onChange({ phoneNumber: event.target.value })}
        />
      </Field>
      <Field label="Website" optional hint="With https:// in front" error={errors.websiteUri}>
        <TextInput
          type="url"
          value={draft.websiteUri}
          autoComplete="off"
          onChange={(event) => onChange({ websiteUri: event.target.value })}
        />
      </Field>
      {location.storeCode && (
        <p className={styles.storeCode}>
          <Plate>{location.storeCode}</Plate> The store code cannot be changed here.
        </p>
      )}
    </div>
  );
}
