import { useId, useState } from 'react';
import { FieldContext, FieldError } from '../../ui/field';
import { announce } from '../../ui/screen-reader';
import { HoursEditorDay } from './hours-editor-day';
import styles from './hours-editor.module.css';
import { copiedTo, periodsOf, toHours, type Week } from './hours-model';
import type { FieldErrors } from './location-draft';
import { type Day, dayName, DAYS } from '../opening-hours';

interface HoursEditorProps {
  week: Week;
  errors: FieldErrors;
  onChange: (week: Week) => void;
}

/** Edits the opening hours of a week, one row for a day. A period may close on the next day. */
export function HoursEditor({ week, errors, onChange }: HoursEditorProps) {
  const [copied, setCopied] = useState<Day>();
  const general = errors.regularHours;
  // The server reports some errors for the whole week and names the day in the message.
  const blamed = general && DAYS.find((day) => general.includes(dayName(day)));
  const ofWeek = blamed ? undefined : general;
  const id = useId();

  /** The index of the day's first period in the API's list, which holds the periods of the whole week. */
  const firstIndex = (day: Day) =>
    DAYS.slice(0, DAYS.indexOf(day)).flatMap((earlier) => periodsOf(earlier, week[earlier])).length;

  function copy(from: Day, to: Day[]) {
    onChange({ ...week, ...Object.fromEntries(to.map((day) => [day, copiedTo(day, week[from])])) });
    announce(`${dayName(from)}’s hours copied to ${to.map(dayName).join(', ')}`);
    setCopied(undefined);
  }

  return (
    <div className={styles.week}>
      {ofWeek && (
        <div className={styles.note}>
          <FieldError id={id}>{ofWeek}</FieldError>
        </div>
      )}
      {!toHours(week) && (
        <p className={styles.note}>With every day closed, your hours will show as not set.</p>
      )}
      <FieldContext value={{ invalid: ofWeek !== undefined, ...(ofWeek && { describedBy: id }) }}>
        {DAYS.map((day) => (
          <HoursEditorDay
            key={day}
            day={day}
            hours={week[day]}
            error={day === blamed ? general : undefined}
            errorOf={(index, field) =>
              errors[['regularHours.periods', firstIndex(day) + index, ...(field ? [field] : [])].join('.')]
            }
            onChange={(hours) => onChange({ ...week, [day]: hours })}
            isCopying={copied === day}
            onCopying={(isCopying) => setCopied(isCopying ? day : undefined)}
            onCopy={(to) => copy(day, to)}
          />
        ))}
      </FieldContext>
    </div>
  );
}
