import { useState } from 'react';
import { longDayWords } from '../lib/time-words';
import { announce } from '../ui/basics/screen-reader';
import { Field } from '../ui/form/field';
import { TextInput } from '../ui/form/inputs';
import { faultOfDates } from './details/special-hours-model';
import { todayHere } from './special-days';

/**
 * A date from today on that is typed, and then added to some.
 * @param onAdd gets it once it is sound; the field is then empty again
 */
export function useDateToAdd(onAdd: (date: string) => void) {
  const [date, setDate] = useState('');
  const [fault, setFault] = useState<string>();
  return {
    /** For `DateToAdd`. */
    field: {
      date,
      fault,
      onChange: (typed: string): void => {
        setFault(undefined);
        setDate(typed);
      },
    },
    add(): void {
      const found = faultOfDates({ first: date, last: '' }, todayHere());
      setFault(found?.message);
      if (found) return announce(found.message, 'assertive');
      setDate('');
      onAdd(date);
      announce(`${longDayWords(date)} added`);
    },
  };
}

/** The field of a date that is added to some. */
export function DateToAdd({ date, fault, onChange }: ReturnType<typeof useDateToAdd>['field']) {
  return (
    <Field label="Date" error={fault}>
      <TextInput
        type="date"
        min={todayHere()}
        max="9999-12-31"
        value={date}
        onChange={({ target }) => onChange(target.value)}
      />
    </Field>
  );
}
