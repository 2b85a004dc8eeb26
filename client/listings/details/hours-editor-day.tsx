import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useContext, useId, useRef } from 'react';
import { focusAfter } from '../../lib/draw-first';
import { clockWords } from '../../lib/time-words';
import { IconButton } from '../../ui/basics/button';
import { cx } from '../../ui/basics/cx';
import { FieldContext, FieldError } from '../../ui/form/field';
import { Checkbox, TextInput } from '../../ui/form/inputs';
import { Switch } from '../../ui/form/switch';
import common from '../../ui/layout/common.module.css';
import styles from './hours-editor.module.css';
import { type DayHours, MAX_PERIODS_A_DAY, opened, ordinalInDay, withMode, withTimes } from './hours-model';
import {
  type Day,
  dayName,
  daysLater,
  endingAt24,
  isAllDay,
  OPEN_24_HOURS,
  type OpeningPeriod,
} from '../opening-hours';

/** How Tab goes through the row of a day among many: a week has more controls than a person should have to pass. */
export interface RowKeys {
  /** Whether Tab passes over the row's fields and stops at its switch alone. */
  isPassed: boolean;
  /** Called when the person begins to edit the day: from then on Tab stops at its fields too. */
  onEnter: () => void;
  /** Called with the arrow keys of the switch: 1 for the next day, -1 for the one before. */
  onMove: (step: 1 | -1) => void;
}

interface HoursEditorDayProps {
  day: Day;
  /** In the names of its controls: "Monday", "Delivery, Monday", "Thursday 24 December 2026". */
  name: string;
  /** Shown at the start of the row. */
  label: string;
  hours: DayHours;
  /** The message for the day as a whole. */
  error: string | undefined;
  /** The message for a whole period of this day, or for one of its times. */
  errorOf: (index: number, field?: 'openTime' | 'closeTime') => string | undefined;
  onChange: (hours: DayHours) => void;
  /** Without them Tab stops at every control. */
  keys?: RowKeys;
  /** At the end of the row, after the button that adds a span. */
  button: ReactNode;
  /** Below the row. */
  children?: ReactNode;
}

/** The row of one day: closed, open 24 hours, or open at certain times. Its errors stand below its fields. */
export function HoursEditorDay({
  day,
  name,
  label,
  hours,
  error,
  errorOf,
  onChange,
  keys,
  button,
  children,
}: HoursEditorDayProps) {
  const row = useRef<HTMLDivElement>(null);
  const id = useId();
  const week = useContext(FieldContext);
  const { mode, periods } = hours;
  // A day that is open 24 hours has no time fields that could show an error.
  const ofDay =
    error ??
    (mode === 'all-day' ? (errorOf(0) ?? errorOf(0, 'openTime') ?? errorOf(0, 'closeTime')) : undefined);
  const isSplit = mode === 'hours' && periods.length > 1;
  const describedBy = [ofDay && `${id}-error`, week.describedBy].filter(Boolean);
  const tabIndex = keys?.isPassed ? -1 : undefined;

  function onSwitchKey(event: KeyboardEvent) {
    const { key } = event;
    if (!keys || !['Enter', 'ArrowDown', 'ArrowUp'].includes(key)) return;
    // Without this, Enter would save the whole form, and arrows would scroll.
    event.preventDefault();
    if (key !== 'Enter') return keys.onMove(key === 'ArrowDown' ? 1 : -1);
    focusAfter(keys.onEnter, () =>
      row.current?.querySelector<HTMLElement>('input:not([role=switch]), button'),
    );
  }

  function changePeriods(next: OpeningPeriod[]) {
    onChange({ mode: 'hours', periods: next });
  }

  function changeTimes(index: number, change: Parameters<typeof withTimes>[1]) {
    changePeriods(periods.map((period, at) => (at === index ? withTimes(period, change) : period)));
  }

  function addPeriod() {
    focusAfter(
      () => changePeriods([...periods, { openDay: day, openTime: '', closeDay: day, closeTime: '' }]),
      () => [...(row.current?.querySelectorAll<HTMLElement>('[type=time]') ?? [])].at(-2),
    );
  }

  function removePeriod(removed: number) {
    changePeriods(periods.filter((_, index) => index !== removed));
    row.current?.querySelector('input')?.focus();
  }

  return (
    <div
      ref={row}
      className={cx(styles.day, mode === 'closed' && styles.closed)}
      role="group"
      aria-label={name}
      onFocus={({ target }) => {
        if (!target.matches('[role=switch]')) keys?.onEnter();
      }}
    >
      <FieldContext
        value={{
          invalid: ofDay !== undefined || week.invalid,
          describedBy: describedBy.join(' ') || undefined,
        }}
      >
        <span className={styles.name}>{label}</span>
        <div className={styles.switch}>
          <Switch
            inRow
            aria-label={`${name}, open or closed`}
            checked={mode !== 'closed'}
            // An error of the day is marked at its times, if it has any.
            {...(mode === 'hours' && { 'aria-invalid': undefined })}
            {...(keys?.isPassed && { 'aria-describedby': [...describedBy, `${id}-keys`].join(' ') })}
            onKeyDown={onSwitchKey}
            onChange={({ target }) => {
              keys?.onEnter();
              onChange(target.checked ? opened(day, hours) : withMode(day, hours, 'closed'));
            }}
          >
            {mode === 'closed' ? 'Closed' : 'Open'}
          </Switch>
          {keys?.isPassed && (
            <span id={`${id}-keys`} className={cx(common.small, styles.keys)}>
              Press Enter to edit this day
            </span>
          )}
        </div>
        <div className={styles.times}>
          {mode === 'closed' && <p className={cx(common.small, styles.says)}>Closed all day</p>}
          {mode === 'all-day' && <p className={cx(common.small, styles.says)}>{OPEN_24_HOURS}</p>}
          {mode === 'hours' &&
            periods.map((period, index) => (
              <Span
                key={index}
                id={`${id}-${index}`}
                period={period}
                name={name}
                tabIndex={tabIndex}
                which={index === 0 ? '' : `, ${ordinalInDay(periods, index)} span`}
                errorOf={(field) => errorOf(index, field)}
                onChange={(change) => changeTimes(index, change)}
                onRemove={isSplit ? () => removePeriod(index) : undefined}
                removeLabel={`Remove the ${ordinalInDay(periods, index)} span of ${name}`}
              />
            ))}
          {ofDay && <FieldError id={`${id}-error`}>{ofDay}</FieldError>}
        </div>
        {mode !== 'closed' && !isSplit && (
          <div className={cx(common.small, styles.allDay)}>
            <Checkbox
              aria-label={`${name}, open 24 hours`}
              checked={mode === 'all-day'}
              tabIndex={tabIndex}
              onChange={({ target }) => onChange(withMode(day, hours, target.checked ? 'all-day' : 'hours'))}
            >
              24 h
            </Checkbox>
          </div>
        )}
      </FieldContext>
      <div className={styles.buttons}>
        {mode === 'hours' && periods.length < MAX_PERIODS_A_DAY && (
          <IconButton
            className={styles.button}
            icon={Plus}
            label={`Add a span to ${name}`}
            tabIndex={tabIndex}
            onClick={addPeriod}
          />
        )}
        {button}
      </div>
      {children}
    </div>
  );
}

interface SpanProps {
  id: string;
  period: OpeningPeriod;
  /** The day's name, as in `HoursEditorDay`. */
  name: string;
  tabIndex: -1 | undefined;
  /** Completes the labels of a further span: ", second span". */
  which: string;
  errorOf: (field?: 'openTime' | 'closeTime') => string | undefined;
  onChange: (change: Parameters<typeof withTimes>[1]) => void;
  /** Undefined for the only span of a day, which the switch closes. */
  onRemove: (() => void) | undefined;
  removeLabel: string;
}

/** The two times of a period, what follows from them, and what is wrong with them. */
function Span({ id, period, name, tabIndex, which, errorOf, onChange, onRemove, removeLabel }: SpanProps) {
  const day = useContext(FieldContext);
  const words = closingWords(period);
  const [ofBoth, ofOpening, ofClosing] = [errorOf(), errorOf('openTime'), errorOf('closeTime')];
  const says = words && `${id}-says`;
  const linksOf = (own: string | undefined, error: string | undefined, hint?: string) => ({
    'aria-invalid': Boolean(error ?? ofBoth) || day.invalid || undefined,
    'aria-describedby':
      [error && own, ofBoth && `${id}-both`, hint, day.describedBy].filter(Boolean).join(' ') || undefined,
  });

  return (
    <>
      <div className={cx(common.line, styles.span)}>
        <TextInput
          type="time"
          className={styles.time}
          aria-label={`${name} from${which}`}
          tabIndex={tabIndex}
          {...linksOf(`${id}-opening`, ofOpening)}
          value={period.openTime}
          onChange={({ target }) => onChange({ openTime: target.value })}
        />
        <span className={cx(common.small, styles.says)}>to</span>
        <TextInput
          type="time"
          className={styles.time}
          aria-label={`${name} to${which}`}
          tabIndex={tabIndex}
          {...linksOf(`${id}-closing`, ofClosing, says)}
          value={period.closeTime === '24:00' ? '00:00' : period.closeTime}
          onChange={({ target }) => onChange({ closeTime: target.value })}
        />
        {onRemove && (
          <IconButton
            className={styles.button}
            icon={X}
            label={removeLabel}
            tabIndex={tabIndex}
            onClick={onRemove}
          />
        )}
        {words && (
          <span id={says} className={cx(common.small, styles.says)}>
            {words}
          </span>
        )}
      </div>
      {ofOpening && <FieldError id={`${id}-opening`}>{ofOpening}</FieldError>}
      {ofClosing && <FieldError id={`${id}-closing`}>{ofClosing}</FieldError>}
      {ofBoth && <FieldError id={`${id}-both`}>{ofBoth}</FieldError>}
    </>
  );
}

/** Says when a period ends, if that is not on its own day. */
function closingWords(period: OpeningPeriod): string | undefined {
  if (isAllDay(period)) return 'open 24 hours';
  const ending = endingAt24(period);
  const { closeDay, closeTime } = ending;
  if (daysLater(ending) > 0) return `closes ${dayName(closeDay)} ${clockWords(closeTime)}`;
  return closeTime === '24:00' ? 'closes at midnight' : undefined;
}
