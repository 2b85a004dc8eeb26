import { Copy, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Field } from '../ui/field';
import { FieldGroup } from '../ui/field-group';
import { IconButton } from '../ui/icon-button';
import { Select } from '../ui/select';
import { TextInput } from '../ui/text-input';
import styles from './hours-day.module.css';
import { type DayHours, MAX_PERIODS_A_DAY, withMode, withTimes } from './hours-model';
import { type Day, dayName, daysLater, OPEN_24_HOURS, type OpeningPeriod } from './opening-hours';

interface HoursDayProps {
  day: Day;
  hours: DayHours;
  /** The message for the day as a whole. */
  error: string | undefined;
  /** The message for a period of this day as a whole, or for one of its times. */
  errorOf: (index: number, field?: 'openTime' | 'closeTime') => string | undefined;
  onChange: (hours: DayHours) => void;
  onCopy: () => void;
}

/** One day of the hours editor: closed, open around the clock, or open at certain times. */
export function HoursDay({ day, hours, error, errorOf, onChange, onCopy }: HoursDayProps) {
  const box = useRef<HTMLDivElement>(null);
  const name = dayName(day);
  const { mode, periods } = hours;
  // Around the clock there are no times to show it at.
  const ofAllDay =
    mode === 'all-day' ? (errorOf(0) ?? errorOf(0, 'openTime') ?? errorOf(0, 'closeTime')) : undefined;

  function changePeriods(next: OpeningPeriod[]) {
    onChange(next.length ? { mode: 'hours', periods: next } : { mode: 'closed', periods });
  }

  function changeTimes(index: number, change: Parameters<typeof withTimes>[1]) {
    changePeriods(periods.map((period, place) => (place === index ? withTimes(period, change) : period)));
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
