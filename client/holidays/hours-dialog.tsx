import { useState } from 'react';
import { countOf } from '../lib/count-of';
import { Field } from '../ui/form/field';
import { FormDialog } from '../ui/form/form-dialog';
import { TextInput } from '../ui/form/inputs';
import type { Answer } from './filled-answers';
import { hoursIn } from './typed-hours';

interface HoursDialogProps {
  /** How many cells get the hours. */
  count: number;
  /** What was typed already. */
  start: string;
  onFill: (answer: Answer) => void;
  onClose: () => void;
}

/** Asks for the opening times of the marked cells. */
export function HoursDialog({ count, start, onFill, onClose }: HoursDialogProps) {
  const [text, setText] = useState(start);
  const [error, setError] = useState<string>();
  return (
    <FormDialog
      title={`Hours for ${countOf(count, 'cell')}`}
      label="Set hours"
      form={{
        onSubmit: () => {
          const hours = hoursIn(text);
          if (hours) onFill({ answer: 'hours', hours });
          else setError('Enter hours such as 9-13, or 9:00-12:00, 13:30-18:00.');
        },
      }}
      onClose={onClose}
    >
      <Field label="Opening times" hint="Such as 9-13. Several with commas between them." error={error}>
        <TextInput
          value={text}
          autoComplete="off"
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
        />
      </Field>
    </FormDialog>
  );
}
