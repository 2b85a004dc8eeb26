import type { ReactNode } from 'react';
import { Field } from '../ui/field';
import { FieldGroup } from '../ui/field-group';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import styles from './composer-form.module.css';
import { publishInstants, type PublishTime } from './post-draft';
import { offsetName, relativeWords, zoneName } from './time-words';
import { useNow } from './use-now';
import { toWallTime } from './wall-time';

const EVERY_15_S = 15_000;

interface PublishTimeFieldsProps {
  value: PublishTime;
  timeZone: string;
  error?: string | undefined;
  /** Stands below the zone. */
  hint?: ReactNode;
  onChange: (value: PublishTime) => void;
}

/** When the post goes out, in the viewer's zone, which is named; a time that comes twice is told apart by its offset. */
export function PublishTimeFields({ value, timeZone, error, hint, onChange }: PublishTimeFieldsProps) {
  const now = useNow(EVERY_15_S);
  const { all, chosen } = publishInstants(value, timeZone);
  const { publishDate, publishTime, occurrence } = value;
  // All three, so that an error about the time as a whole goes away with a change to either half.
  const change = (part: Partial<PublishTime>) =>
    onChange({ publishDate, publishTime, occurrence: 'first', ...part });
  const zone = zoneName(chosen ?? now, timeZone);
  return (
    <FieldGroup
      legend="Publish date and time"
      error={error}
      hint={
        <>
          {chosen && chosen > now ? `${zone} · ${relativeWords(chosen, now)}` : zone}
          {hint}
        </>
      }
    >
      <div className={styles.pair}>
        <Field label="Date">
          <TextInput
            type="date"
            name="publishDate"
            min={toWallTime(now, timeZone).date}
            max="9999-12-31"
            value={publishDate}
            onChange={(event) => change({ publishDate: event.target.value })}
          />
        </Field>
        <Field label="Time">
          <TextInput
            type="time"
            name="publishTime"
            value={publishTime}
            onChange={(event) => change({ publishTime: event.target.value })}
          />
        </Field>
      </div>
      {all.length > 1 && (
        <Field label={`The clocks go back: which ${publishTime}?`}>
          <Select
            value={occurrence}
            onChange={(event) => change({ occurrence: event.target.value === 'second' ? 'second' : 'first' })}
          >
            {(['first', 'second'] as const).map((each, index) => (
              <option key={each} value={each}>
                The {each} one, {offsetName(all[index] ?? now, timeZone)}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </FieldGroup>
  );
}
