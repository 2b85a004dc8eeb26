import { Plus, Trash2 } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { countOf } from '../../lib/count-of';
import { drawFirst } from '../../lib/draw-first';
import { daysWords, longDayWords } from '../../lib/time-words';
import { Button, IconButton } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { Field, FieldContext, FieldError } from '../../ui/form/field';
import { TextInput } from '../../ui/form/inputs';
import { announce } from '../../ui/basics/screen-reader';
import common from '../../ui/layout/common.module.css';
import { HoursEditorDay } from './hours-editor-day';
import styles from './hours-editor.module.css';
import { periodsOf, type Week } from './hours-model';
import type { FieldErrors } from './location-faults';
import { PastDays } from './hours-facts';
import { shortDate, todayHere, weekdayOf } from '../special-days';
import { faultOfDates, type SpecialDraft, withDays } from './special-hours-model';

interface SpecialHoursEditorProps {
  special: SpecialDraft;
  /** The business hours, which an added day has when it is opened. */
  week: Week;
  errors: FieldErrors;
  onChange: (special: SpecialDraft) => void;
}

/** Edits the days whose hours differ from those of their weekday, one row for a day, and adds days. */
export function SpecialHoursEditor({ special, week, errors, onChange }: SpecialHoursEditorProps) {
  const { past, days, adding } = special;
  const [dateFault, setDateFault] = useState<ReturnType<typeof faultOfDates>>();
  const box = useRef<HTMLDivElement>(null);
  const id = useId();
  const general = errors.specialHours;

  const focus = (control: string) => box.current?.querySelector<HTMLElement>(control)?.focus();
  const firstIndex = (at: number) =>
    past.length +
    days.slice(0, at).reduce((sum, { date, hours }) => {
      return sum + Math.max(periodsOf(weekdayOf(date), hours).length, 1);
    }, 0);

  function add() {
    const fault = faultOfDates(adding, todayHere());
    drawFirst(() => setDateFault(fault));
    if (fault) {
      announce(fault.message, 'assertive');
      return focus('[type=date][aria-invalid]');
    }
    const last = adding.last || adding.first;
    const all = withDays(days, { first: adding.first, last }, week);
    const count = all.length - days.length;
    const words = last === adding.first ? longDayWords(last) : daysWords(adding.first, last);
    drawFirst(() => onChange({ past, days: all, adding: { first: '', last: '' } }));
    announce(count === 0 ? `${words} is in the list already` : `${countOf(count, 'day')} added, ${words}`);
    focus(`[data-date='${adding.first}'] input`);
  }

  /** Without this, Enter in a date would save the whole form. */
  function addOnEnter(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    add();
  }

  function remove(removed: string) {
    const at = days.findIndex(({ date }) => date === removed);
    const next = days[at + 1] ?? days[at - 1];
    drawFirst(() => onChange({ ...special, days: days.filter(({ date }) => date !== removed) }));
    announce(`${longDayWords(removed)} removed`);
    focus(next ? `[data-date='${next.date}'] input` : '[type=date]');
  }

  const dateField = (label: string, part: 'first' | 'last') => (
    <Field
      label={label}
      optional={part === 'last'}
      error={dateFault?.field === part ? dateFault.message : errors[`specialHours.${part}`]}
    >
      <TextInput
        type="date"
        min={todayHere()}
        max="9999-12-31"
        value={adding[part]}
        onKeyDown={addOnEnter}
        onChange={({ target }) => {
          setDateFault(undefined);
          onChange({ ...special, adding: { ...adding, [part]: target.value } });
        }}
      />
    </Field>
  );

  return (
    <div ref={box} className={styles.special}>
      {past.length > 0 && <PastDays periods={past} />}
      {general && (
        <div className={cx(common.small, styles.note)}>
          <FieldError id={id}>{general}</FieldError>
        </div>
      )}
      <FieldContext value={{ invalid: general !== undefined, ...(general && { describedBy: id }) }}>
        {days.map(({ date, hours }, at) => {
          const path = `specialHours.periods.${firstIndex(at)}`;
          const name = longDayWords(date);
          return (
            <div key={date} data-date={date}>
              <HoursEditorDay
                day={weekdayOf(date)}
                name={name}
                label={shortDate(date)}
                hours={hours}
                error={hours.mode === 'closed' ? errors[path] : undefined}
                errorOf={(index, field) =>
                  errors[
                    ['specialHours.periods', firstIndex(at) + index, ...(field ? [field] : [])].join('.')
                  ]
                }
                onChange={(changed) =>
                  onChange({ ...special, days: days.with(at, { date, hours: changed }) })
                }
                button={
                  <IconButton
                    className={styles.button}
                    icon={Trash2}
                    label={`Remove ${name}`}
                    onClick={() => remove(date)}
                  />
                }
              />
            </div>
          );
        })}
      </FieldContext>
      <div className={styles.add} role="group" aria-label="Add days with special hours">
        {dateField('First day', 'first')}
        {dateField('Last day', 'last')}
        <Button icon={Plus} onClick={add}>
          Add days
        </Button>
      </div>
    </div>
  );
}
