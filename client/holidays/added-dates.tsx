import { X } from 'lucide-react';
import { useState } from 'react';
import { longDayWords } from '../lib/time-words';
import { faultOfDates } from '../listings/details/special-hours-model';
import { shortDate, todayHere } from '../listings/special-days';
import { Button, IconButton } from '../ui/basics/button';
import { announce } from '../ui/basics/screen-reader';
import { Field } from '../ui/form/field';
import { FormDialog } from '../ui/form/form-dialog';
import { TextInput } from '../ui/form/inputs';
import common from '../ui/layout/common.module.css';

/** How many dates can be added. */
const MOST = 12;

interface AddedDatesProps {
  /** `yyyy-mm-dd` */
  dates: readonly string[];
  onChange: (dates: string[]) => void;
}

/** The dates that count for all locations, and the way to add one. */
export function AddedDates({ dates, onChange }: AddedDatesProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <div className={common.wrap}>
      {dates.map((date) => (
        <span key={date} className={common.line}>
          {shortDate(date)}
          <IconButton
            icon={X}
            label={`Remove ${longDayWords(date)}`}
            onClick={() => onChange(dates.filter((other) => other !== date))}
          />
        </span>
      ))}
      <Button disabled={dates.length >= MOST} onClick={() => setIsOpen(true)}>
        Add a date
      </Button>
      {isOpen && (
        <DateDialog
          onAdd={(date) => {
            setIsOpen(false);
            onChange([...new Set([...dates, date])].sort());
            announce(`${longDayWords(date)} added`);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

function DateDialog({ onAdd, onClose }: { onAdd: (date: string) => void; onClose: () => void }) {
  const [date, setDate] = useState('');
  const [fault, setFault] = useState<string>();
  return (
    <FormDialog
      title="Add a date"
      label="Add date"
      form={{
        onSubmit: () => {
          const found = faultOfDates({ first: date, last: '' }, todayHere());
          if (found) setFault(found.message);
          else onAdd(date);
        },
      }}
      onClose={onClose}
    >
      <Field label="Date" error={fault}>
        <TextInput
          type="date"
          min={todayHere()}
          max="9999-12-31"
          value={date}
          onChange={({ target }) => {
            setFault(undefined);
            setDate(target.value);
          }}
        />
      </Field>
    </FormDialog>
  );
}
