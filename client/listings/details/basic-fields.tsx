import type { ReactNode } from 'react';
import { ExternalLink } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Field } from '../../ui/form/field';
import { TextInput } from '../../ui/form/inputs';
import { Plate } from '../../ui/basics/labels';
import common from '../../ui/layout/common.module.css';
import type { LocationDetails } from '../use-listings';
import type { LocationDraft } from './location-draft';
import type { FieldErrors } from './location-faults';
import styles from './location-form.module.css';
import { OpeningDateField } from './opening-fields';

interface BasicFieldsProps {
  /** The location before editing. */
  location: LocationDetails;
  draft: LocationDraft;
  errors: FieldErrors;
  /** Both values of a field that has changed at Google, with a choice. */
  conflictOf: (field: string) => ReactNode;
  onChange: (part: Partial<LocationDraft>) => void;
}

/** The fields of name, address, phone number, website and opening date; the store code is read-only. */
export function BasicFields({ location, draft, errors, conflictOf, onChange }: BasicFieldsProps) {
  return (
    <div className={styles.grid}>
      <div className={styles.wide}>
        <Field label="Business name" error={errors.name}>
          <TextInput
            value={draft.name}
            autoComplete="off"
            required
            onChange={(event) => onChange({ name: event.target.value })}
          />
        </Field>
        {conflictOf('name')}
      </div>
      <div className={styles.wide}>
        <AddressField
          location={location}
          value={draft.address}
          error={errors.address}
          onChange={(address) => onChange({ address })}
        />
        {conflictOf('address')}
      </div>
      <div>
        <Field label="Phone number" optional error={errors.phoneNumber}>
          <TextInput
            type="tel"
            value={draft.phoneNumber}
            autoComplete="off"
            onChange={(event) => onChange({ phoneNumber: event.target.value })}
          />
        </Field>
        {conflictOf('phoneNumber')}
      </div>
      <div>
        <Field label="Website" optional hint="Starts with https://" error={errors.websiteUri}>
          <TextInput
            type="url"
            value={draft.websiteUri}
            autoComplete="off"
            onChange={(event) => onChange({ websiteUri: event.target.value })}
          />
        </Field>
        {conflictOf('websiteUri')}
      </div>
      <div className={styles.wide}>
        <OpeningDateField
          value={draft.openingDate}
          error={errors.openingDate}
          onChange={(openingDate) => onChange({ openingDate })}
        />
        {conflictOf('openingDate')}
      </div>
      {location.storeCode && (
        <p className={cx(common.small, styles.storeCode)}>
          <Plate>{location.storeCode}</Plate> The store code can’t be changed here.
        </p>
      )}
    </div>
  );
}

export const NO_ADDRESS = 'No address shown: this business visits customers';

interface AddressFieldProps {
  location: LocationDetails;
  value: string;
  error: string | undefined;
  onChange: (address: string) => void;
}

/** The address field. If only Google's editor can change the address, it is read-only with a link to that editor. */
function AddressField({
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
    <dl className={cx(common.stack1, styles.fixed)}>
      <dt className={styles.term}>Address</dt>
      <dd>{address || NO_ADDRESS}</dd>
      {editUrl && (
        <dd>
          <ExternalLink href={editUrl}>Edit the address on Google</ExternalLink>
        </dd>
      )}
    </dl>
  );
}
