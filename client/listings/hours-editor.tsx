import { useId, useState } from 'react';
import { announce } from '../ui/announcer';
import { FieldError } from '../ui/field';
import { FieldContext } from '../ui/field-context';
import { CopyHoursDialog } from './copy-hours-dialog';
import { HoursDay } from './hours-day';
import styles from './hours-editor.module.css';
import { copiedTo, type DayHours, periodsOf, toHours, type Week } from './hours-model';
import type { FieldErrors } from './location-rules';
import { type Day, DAYS, dayName } from './opening-hours';

interface HoursEditorProps {
  week: Week;
  errors: FieldErrors;
  onChange: (week: Week) => void;
}

/** The opening hours of a week, day by day. A period may close on the next day. */
export function HoursEditor({ week, errors, onChange }: HoursEditorProps) {
  const [copied, setCopied] = useState<Day>();
  const general = errors.regularHours;
  // The server finds some faults in the week as a whole, and says in words on which day.
  const blamed = general && DAYS.find((day) => general.includes(dayName(day)));
  const ofWeek = blamed ? undefined : general;
  const id = useId();

  const changeDay = (day: Day, hours: DayHours) => onChange({ ...week, [day]: hours });

  /** The API counts the periods of the whole week. */
  const firstIndex = (day: Day) =>
    DAYS.slice(0, DAYS.indexOf(day)).flatMap((earlier) => periodsOf(earlier, week[earlier])).length;

  function copy(from: Day, to: Day[]) {
    onChange({ ...week, ...Object.fromEntries(to.map((day) => [day, copiedTo(day, week[from])])) });
    announce(`Hours of ${dayName(from)} copied to ${to.map(dayName).join(', ')}`);
    setCopied(undefined);
  }

  return (
    <div className={styles.week}>
      {ofWeek && <FieldError id={id}>{ofWeek}</FieldError>}
      {!toHours(week) && <p className={styles.note}>With every day closed the hours count as not set.</p>}
      <FieldContext value={{ invalid: ofWeek !== undefined, ...(ofWeek && { describedBy: id }) }}>
        {DAYS.map((day) => (
          <div key={day} className={styles.day}>
            <HoursDay
              day={day}
              hours={week[day]}
              error={day === blamed ? general : undefined}
              errorOf={(index, field) =>
                errors[['regularHours.periods', firstIndex(day) + index, ...(field ? [field] : [])].join('.')]
              }
              onChange={(hours) => changeDay(day, hours)}
              onCopy={() => setCopied(day)}
            />
          </div>
        ))}
      </FieldContext>
      <CopyHoursDialog from={copied} onCopy={copy} onClose={() => setCopied(undefined)} />
    </div>
  );
}
