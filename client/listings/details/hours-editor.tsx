import { useId, useRef, useState } from 'react';
import { cx } from '../../ui/basics/cx';
import { FieldContext, FieldError } from '../../ui/form/field';
import { announce } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { type Day, dayName, DAYS } from '../opening-hours';
import { CopyButton, CopyChoice } from './hours-editor-copy';
import { HoursEditorDay, type RowKeys } from './hours-editor-day';
import styles from './hours-editor.module.css';
import { copiedTo, periodsOf, toHours, type Week } from './hours-model';
import type { FieldErrors } from './location-faults';

interface HoursEditorProps {
  /** Begins the names of the controls if the form has several weeks: "Delivery". */
  name?: string;
  /** Where the errors of this week are: `regularHours`, `moreHours.0`. */
  path: string;
  week: Week;
  errors: FieldErrors;
  /** Says what it means that every day is closed. */
  closedWords?: string;
  onChange: (week: Week) => void;
}

/**
 * Edits the opening hours of a week, one row for a day. A period may close on the next day. Tab stops at the switch of each
 * day, and at the fields of the one that is edited: at first Monday, then the day whose field or switch is used. On a switch
 * Enter edits its day, and the arrow keys go to the day above or below.
 */
export function HoursEditor({ name, path, week, errors, closedWords, onChange }: HoursEditorProps) {
  const [copied, setCopied] = useState<Day>();
  const [edited, setEdited] = useState<Day>('MONDAY');
  const box = useRef<HTMLDivElement>(null);
  const general = errors[path];
  // The server reports some errors for the whole week and names the day, or two of them, in the message.
  const blamed = general && firstDayIn(general);
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
    <div ref={box} className={styles.week}>
      {ofWeek && (
        <div className={cx(common.small, styles.note)}>
          <FieldError id={id}>{ofWeek}</FieldError>
        </div>
      )}
      {closedWords && !toHours(week) && <p className={cx(common.small, styles.note)}>{closedWords}</p>}
      <FieldContext value={{ invalid: ofWeek !== undefined, ...(ofWeek && { describedBy: id }) }}>
        {DAYS.map((day, index) => {
          const isPassed = day !== edited;
          const keys: RowKeys = {
            isPassed,
            onEnter: () => setEdited(day),
            onMove: (step) =>
              box.current?.querySelectorAll<HTMLElement>('[role=switch]')[index + step]?.focus(),
          };
          const copying = {
            name: [name, dayName(day)].filter(Boolean).join(', '),
            onCopying: (isCopying: boolean) => setCopied(isCopying ? day : undefined),
          };
          return (
            <HoursEditorDay
              key={day}
              day={day}
              name={copying.name}
              label={dayName(day)}
              hours={week[day]}
              error={day === blamed ? general : undefined}
              errorOf={(index, field) =>
                errors[[`${path}.periods`, firstIndex(day) + index, ...(field ? [field] : [])].join('.')]
              }
              onChange={(hours) => onChange({ ...week, [day]: hours })}
              keys={keys}
              button={
                <CopyButton {...copying} isCopying={copied === day} tabIndex={isPassed ? -1 : undefined} />
              }
            >
              {copied === day && <CopyChoice {...copying} day={day} onCopy={(to) => copy(day, to)} />}
            </HoursEditorDay>
          );
        })}
      </FieldContext>
    </div>
  );
}

/** The day that a message names first. */
function firstDayIn(message: string): Day | undefined {
  const named = DAYS.filter((day) => message.includes(dayName(day)));
  return named.sort((a, b) => message.indexOf(dayName(a)) - message.indexOf(dayName(b)))[0];
}
