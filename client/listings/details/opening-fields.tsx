import { DoorClosed, DoorClosedLocked, DoorOpen } from 'lucide-react';
import { monthName } from '../../lib/time-words';
import { FieldGroup, Field } from '../../ui/form/field';
import { Select, TextInput } from '../../ui/form/inputs';
import { RadioRow } from '../../ui/form/radio-group';
import { CANNOT_REOPEN } from './closed-notice';
import type { LocationDetails } from '../use-listings';
import type { DateDraft } from './location-draft';
import styles from './location-form.module.css';

type OpenStatus = LocationDetails['openStatus'];

const STATES = [
  { value: 'OPEN', label: 'Open', icon: DoorOpen, description: 'Customers see its business hours.' },
  {
    value: 'CLOSED_TEMPORARILY',
    label: 'Temporarily closed',
    icon: DoorClosed,
    description: 'Customers see it as temporarily closed. You can reopen it here at any time.',
  },
  {
    value: 'CLOSED_PERMANENTLY',
    label: 'Permanently closed',
    icon: DoorClosedLocked,
    description: 'Customers see it as permanently closed, and Google doesn’t publish posts for it.',
  },
] as const;

interface OpenStatusFieldProps {
  /** As it is before the change; undefined where it is about many locations. */
  location?: Pick<LocationDetails, 'openStatus' | 'canReopen'>;
  value: OpenStatus;
  error: string | undefined;
  onChange: (value: OpenStatus) => void;
}

/** Whether the business goes on at all, with what the choice means. */
export function OpenStatusField({ location, value, error, onChange }: OpenStatusFieldProps) {
  const cannotReopen =
    location !== undefined && location.openStatus !== 'OPEN' && location.canReopen === false;
  const meaning = STATES.find((state) => state.value === value)?.description ?? '';
  return (
    <RadioRow
      legend={location ? 'This location is' : 'These locations are'}
      options={STATES}
      value={value}
      error={error}
      hint={cannotReopen ? `${CANNOT_REOPEN} ${meaning}` : meaning}
      onChange={onChange}
    />
  );
}

const MONTHS_A_YEAR = 12;

interface OpeningDateFieldProps {
  value: DateDraft;
  error: string | undefined;
  onChange: (value: DateDraft) => void;
}

/** When the business opened or will open. Google needs no day. */
export function OpeningDateField({ value, error, onChange }: OpeningDateFieldProps) {
  return (
    <FieldGroup
      legend="Opening date (optional)"
      error={error}
      hint="When it opened, or will open within a year. The day may be left out."
    >
      <div className={styles.date}>
        <Field label="Day">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={value.day}
            onChange={({ target }) => onChange({ ...value, day: target.value })}
          />
        </Field>
        <Field label="Month">
          <Select value={value.month} onChange={({ target }) => onChange({ ...value, month: target.value })}>
            <option value="">Not set</option>
            {Array.from({ length: MONTHS_A_YEAR }, (_, index) => (
              <option key={index} value={index + 1}>
                {monthName(`2000-${String(index + 1).padStart(2, '0')}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="Year">
          <TextInput
            inputMode="numeric"
            autoComplete="off"
            maxLength={4}
            value={value.year}
            onChange={({ target }) => onChange({ ...value, year: target.value })}
          />
        </Field>
      </div>
    </FieldGroup>
  );
}
