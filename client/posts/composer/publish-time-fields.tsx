import type { ReactNode } from 'react';
import { Globe, MapPin } from 'lucide-react';
import { clockWords, offsetName, relativeWords, weekdayWords, zoneName } from '../../lib/time-words';
import { useNow } from '../../lib/use-now';
import { toWallTime } from '../../lib/wall-time';
import { Field, FieldGroup } from '../../ui/form/field';
import { Select, TextInput } from '../../ui/form/inputs';
import { Segmented } from '../../ui/form/radio-group';
import { LocationTime } from '../../zones/location-time';
import styles from './composer-form.module.css';
import { publishInstants, type PostDraft, type PublishTime } from './post-draft';
import where from './where-fields.module.css';

const EVERY_15_S = 15_000;

interface PublishTimeFieldsProps {
  value: PublishTime;
  timeZone: string;
  /** The location whose own time is shown where it differs. */
  locationId: string;
  error?: string | undefined;
  /** Shown below the time zone. */
  hint?: ReactNode;
  /** For many locations: whether the time is that of each location. */
  timing?: { value: PostDraft['timing']; onChange: (value: PostDraft['timing']) => void } | undefined;
  onChange: (value: PublishTime) => void;
}

const TIMINGS = [
  { value: 'local', label: 'At each location', icon: MapPin },
  { value: 'same', label: 'Everywhere at once', icon: Globe },
] as const;

/**
 * The publish time in the viewer's named time zone, or in that of each location. For a time that comes twice, the user
 * chooses one by its offset.
 */
export function PublishTimeFields({
  value,
  timeZone,
  locationId,
  error,
  hint,
  timing,
  onChange,
}: PublishTimeFieldsProps) {
  const now = useNow(EVERY_15_S);
  const isLocal = timing?.value === 'local';
  const { all, chosen } = publishInstants(value, timeZone);
  const { publishDate, publishTime, occurrence } = value;
  // Reports all three fields, so that a change to one of them removes an error about the whole time.
  const change = (part: Partial<PublishTime>) =>
    onChange({ publishDate, publishTime, occurrence: 'first', ...part });
  const weekday = publishDate && weekdayWords(publishDate).long;
  const zone = zoneName(chosen ?? now, timeZone);
  const words = chosen && chosen > now ? `${weekday}, ${relativeWords(chosen, now)} · ${zone}` : zone;
  const fields = (
    <FieldGroup
      legend="Publish date and time"
      error={error}
      hint={
        <>
          {isLocal ? localWords(weekday, publishTime) : words}
          <LocationTime locationId={locationId} at={chosen} timeZone={timeZone} />
          {hint}
        </>
      }
    >
      <div className={styles.publish}>
        <Field label="Date" hideLabel>
          <TextInput
            type="date"
            name="publishDate"
            min={toWallTime(now, timeZone).date}
            max="9999-12-31"
            value={publishDate}
            onChange={(event) => change({ publishDate: event.target.value })}
          />
        </Field>
        <Field label="Time" hideLabel>
          <TextInput
            type="time"
            name="publishTime"
            value={publishTime}
            onChange={(event) => change({ publishTime: event.target.value })}
          />
        </Field>
      </div>
      {all.length > 1 && !isLocal && (
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
  if (timing === undefined) return fields;
  return (
    <div className={where.where}>
      <div className={where.choice}>
        <Segmented small legend="Time zone" options={TIMINGS} {...timing} />
      </div>
      {fields}
    </div>
  );
}

/** 'Friday, 09:00 at each location, in its own time zone'. */
function localWords(weekday: string, time: string): string {
  const when = [weekday, time && clockWords(time)].filter(Boolean).join(', ');
  return `${when} at each location, in its own time zone`.trim();
}
