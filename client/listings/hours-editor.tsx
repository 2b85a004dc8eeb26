import { Copy, Plus, X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { Field, FieldContext, FieldError, FieldGroup } from '../ui/field';
import { Checkbox, Select, TextInput } from '../ui/inputs';
import { announce } from '../ui/screen-reader';
import styles from './hours-editor.module.css';
import {
  copiedTo,
  type DayHours,
  MAX_PERIODS_A_DAY,
  periodsOf,
  toHours,
  type Week,
  withMode,
  withTimes,
} from './hours-model';
import type { FieldErrors } from './location-draft';
import { type Day, dayName, DAYS, daysLater, OPEN_24_HOURS, type OpeningPeriod } from './opening-hours';

interface HoursEditorProps {
  week: Week;
  errors: FieldErrors;
  onChange: (week: Week) => void;
}

/** Edits the opening hours of a week by day. A period may close on the next day. */
export function HoursEditor({ week, errors, onChange }: HoursEditorProps) {
  const [copied, setCopied] = useState<Day>();
  const general = errors.regularHours;
  // The server reports some errors for the whole week and names the day in the message.
  const blamed = general && DAYS.find((day) => general.includes(dayName(day)));
  const ofWeek = blamed ? undefined : general;
  const id = useId();

  const changeDay = (day: Day, hours: DayHours) => onChange({ ...week, [day]: hours });

  /** The index of the day's first period in the API's list, which holds the periods of the whole week. */
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
          <div key={day} className={styles.weekday}>
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

interface HoursDayProps {
  day: Day;
  hours: DayHours;
  /** The message for the day as a whole. */
  error: string | undefined;
  /** The message for a whole period of this day, or for one of its times. */
  errorOf: (index: number, field?: 'openTime' | 'closeTime') => string | undefined;
  onChange: (hours: DayHours) => void;
  onCopy: () => void;
}

/** One day: closed, open 24 hours, or open at certain times. */
function HoursDay({ day, hours, error, errorOf, onChange, onCopy }: HoursDayProps) {
  const box = useRef<HTMLDivElement>(null);
  const name = dayName(day);
  const { mode, periods } = hours;
  // A day that is open 24 hours has no time fields that could show an error.
  const ofAllDay =
    mode === 'all-day' ? (errorOf(0) ?? errorOf(0, 'openTime') ?? errorOf(0, 'closeTime')) : undefined;

  function changePeriods(next: OpeningPeriod[]) {
    onChange(next.length ? { mode: 'hours', periods: next } : { mode: 'closed', periods });
  }

  function changeTimes(index: number, change: Parameters<typeof withTimes>[1]) {
    changePeriods(periods.map((period, at) => (at === index ? withTimes(period, change) : period)));
  }

  function addPeriod() {
    flushSync(() =>
      changePeriods([...periods, { openDay: day, openTime: '', closeDay: day, closeTime: '' }]),
    );
    const inputs = box.current?.querySelectorAll('input') ?? [];
    inputs[inputs.length - 2]?.focus();
  }

  function removePeriod(removed: number) {
    changePeriods(periods.filter((_, index) => index !== removed));
    box.current?.querySelector('select')?.focus();
  }

  return (
    <FieldGroup legend={name} error={error ?? ofAllDay}>
      <div ref={box} className={styles.day}>
        <Select
          aria-label={`${name}, open or closed`}
          value={mode}
          onChange={(event) => onChange(withMode(day, hours, event.target.value as DayHours['mode']))}
        >
          <option value="closed">Closed</option>
          <option value="hours">Open</option>
          <option value="all-day">{OPEN_24_HOURS}</option>
        </Select>
        <div className={styles.buttons}>
          {mode === 'hours' && periods.length < MAX_PERIODS_A_DAY && (
            <IconButton icon={Plus} label={`Add hours to ${name}`} onClick={addPeriod} />
          )}
          <IconButton icon={Copy} label={`Copy hours of ${name} to other days`} onClick={onCopy} />
        </div>
        {mode === 'hours' && (
          <div className={styles.periods}>
            {periods.map((period, index) => (
              <div key={index} className={styles.period}>
                <Field label="Opens" error={errorOf(index, 'openTime')}>
                  <TextInput
                    type="time"
                    value={period.openTime}
                    onChange={({ target }) => changeTimes(index, { openTime: target.value })}
                  />
                </Field>
                <Field
                  label="Closes"
                  error={errorOf(index, 'closeTime') ?? errorOf(index)}
                  hint={closingHint(period)}
                >
                  <TextInput
                    type="time"
                    value={period.closeTime === '24:00' ? '00:00' : period.closeTime}
                    onChange={({ target }) => changeTimes(index, { closeTime: target.value })}
                  />
                </Field>
                <IconButton
                  icon={X}
                  label={`Remove hours ${index + 1} of ${name}`}
                  className={styles.remove}
                  onClick={() => removePeriod(index)}
                />
              </div>
            ))}
          </div>
        )}
      </div>
    </FieldGroup>
  );
}

function closingHint(period: OpeningPeriod): string | undefined {
  if (period.closeTime === '24:00') return 'Closes at midnight';
  const later = daysLater(period);
  if (later === 0) return undefined;
  return later === 1 ? 'Closes next day' : `Closes on ${dayName(period.closeDay)}`;
}

interface CopyHoursDialogProps {
  /** The day to copy from; undefined closes the dialog. */
  from: Day | undefined;
  onCopy: (from: Day, to: Day[]) => void;
  onClose: () => void;
}

/** Asks which days to copy the hours of one day to. */
function CopyHoursDialog({ from, onCopy, onClose }: CopyHoursDialogProps) {
  const [chosen, setChosen] = useState<Day[]>([]);
  const others = DAYS.filter((day) => day !== from);
  const to = others.filter((day) => chosen.includes(day));

  function toggle(day: Day) {
    setChosen(chosen.includes(day) ? chosen.filter((other) => other !== day) : [...chosen, day]);
  }

  function close() {
    setChosen([]);
    onClose();
  }

  return (
    <Dialog
      open={from !== undefined}
      size="small"
      title={from ? `Copy hours of ${dayName(from)}` : ''}
      onClose={close}
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button
            variant="primary"
            disabled={to.length === 0}
            onClick={() => {
              if (from) onCopy(from, to);
              setChosen([]);
            }}
          >
            Copy hours
          </Button>
        </>
      }
    >
      <FieldGroup legend="Copy to" hint="The hours that these days have now are replaced.">
        <div className={styles.days}>
          <Checkbox
            checked={to.length === others.length}
            onChange={() => setChosen(to.length === others.length ? [] : others)}
          >
            All other days
          </Checkbox>
          {others.map((day) => (
            <Checkbox key={day} checked={to.includes(day)} onChange={() => toggle(day)}>
              {dayName(day)}
            </Checkbox>
          ))}
        </div>
      </FieldGroup>
    </Dialog>
  );
}
