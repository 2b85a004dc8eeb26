import { useState } from 'react';
import { isDay } from '../../lib/calendar-days';
import styles from './date-range-fields.module.css';
import { Field } from './field';
import { TextInput } from './inputs';

/** Calendar days, `YYYY-MM-DD`; undefined: no bound. */
interface DateRange {
  from: string | undefined;
  to: string | undefined;
}

interface DateRangeFieldsProps {
  range: DateRange;
  onChange: (next: Partial<DateRange>) => void;
}

/** The first and the last day of a filter. */
export function DateRangeFields({ range, onChange }: DateRangeFieldsProps) {
  return (['from', 'to'] as const).map((end) => (
    <div key={end} className={styles.date}>
      <Field label={end === 'from' ? 'From' : 'To'}>
        <DayInput day={range[end]} onChange={(day) => onChange({ [end]: day })} />
      </Field>
    </div>
  ));
}

interface DayInputProps {
  day: string | undefined;
  onChange: (day: string | undefined) => void;
}

/** A day. While it is typed it keeps what it shows: the first digit of a year makes a day of the year 2. */
function DayInput({ day, onChange }: DayInputProps) {
  const [typed, setTyped] = useState<string>();
  return (
    <TextInput
      type="date"
      value={typed ?? day ?? ''}
      onChange={({ target: { value } }) => {
        setTyped(value);
        if (value === '' || isDay(value)) onChange(value || undefined);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
