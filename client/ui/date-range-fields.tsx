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
        <TextInput
          type="date"
          value={range[end] ?? ''}
          onChange={({ target }) => onChange({ [end]: target.value || undefined })}
        />
      </Field>
    </div>
  ));
}
