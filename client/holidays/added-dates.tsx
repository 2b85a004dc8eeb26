import { X } from 'lucide-react';
import { useState } from 'react';
import { longDayWords } from '../lib/time-words';
import { DateToAdd, useDateToAdd } from '../listings/date-to-add';
import { shortDate } from '../listings/special-days';
import { Button, IconButton } from '../ui/basics/button';
import { FormDialog } from '../ui/form/form-dialog';
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
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

function DateDialog({ onAdd, onClose }: { onAdd: (date: string) => void; onClose: () => void }) {
  const { field, add } = useDateToAdd(onAdd);
  return (
    <FormDialog title="Add a date" label="Add date" form={{ onSubmit: add }} onClose={onClose}>
      <DateToAdd {...field} />
    </FormDialog>
  );
}
