import { Plus, X } from 'lucide-react';
import { useId, useRef } from 'react';
import { countOf } from '../lib/count-of';
import { focusAfter } from '../lib/draw-first';
import { longDayWords } from '../lib/time-words';
import { DateToAdd, useDateToAdd } from '../listings/date-to-add';
import { SpecialHoursEditor } from '../listings/details/special-hours-editor';
import { shortDate } from '../listings/special-days';
import { Button, IconButton } from '../ui/basics/button';
import { cx } from '../ui/basics/cx';
import prose from '../ui/basics/prose.module.css';
import { VisuallyHidden } from '../ui/basics/screen-reader';
import common from '../ui/layout/common.module.css';
import { Panel } from '../ui/layout/panel';
import { type BulkForm, SHORT_DAYS } from './bulk-form';
import type { BulkEdit } from './bulk-types';
import { partName } from './bulk-words';
import type { PartProps } from './part-props';
import styles from './bulk-edit.module.css';

/** Special hours of some dates, and what becomes of the other dates. */
export function SpecialHoursPart({ form, errors, draft, onChange }: PartProps) {
  return (
    <Panel title={partName('specialHours')} flush>
      <ModeChoice mode={form.mode} draft={draft} onChange={(mode) => onChange({ mode })} />
      <SpecialHoursEditor
        special={form.special}
        week={SHORT_DAYS}
        errors={errors}
        onChange={(special) => onChange({ special })}
      />
      {form.mode === 'merge' && <ClearedDates dates={form.clear} onChange={(clear) => onChange({ clear })} />}
    </Panel>
  );
}

interface ModeChoiceProps {
  mode: BulkForm['mode'];
  draft: BulkEdit | undefined;
  onChange: (mode: BulkForm['mode']) => void;
}

/** Both answers say what becomes of the dates that the edit is not about, with figures once they are known. */
function ModeChoice({ mode, draft, onChange }: ModeChoiceProps) {
  const name = useId();
  const others = draft?.change.specialHours && draft.counts.otherSpecialDates;
  const sum = others && others.dates > 0 ? countOf(others.dates, 'other special date') : undefined;
  const where = others ? countOf(others.locations, 'location') : '';
  const options = [
    {
      value: 'merge' as const,
      label: 'Merge: set these dates only',
      text: sum
        ? `${sum} at ${where} ${others?.dates === 1 ? 'stays' : 'stay'} the same.`
        : 'All other special dates stay the same.',
    },
    {
      value: 'replace' as const,
      label: 'Replace all special hours',
      text: sum
        ? `Deletes ${sum} at ${where}, past ones too.`
        : 'Deletes all other special dates, past ones too.',
    },
  ];
  return (
    <fieldset className={styles.modes}>
      <legend>
        <VisuallyHidden>Other special dates</VisuallyHidden>
      </legend>
      {options.map(({ value, label, text }) => (
        <label key={value} className={styles.mode}>
          <input
            type="radio"
            name={name}
            checked={mode === value}
            aria-labelledby={`${name}-${value}`}
            aria-describedby={`${name}-${value}-text`}
            onChange={() => onChange(value)}
          />
          <b id={`${name}-${value}`}>{label}</b>
          <small id={`${name}-${value}-text`}>{text}</small>
        </label>
      ))}
    </fieldset>
  );
}

interface ClearedDatesProps {
  dates: readonly string[];
  onChange: (dates: readonly string[]) => void;
}

/** Dates whose special hours go, so that the business hours count on them. */
function ClearedDates({ dates, onChange }: ClearedDatesProps) {
  const box = useRef<HTMLDetailsElement>(null);
  const { field, add } = useDateToAdd((date) => onChange([...new Set([...dates, date])].sort()));
  const remove = (removed: string) =>
    focusAfter(
      () => onChange(dates.filter((other) => other !== removed)),
      () => box.current?.querySelector('input'),
    );

  return (
    <details ref={box} className={cx(prose.fold, styles.cleared)} open={dates.length > 0 || undefined}>
      <summary>Remove special hours of a date</summary>
      <div className={common.stack2}>
        <p className={common.small}>On these dates the business hours count again.</p>
        {dates.length > 0 && (
          <ul className={common.stack1} aria-label="Dates without special hours">
            {dates.map((each) => (
              <li key={each} className={common.line}>
                {shortDate(each)}
                <IconButton
                  icon={X}
                  label={`Keep the special hours of ${longDayWords(each)}`}
                  onClick={() => remove(each)}
                />
              </li>
            ))}
          </ul>
        )}
        <div className={styles.clear}>
          <DateToAdd {...field} />
          <Button icon={Plus} onClick={add}>
            Add date
          </Button>
        </div>
      </div>
    </details>
  );
}
